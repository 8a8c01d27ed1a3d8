/** The arguments of a call, as an agent wrote them: texts, and none that the tool does not have. */
import type { Texts } from '../analysis/agents/room.js';
import { cleaned } from '../analysis/cleaned.js';
import { UsageError } from '../failure.js';
import type { Tool } from './tool.js';

/** Far more than a manifest has. */
const LONGEST = 4_000_000;

/** Stops with what is wrong. */
export function textsOf(name: string, { parameters }: Tool, written: unknown): Texts {
  const given = Object.entries(recordOf(written ?? {}));
  const known = Object.keys(parameters);
  const texts: Record<string, string> = Object.create(null);
  for (const [key, value] of given) {
    if (!known.includes(key))
      throw new UsageError(
        `\`${name}\` has no argument of this name`,
        known.length === 0 ? 'it has none' : `its arguments are ${known.join(', ')}`,
      );
    if (typeof value !== 'string' || value.length > LONGEST || !value.isWellFormed())
      throw new UsageError(`\`${key}\` must be a text`);
    texts[key] = value;
  }
  return texts;
}

/** A text that shows nothing says nothing: it counts as not given. */
export function isBlank(text = ''): boolean {
  return cleaned(text).trim() === '';
}

/** Stops if one is not there. */
export function requireNeeded(name: string, { parameters }: Tool, texts: Texts): void {
  for (const [key, { isNeeded }] of Object.entries(parameters))
    if (isNeeded && isBlank(texts[key])) throw new UsageError(`\`${name}\` needs \`${key}\``, NEEDS[key] ?? null);
}

const NEEDS: Readonly<Record<string, string>> = {
  reason: 'say in `reason` what the access is for; it is recorded, and shown to the person',
  command: 'give the name of an approved command',
};

function recordOf(written: unknown): Readonly<Record<string, unknown>> {
  if (typeof written === 'object' && written !== null && !Array.isArray(written)) return { ...written };
  throw new UsageError('the arguments must be an object');
}
