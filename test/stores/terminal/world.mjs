/** A project whose secrets are missing, and conversations with the tool in it on a new terminal. */
import { strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONVERSE = fileURLToPath(new URL('converse.py', import.meta.url));
const PATIENCE_MS = 90_000;

const MANIFEST = `[project]
name = "terminal"
revision = "1.0"
require_reason = false

[defaults]
providers = ["null"]

[profiles.default]
ALPHA = { description = "First", prompt = true }

[profiles.two]
ALPHA = { description = "First", prompt = true }
BETA = { description = "Second", prompt = true }

[profiles.kept]
ALPHA = { description = "First", prompt = true, providers = ["dotenv://\\u001b[31m{profile}.env"] }

[profiles.empty]
ALPHA = { description = "First", prompt = true, providers = ["dotenv://\\u001b[31m{profile}.env"] }
`;

/** Keys, for `converse`. */
export const type = (send) => ({ send: Buffer.from(send).toString('latin1') });

export function makeWorld(folder, command) {
  const home = `${folder}-home`;
  for (const one of [folder, home]) mkdirSync(one, { recursive: true });
  // Made before the first run, which would otherwise announce it.
  mkdirSync(`${home}/.local/state/tool`, { recursive: true });
  writeFileSync(`${home}/.local/state/tool/audit.log`, '');
  writeFileSync(join(folder, 'manifest.toml'), MANIFEST);
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: folder, LANG: 'C.UTF-8', TERM: 'xterm', NO_COLOR: '1' };
  return {
    folder,
    home,
    command,
    env,
    isNode: command.length > 1,
    quoted: command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '),

    /** What comes of these steps with `words`: see `converse.py`. */
    converse(steps, words, more = {}) {
      const { stdout, stderr } = spawnSync('python3', [CONVERSE, JSON.stringify(steps), ...words], {
        cwd: folder,
        env: { ...env, ...more },
        encoding: 'utf8',
        timeout: PATIENCE_MS,
      });
      strictEqual(stderr, '');
      const result = JSON.parse(stdout);
      strictEqual(result.problem, null, `${result.problem}; shown: ${JSON.stringify(result.shown)}`);
      return result;
    },

    /** In a session without a controlling terminal. */
    withoutTerminal(words) {
      const options = { cwd: folder, env, encoding: 'utf8', input: 'typed\n', timeout: PATIENCE_MS };
      return spawnSync('setsid', ['--wait', ...words], options);
    },

    /** The content of a store's file; null if there is none. */
    stored(path) {
      return existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null;
    },
    place: (path, content) => writeFileSync(join(folder, path), content),
  };
}

/** What was shown, as a person reads it. */
export function textOf({ shown }) {
  return Buffer.from(shown, 'latin1')
    .toString()
    .replace(/\x1b\[\?2004[hl]/gu, '');
}
