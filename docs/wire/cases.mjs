/** The cases of a side: those of both sides, and its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CASES = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, 'cases');
const MEMBERS = ['about', 'needs', 'manifest', 'files', 'steps'];
const STEPS = ['open', 'send', 'sendRaw', 'expect', 'closed', 'end', 'quiet', 'wait', 'write', 'gone', 'again'];

/** `name`: the path below `cases/`, without `.json`. */
export function readCases(side) {
  return ['both', side].flatMap((folder) =>
    readdirSync(join(CASES, folder))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => readCase(`${folder}/${file.slice(0, -'.json'.length)}`)),
  );
}

export function readCase(name) {
  const text = readFileSync(join(CASES, `${name}.json`), 'utf8');
  const one = JSON.parse(text);
  const unknown = Object.keys(one).find((member) => !MEMBERS.includes(member));
  const strange = one.steps?.find((step) => Object.keys(step).filter((key) => STEPS.includes(key)).length !== 1);
  if (unknown !== undefined || strange !== undefined || typeof one.about !== 'string')
    throw new Error(`${name}: not a case: ${unknown ?? JSON.stringify(strange) ?? 'about is missing'}`);
  return { needs: [], files: {}, ...one, name, canaries: [...new Set(text.match(/canary-[\w-]+/g) ?? [])] };
}
