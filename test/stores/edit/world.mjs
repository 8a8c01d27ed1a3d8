/** A project with values of every kind, the editor on a terminal of its own, and a search for values wherever they must not be. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPE = fileURLToPath(new URL('type.py', import.meta.url));
const PATIENCE_MS = 200_000;
const IN_MEMORY = [0x01021994, 0x858458f6];

const MANIFEST = `[project]
name = "edited"
revision = "1.0"
require_reason = false

[defaults]
providers = ["dotenv://.env"]

[profiles.default]
KEY = { description = "Of several lines" }
TOKEN = { description = "Of one" }
URL = { description = "Composed", composed = "https://\${TOKEN}@localhost" }
`;
export const OLD = 'canary-before';
export const NEW = 'canary-after';
const KEY = '-----BEGIN-----\ncanary-of-lines\n-----END-----\n';
const ENV = `KEY='${KEY}'\nTOKEN=${OLD}\n`;

export function makeWorld(root, command) {
  const place = mkdtempSync(join(root, 'place-'));
  const [work, home, temporary] = ['work', 'home', 'tmp'].map((name) => join(place, name));
  // A folder in memory of our own, so that what is in it was left by us.
  const runtime = isInMemory('/dev/shm') ? mkdtempSync('/dev/shm/tool-edit-') : join(place, 'run');
  const log = join(home, '.local/state/tool');
  for (const folder of [work, temporary, runtime, log]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Made before the first run, which would otherwise announce it.
  writeFileSync(join(log, 'audit.log'), '');
  writeFileSync(join(work, 'manifest.toml'), MANIFEST);
  const store = join(work, '.env');
  const base = {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: runtime,
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    NO_COLOR: '1',
  };
  const reset = () => writeFileSync(store, ENV, { mode: 0o600 });
  reset();
  return {
    work,
    home,
    runtime,
    command,
    base,
    reset,
    env: () => readFileSync(store, 'utf8'),
    manifest: () => MANIFEST,
    write: (path, text) => {
      mkdirSync(join(home, path, '..'), { recursive: true });
      writeFileSync(join(home, path), text);
    },
    /** What came of these steps in `tool edit` with this editor: see `type.py`. */
    type(steps, editor, { words = [], wrap = [] } = {}) {
      const all = [...wrap, ...command, 'edit', ...words];
      const { stdout, stderr } = spawnSync('python3', [TYPE, JSON.stringify(steps), ...all], {
        cwd: work,
        env: { ...base, EDITOR: editor },
        encoding: 'utf8',
        timeout: PATIENCE_MS,
      });
      strictEqual(stderr, '');
      const ended = JSON.parse(stdout);
      strictEqual(ended.never, null, `never shown: ${ended.never}, but ${ended.shown.slice(-2000)}`);
      return ended;
    },
    start: (editor) =>
      spawn(command[0], [...command.slice(1), 'edit'], {
        cwd: work,
        env: { ...base, EDITOR: editor },
        stdio: ['ignore', 'ignore', 'ignore'],
        detached: true,
      }),
    run: (words, editor = 'false', more = {}) =>
      spawnSync(command[0], [...command.slice(1), ...words], {
        cwd: work,
        env: { ...base, EDITOR: editor, ...more },
        encoding: 'utf8',
        timeout: PATIENCE_MS,
      }),
    /** Private folders of editors that are still there. */
    folders: () => [runtime, temporary].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
    /** Nothing is left: no private folder, and no value in any file but the store. */
    expectNothingLeft() {
      deepStrictEqual(
        filesWith('canary-', place).filter((path) => path !== store && !path.endsWith('/editor.sh')),
        [],
      );
      deepStrictEqual(filesWith('canary-', runtime), []);
      deepStrictEqual(
        readdirSync(runtime).filter((name) => name.startsWith('tool-')),
        [],
      );
    },
    remove() {
      rmSync(runtime, { recursive: true, force: true });
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** As they are and in base64, also in files that are compressed by nobody: every byte is looked at. */
function filesWith(text, folder) {
  if (!existsSync(folder)) return [];
  const forms = [text, Buffer.from(text).toString('base64').slice(0, 9)].flatMap((form) => ['-e', form]);
  const { stdout } = spawnSync('grep', ['-raFl', ...forms, folder], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean);
}

function isInMemory(folder) {
  try {
    return IN_MEMORY.includes(statfsSync(folder).type);
  } catch {
    return false;
  }
}
