/** A user with a home, and a checkout that brings a forged cache for its own manifest. */
import { deepStrictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The tool as it is run. */
export const command = process.argv.slice(2);
export const isRoot = process.getuid() === 0;
/** Nobody that the password database knows. */
export const USER = isRoot ? 54_321 : process.getuid();
export const OTHER_USER = 54_322;

export const root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-caches-'));
chmodSync(root, 0o755);
export const [home, checkout] = ['home', 'home/src/checkout'].map((name) => join(root, name));

/** Without an audit log, which would be announced in each new home. */
const configuration = join(root, 'configuration');
mkdirSync(join(configuration, 'tool'), { recursive: true });
writeFileSync(join(configuration, 'tool/config.toml'), '[audit]\nenabled = false\n');

const MANIFEST = `[project]
name = "demo"
revision = "1.0"
require_reason = false

[profiles.default]
A = { description = "A value", default = "honest!", providers = ["env"] }
`;

/** Runs a line of a shell as `user`, in `folder`. */
export function sh(line, { folder = checkout, env = {}, user = USER, tool = command } = {}) {
  const words = ['sh', '-c', `umask 077; tool() { ${tool.map((word) => `'${word}'`).join(' ')} "$@"; }; ${line}`];
  const other = isRoot ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--'] : [];
  const [program, ...args] = [...other, ...words];
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', XDG_CONFIG_HOME: configuration, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { stdout, stderr, status };
}

export const told = (env, options = {}) => sh('tool get A; tool export --format json', { env, ...options });
export const HONEST = { stdout: 'honest!{"A":"honest!"}\n', stderr: '', status: 0 };
const FORGED = { stdout: 'planted{"A":"planted"}\n', stderr: '', status: 0 };
/** Twice: what the first call keeps, the second one finds. */
export const isHonest = (env, options) => {
  deepStrictEqual(told(env, options), HONEST);
  deepStrictEqual(told(env, options), HONEST);
};
export const isForged = (env, options) => deepStrictEqual(told(env, options), FORGED);
export const isUntouched = () => deepStrictEqual(sh('git status --porcelain').stdout, '');
export const listed = (folder) => readdirSync(folder, { recursive: true }).sort();

export function folder(path, mode = 0o755, owner = USER) {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  chownSync(path, owner, owner);
  return path;
}

/** A home with this in it, new for each case. */
let homes = 0;
export function newHome() {
  return folder(join(root, `home-${homes++}`));
}

/** A home whose own cache is forged: what a user would have if somebody could write there. */
export function forgedHome() {
  const one = newHome();
  folder(join(one, '.cache'), 0o700);
  cpSync(join(root, 'forged'), join(one, '.cache/tool'), { recursive: true });
  own(join(one, '.cache/tool'));
  return one;
}

/** Makes all of it the user's, and as private as a cache of the tool. */
export function own(path, owner = USER) {
  const status = statSync(path);
  chmodSync(path, status.isDirectory() ? 0o700 : 0o600);
  chownSync(path, owner, owner);
  if (status.isDirectory()) for (const name of readdirSync(path)) own(join(path, name), owner);
}

/** Entries for the manifest of the checkout, made by the tool itself and then changed: plan, link and compiled code. */
export function forge() {
  folder(home);
  folder(dirname(checkout));
  folder(checkout);
  writeFileSync(join(checkout, 'manifest.toml'), MANIFEST);
  deepStrictEqual(told({ HOME: home }), HONEST);
  renameSync(join(home, '.cache/tool'), join(root, 'forged'));
  rmSync(join(home, '.cache'), { recursive: true });
  for (const file of listed(join(root, 'forged'))) {
    const path = join(root, 'forged', file);
    if (statSync(path).isDirectory()) continue;
    const entry = readFileSync(path, 'latin1');
    writeFileSync(path, entry.replaceAll(/(?<!default = )"honest!"/g, '"planted"'), 'latin1');
  }
}

/** The same as a clone has it: committed, and checked out by a user whose umask is 077. */
export function commit() {
  cpSync(join(root, 'forged'), join(checkout, '.cache/tool'), { recursive: true });
  own(checkout);
  const identity = '-c user.name=T -c user.email=t@example.com';
  const made = sh(
    `git init -q && git add -f . && git ${identity} commit -qm first && cd .. && mv checkout origin && git clone -q origin checkout`,
  );
  deepStrictEqual([made.status, made.stdout], [0, '']);
}
