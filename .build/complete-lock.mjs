/**
 * `node .build/complete-lock.mjs`: completes package-lock.json after an install from a registry that lacks packages of other
 * platforms. npm leaves such optional packages out, and `npm ci` then refuses the file everywhere. Entries made here carry no
 * integrity: it is not known where they were made, and npm fills it in where the package exists.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const PATH = new URL('../package-lock.json', import.meta.url);
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];

const lock = JSON.parse(readFileSync(PATH, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([at, parent]) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(name, at))
    .map(([name, version]) => [`node_modules/${name}`, entryOf(name, version, parent)]),
);
const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
packages.sort(([left], [right]) => (left < right ? -1 : 1));
writeFileSync(PATH, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
console.log(missing.length === 0 ? 'nothing is missing' : missing.map(([name]) => name).join('\n'));

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
