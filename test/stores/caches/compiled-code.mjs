/** V8's compiled form: code that runs. Only the bundle has it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { command, folder, listed, newHome, OTHER_USER, own, root, sh, USER } from './world.mjs';

const [node, tool] = command;
let copies = 0;
const copyFor = (owner) => {
  const copy = join(root, `bundle-${copies++}`);
  // Other suites write into that folder meanwhile.
  cpSync(dirname(tool), copy, { recursive: true, filter: (path) => basename(path) !== 'compiled' });
  for (const path of [copy, ...listed(copy).map((name) => join(copy, name))]) chownSync(path, owner, owner);
  chmodSync(copy, 0o755);
  return copy;
};
const started = (copy, user = USER) =>
  sh('tool get A', { tool: [node, join(copy, basename(tool))], user, env: { HOME: newHome() } });
const formsOf = (copy) => (existsSync(join(copy, 'compiled')) ? readdirSync(join(copy, 'compiled')) : []);
const programOf = (copy) => formsOf(copy).find((name) => name.includes('-program-get-'));
/** Code of the same length as the program: all that V8 looks at. */
const forgeIn = (copy, name) => {
  const { length } = readFileSync(join(copy, 'program.js'), 'latin1');
  const code = `(() => { console.log('FORGED'); process.exit(); })();`.padEnd(length);
  const form = Buffer.concat([new Script(code).createCachedData(), Buffer.from(`/${name}`)]);
  return Buffer.concat([form, form]);
};
const forged = (owner) => {
  const copy = copyFor(owner);
  started(copy, owner);
  const name = programOf(copy);
  writeFileSync(join(copy, 'compiled', name), forgeIn(copy, name));
  return { copy, name };
};

export const compiledCode = {
  'compiled code is kept beside the program, by its owner': () => {
    const copy = copyFor(USER);
    strictEqual(started(copy).stdout, 'honest!');
    strictEqual(statSync(join(copy, 'compiled', programOf(copy))).mode & 0o777, 0o600);
  },
  'what a first start did not use is added by one that lasts': () => {
    const copy = copyFor(USER);
    const call = (line) => {
      const { status } = sh(line, { tool: [node, join(copy, basename(tool))], env: { HOME: newHome() } });
      const [form, ...others] = formsOf(copy).filter((name) => name.includes('-program-run-'));
      deepStrictEqual([status, others], [0, []]);
      return statSync(join(copy, 'compiled', form)).size;
    };
    const ofHelp = call('tool run --help');
    strictEqual(call('tool run -- true'), ofHelp);
    ok(call('tool run -- sleep 1.1') > ofHelp * 1.5);
  },
  'a forgery there runs: whoever could put it there could change the program': () =>
    strictEqual(started(forged(USER).copy).stdout, 'FORGED\n'),
  'compiled code in any cache is not read': () => {
    const { copy, name } = forged(USER);
    const one = newHome();
    const cache = folder(join(one, '.cache/tool'), 0o700);
    const bytes = readFileSync(join(copy, 'compiled', name));
    rmSync(join(copy, 'compiled'), { recursive: true });
    for (const place of [name, `code-${name}`, `compiled/${name}`]) {
      folder(dirname(join(cache, place)), 0o700);
      writeFileSync(join(cache, place), bytes, { mode: 0o600 });
      chownSync(join(cache, place), USER, USER);
    }
    const { stdout } = sh('tool get A', { tool: [node, join(copy, basename(tool))], env: { HOME: one } });
    strictEqual(stdout, 'honest!');
  },
  'others may write the file, its folder or one above: not read': () => {
    for (const [place, mode] of [
      [(copy, name) => join(copy, 'compiled', name), 0o622],
      [(copy) => join(copy, 'compiled'), 0o777],
      [(copy) => copy, 0o777],
    ]) {
      const { copy, name } = forged(USER);
      chmodSync(place(copy, name), mode);
      strictEqual(started(copy).stdout, 'honest!');
    }
  },
  'the form of another file, command or build: not read': () => {
    const { copy, name } = forged(USER);
    const other = name.replace('-program-get-', '-program-check-');
    writeFileSync(join(copy, 'compiled', name), forgeIn(copy, other));
    strictEqual(started(copy).stdout, 'honest!');
  },
};

/** They need root. */
export const compiledForOthers = {
  'the form of another user: not read': () => {
    const { copy, name } = forged(USER);
    chownSync(join(copy, 'compiled', name), OTHER_USER, OTHER_USER);
    strictEqual(started(copy).stdout, 'honest!');
  },
  'a user of what root installed reads it, and writes nothing': () => {
    const { copy } = forged(0);
    own(join(copy, 'compiled'), 0);
    strictEqual(started(copy).stdout, 'honest!');
    for (const name of ['', ...formsOf(copy)]) chmodSync(join(copy, 'compiled', name), name === '' ? 0o755 : 0o644);
    strictEqual(started(copy).stdout, 'FORGED\n');
    const clean = copyFor(0);
    chmodSync(clean, 0o1777);
    strictEqual(started(clean).stdout, 'honest!');
    deepStrictEqual(formsOf(clean), []);
  },
  'root leaves nothing beside the program of a user': () => {
    const copy = copyFor(USER);
    strictEqual(started(copy, 0).stdout, 'honest!');
    deepStrictEqual(formsOf(copy), []);
  },
};
