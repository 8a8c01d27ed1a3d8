/**
 * `node .build/complete-lock.mjs [FILE]`: completes package-lock.json, or another one, after an install, so that it is the same wherever it was made. A registry may
 * lack packages of other platforms, which npm then leaves out, and `npm ci` refuses such a file everywhere; npm may be told to leave out
 * where packages come from; and it writes no integrity for what it did not install. That is asked from the registry.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const PATH = process.argv[2] ?? new URL('../package-lock.json', import.meta.url);
/** npm replaces it with the registry that a machine is configured for. */
const REGISTRY = 'https://registry.npmjs.org';
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const AT_ONCE = 5;

const lock = JSON.parse(readFileSync(PATH, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([at, parent]) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(name, at))
    .map(([name, version]) => [`node_modules/${name}`, entryOf(name, version, parent)]),
);
const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
packages.sort(([left], [right]) => (left < right ? -1 : 1));
const integrities = await integritiesOf(packages.filter(([at, { integrity }]) => at !== '' && integrity === undefined));
const whole = packages.map(([at, entry]) => [at, at === '' ? entry : completed(at, entry)]);
writeFileSync(PATH, `${JSON.stringify({ ...lock, packages: Object.fromEntries(whole) }, null, 2)}\n`);
console.log([...missing.map(([at]) => `added ${at}`), ...integrities.keys()].join('\n') || 'no package is missing');

function isLocked(name, at) {
  return `node_modules/${name}` in lock.packages || `${at}/node_modules/${name}` in lock.packages;
}

/** A platform package says in its name where it runs: `name-linux-x64-musl`. */
function entryOf(name, version, parent) {
  const words = name.split('-');
  const system = words.findIndex((word) => SYSTEMS.includes(word));
  if (system === -1) throw new Error(`${name} does not say which platform it is for`);
  const library = libraryOf(words[system + 2] ?? '');
  return {
    version,
    cpu: [words[system + 1]],
    ...(parent.dev && { dev: true }),
    ...(library !== null && { libc: [library] }),
    license: parent.license,
    optional: true,
    os: [words[system]],
  };
}

function libraryOf(suffix) {
  if (suffix.startsWith('musl')) return 'musl';
  return suffix.startsWith('gnu') ? 'glibc' : null;
}

/** With its members in the order in which npm writes them. */
function completed(at, { version, resolved, integrity, ...more }) {
  const name = nameOf(at, more);
  return {
    ...(more.name !== undefined && { name }),
    version,
    resolved: resolved ?? `${REGISTRY}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
    integrity: integrity ?? integrities.get(at),
    ...more,
  };
}

function nameOf(at, { name }) {
  return name ?? at.split('node_modules/').at(-1);
}

async function integritiesOf(entries) {
  const found = new Map();
  const rest = [...entries];
  const ask = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const [at, entry] = next;
      const version = `${nameOf(at, entry)}@${entry.version}`;
      const { stdout } = await promisify(execFile)('npm', ['view', version, 'dist', '--json']);
      found.set(at, JSON.parse(stdout).integrity);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return found;
}
