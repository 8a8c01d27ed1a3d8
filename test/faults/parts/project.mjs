/** A small project, and the tool started in it as a suite wants: killed, traced, with other streams. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MANIFEST = `[project]
name = "faults"
revision = "1.0"
require_reason = false

[profiles.default]
LINE = { description = "In a file of lines", providers = ["dotenv:.env"] }
ENTRY = { description = "A file of its own", providers = ["file:./values"] }
SEALED = { description = "In an encrypted file", providers = ["age:secrets.age?identity=~/own.key"] }
`;
/** Of these suites alone. Beside the project, which some of them put a small disk over. */
const AGE_IDENTITY = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX';
const PATIENCE_MS = 120_000;

/** Where the values of the manifest lie. */
export const PLACES = { LINE: '.env', ENTRY: 'values/faults/default/ENTRY', SEALED: 'secrets.age' };

/** `manifest`: another one than that of `PLACES`. */
export function openProject(tool, manifest = MANIFEST) {
  const root = mkdtempSync(join(tmpdir(), 'tool-faults-'));
  const folder = join(root, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'manifest.toml'), manifest);
  writeFileSync(join(root, 'own.key'), AGE_IDENTITY);
  const env = { PATH: process.env.PATH, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1' };
  const options = { cwd: folder, env, timeout: PATIENCE_MS };
  const run = (...words) => spawnSync(tool[0], [...tool.slice(1), ...words], { ...options, encoding: 'utf8' });
  const read = (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null);
  return {
    folder,
    tool,
    run,
    read,
    /** The value of the secret in its place, or null; of an encrypted file that cannot be decrypted, why. */
    stored: (secret) => {
      const text = read(PLACES[secret]);
      if (text === null || secret === 'ENTRY') return text;
      if (secret === 'LINE') return text.replace(/^LINE=|\n$/gu, '');
      const { status, stdout, stderr } = run('get', secret);
      return status === 0 ? stdout : stderr;
    },
    /** Any program; the words of the tool come where `tool` stands among its own. */
    around: (program, ...words) =>
      spawnSync(
        program,
        words.flatMap((word) => (word === 'tool' ? tool : [word])),
        { ...options, encoding: 'utf8' },
      ),
    /** Runs together with others: how it ended. */
    together: (variables, ...words) =>
      ended(
        spawn(tool[0], [...tool.slice(1), ...words], {
          ...options,
          env: { ...env, ...variables },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
    /** Whether SIGKILL after this time still found it running. */
    async killedAfter(words, milliseconds) {
      const child = spawn(tool[0], [...tool.slice(1), ...words], { ...options, stdio: 'ignore' });
      const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
      const [, signal] = await once(child, 'exit');
      clearTimeout(timer);
      return signal === 'SIGKILL';
    },
    remove: (path) => rmSync(join(folder, path), { recursive: true, force: true }),
    /** Files that no project has: locks and temporary files. */
    strays: () => readdirSync(folder, { recursive: true }).filter((path) => path.includes('.tool')),
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function ended(child) {
  const texts = { stdout: '', stderr: '' };
  for (const name of Object.keys(texts))
    child[name].setEncoding('utf8').on('data', (text) => {
      texts[name] += text;
    });
  const [status, signal] = await once(child, 'close');
  return { status, signal, ...texts };
}

/** Whether calls of the system can be made to fail here. */
export function canInject() {
  const words = ['-o', '/dev/null', '-e', 'trace=none', '-e', 'inject=fsync:error=EIO', 'true'];
  return spawnSync('strace', words).status === 0;
}
