/** A project with stores of every kind that is a file, put back to its first state before each run. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = `[project]
name = "faults"
revision = "1.0"
require_reason = false

[defaults]
providers = ["dotenv://.env"]

[profiles.default]
API_KEY = { description = "In a dotenv file" }
CERTIFICATE = { description = "In a file", providers = ["file:./values"], as_path = true }
DOCUMENT = { description = "In a document", ref = { item = "SETTINGS" }, extract = { format = "json", pointer = "/password" } }
PASSWORD = { description = "Made where it is missing", type = "password", generate = true }
URL = { description = "Composed", composed = "https://\${API_KEY}@localhost" }

[profiles.fresh]
SALT = { description = "Made by the first command that needs it", type = "hex", generate = true }

[scopes.worker]
secrets = ["URL"]
`;
/** What is imported and deleted, in stores of their own. */
const MOVED = `[project]
name = "moved"
revision = "1.0"
require_reason = false

[providers]
c = { uri = "dotenv://third.env", cache = { provider = "dotenv://cache.env", max_age = "1h" } }

[profiles.default]
ONE = { description = "From a line to a file", providers = ["file:./moved"] }
TWO = { description = "From a line to another", providers = ["dotenv://moved.env"] }
THREE = { description = "Cached", providers = ["c"] }
`;
const MOVED_TO = ['moved/moved/default/ONE', 'moved.env', 'cache.env'];
const FILES = {
  'manifest.toml': MANIFEST,
  'moved.toml': MOVED,
  'old.env': 'ONE=canary-one\nTWO=canary-two\n',
  'third.env': 'THREE=canary-three\nREST=canary-rest\n',
  'other.toml': MANIFEST.replace('API_KEY = {', 'API_KEY = { required = false,'),
  '.env': 'API_KEY=canary-api-key\nSETTINGS=\'{"password":"canary-password"}\'\nPASSWORD=canary-generated\n',
  'app.template': 'key=${API_KEY}\n',
  'values/faults/default/CERTIFICATE': 'canary-certificate\n',
};
const EDITOR = 'sed -i s/^API_KEY=.*/API_KEY=fresh-api-key/';
const PRIVATE = 0o600;
const PATIENCE_MS = 120_000;

/** Nothing that is printed for people, or kept in a cache, may contain it. */
export const CANARY = /canary-|fresh-/u;

export function makeSandbox(folder, tool) {
  const place = join(folder, 'project');
  const home = join(folder, 'home');
  const temporary = join(folder, 'tmp');
  const environment = { PATH: process.env.PATH, HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8', NO_COLOR: '1', EDITOR };

  const project = {
    folder,
    place,
    home,
    tool,
    environment,
    /** Every file as it was in the beginning. What the tool keeps for itself goes, too, unless it is `warm`. */
    reset({ warm }) {
      rmSync(place, { recursive: true, force: true });
      rmSync(temporary, { recursive: true, force: true });
      if (!warm) rmSync(home, { recursive: true, force: true });
      for (const path of [place, home, temporary]) mkdirSync(path, { recursive: true, mode: 0o700 });
      for (const [path, text] of Object.entries(FILES)) writeProjectFile(path, text);
      cpSync(join(place, 'manifest.toml'), join(place, 'twin.toml'));
    },
    /** Everything is kept that the tool keeps: a second start of `words` compiles nothing. */
    warm(words) {
      project.reset({ warm: false });
      project.start(words);
      project.start(words);
      project.reset({ warm: true });
    },
    read: (path) => (existsSync(join(place, path)) ? readFileSync(join(place, path), 'utf8') : null),
    has: (path) => existsSync(join(place, path)),
    start: (words, options) => project.spawn([...tool, ...words], options),
    /** A command line in the project; `prefix` and `redirect` are for a shell. */
    spawn(command, { env = {}, setUp = '', redirect = '' } = {}) {
      const line = redirect === '' ? command : ['sh', '-c', `${setUp}"$@" ${redirect}`, 'sh', ...command];
      const { status, signal, stdout, stderr, error } = spawnSync(line[0], line.slice(1), {
        cwd: place,
        env: { ...environment, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: PATIENCE_MS,
      });
      return { status, signal, stdout: stdout ?? '', stderr: stderr ?? '', isLate: error?.code === 'ETIMEDOUT' };
    },
    /** Names in the project that neither it nor a finished command has put there. */
    strays(products = []) {
      const written = ['twin.toml', 'plan.json', 'schema.json', 'secrets.ts', 'plan.html', 'compose.yaml', 'app.conf'];
      const known = [...Object.keys(FILES), ...MOVED_TO, ...written, ...products];
      return filesBeneath(place, '').filter((path) => !known.includes(path));
    },
    /** Files that the tool keeps for itself, by path. */
    kept: () => filesBeneath(home, ''),
  };

  function writeProjectFile(path, text) {
    const file = join(place, path);
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(file, text);
    chmodSync(file, PRIVATE);
  }
  return project;
}

function filesBeneath(folder, prefix) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesBeneath(join(folder, entry.name), `${prefix}${entry.name}/`)
      : [`${prefix}${entry.name}`],
  );
}
