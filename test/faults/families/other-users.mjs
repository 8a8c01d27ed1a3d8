/** Other users of the machine: what they own is not believed, what is ours they cannot read, and what they may not do is said. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { endProblem, firstProblem, quoted, wordsProblem } from '../parts/judge.mjs';
import { makeSandbox } from '../parts/sandbox.mjs';

/** Nobody in particular. */
const STRANGER = 65_534;

export function otherUsers({ tool, folder }) {
  if (process.getuid() !== 0) return 'only root can become another user';
  if (spawnSync('setpriv', ['--version']).error !== undefined) return 'setpriv is not installed';
  return checks(makeSandbox(folder, tool));
}

function* checks(project) {
  for (const [name, check] of Object.entries(CASES)) {
    project.reset({ warm: false });
    yield { name, problem: check(project) };
  }
}

const CASES = {
  'a dotenv file of another user is not read, and that is said': (project) => {
    open(project);
    chmodSync(join(project.place, '.env'), 0o600);
    const ended = asStranger(project, ['get', 'API_KEY']);
    return firstProblem(
      endProblem(ended, [1]),
      wordsProblem(ended),
      /\.env.*permission/su.test(ended.stderr) ? null : `it said ${quoted(ended.stderr)}`,
    );
  },
  'a folder of another user is not written': (project) => {
    open(project);
    chmodSync(join(project.place, '.env'), 0o644);
    const before = project.read('.env');
    const ended = asStranger(project, ['set', 'API_KEY', 'fresh-api-key']);
    return firstProblem(
      endProblem(ended, [1]),
      wordsProblem(ended),
      project.read('.env') === before ? null : '.env was changed',
      strays(project),
    );
  },
  'a home that belongs to another user costs nothing but time': (project) => {
    open(project);
    chmodSync(join(project.place, '.env'), 0o644);
    const ended = asStranger(project, ['get', 'API_KEY']);
    return firstProblem(
      endProblem(ended, [0]),
      wordsProblem(ended),
      ended.stdout.trim() === 'canary-api-key' ? null : `it printed ${quoted(ended.stdout)}`,
    );
  },
  'a cache that another user planted is not believed': (project) => {
    project.start(['get', 'API_KEY']);
    const planted = cachedFiles(project);
    if (planted.length === 0) return 'nothing was cached';
    for (const path of planted) {
      writeFileSync(path, readFileSync(path, 'latin1').replaceAll('API_KEY', 'API_KEX'), 'latin1');
      chownSync(path, STRANGER, STRANGER);
    }
    const ended = project.start(['get', 'API_KEY']);
    return firstProblem(
      endProblem(ended, [0]),
      wordsProblem(ended),
      ended.stdout.trim() === 'canary-api-key' ? null : `it printed ${quoted(ended.stdout)}`,
    );
  },
  'a cache folder that everybody may write is not believed': (project) => {
    project.start(['get', 'API_KEY']);
    const folder = join(project.home, '.cache', 'tool');
    chmodSync(folder, 0o777);
    for (const path of cachedFiles(project)) writeFileSync(path, 'planted');
    const ended = project.start(['get', 'API_KEY']);
    return firstProblem(
      endProblem(ended, [0]),
      wordsProblem(ended),
      ended.stdout.trim() === 'canary-api-key' ? null : `it printed ${quoted(ended.stdout)}`,
    );
  },
  'temporary files are for us alone, also where another user made the folder first': (project) => {
    const folder = join(project.environment.TMPDIR, `tool-${process.getuid()}`);
    mkdirSync(folder);
    chownSync(folder, STRANGER, STRANGER);
    const { stdout } = project.start(['get', 'CERTIFICATE']);
    const path = stdout.trim();
    if (!existsSync(path)) return `it printed ${quoted(stdout)}`;
    if (path.startsWith(`${folder}/`)) return 'it was written to the folder of another user';
    const { mode, uid } = statSync(path);
    return (mode & 0o077) === 0 && uid === process.getuid() ? null : `its mode is ${(mode & 0o777).toString(8)}`;
  },
  'what is written is for us alone': (project) => {
    project.start(['set', 'CERTIFICATE', 'fresh-certificate']);
    project.start(['set', 'API_KEY', 'fresh-api-key']);
    const readable = ['.env', 'values/faults/default/CERTIFICATE'].filter(
      (path) => (statSync(join(project.place, path)).mode & 0o077) !== 0,
    );
    return readable.length === 0 ? null : `others may read ${readable.join(', ')}`;
  },
  'no command line of a running tool shows a value that it resolved': (project) => {
    const script = 'cat /proc/$PPID/cmdline /proc/self/cmdline | tr "\\0" " "';
    const { stdout } = project.start(['run', '--', 'sh', '-c', script]);
    return /canary/u.test(stdout) ? `it shows ${quoted(stdout)}` : null;
  },
};

/** The way to the project and its manifest, which is private else. */
function open(project) {
  chmodSync(join(project.place, 'manifest.toml'), 0o644);
  chmodSync(project.home, 0o755);
  for (let path = project.place; path.length > 1 && path !== '/tmp'; path = join(path, '..')) {
    if (statSync(path).uid === process.getuid()) chmodSync(path, 0o755);
  }
}

function asStranger(project, words) {
  const become = ['setpriv', `--reuid=${STRANGER}`, `--regid=${STRANGER}`, '--clear-groups'];
  return project.spawn([...become, ...project.tool, ...words]);
}

function strays(project) {
  const found = project.strays();
  return found.length === 0 ? null : `it left ${found.join(', ')}`;
}

function cachedFiles(project) {
  const folder = join(project.home, '.cache', 'tool');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
