/** Programs and libraries of npm and PyPI that suites use, in pinned versions, kept where this machine keeps caches. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export const KEPT = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tool-tests');
const LIMIT = { stdio: 'ignore', timeout: 300_000 };

/** The path of what `make` makes at a path the first time, in place only when it is complete; null, with one line, if it fails. */
export function kept(name, make) {
  const place = join(KEPT, name);
  if (existsSync(place)) return place;
  const made = `${place}.${process.pid}`;
  try {
    mkdirSync(KEPT, { recursive: true });
    make(made, place);
    renameSync(made, place);
    return place;
  } catch {
    // Another run may have been first.
    if (existsSync(place)) return place;
    console.log(`left out: ${name}, which cannot be installed here`);
    return null;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** The folder that npm installs packages into, each `name@version`; null if it cannot. */
export function fromNpm(name, ...packages) {
  const options = ['--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--ignore-scripts'];
  return kept(name, (made) => {
    mkdirSync(made);
    execFileSync('npm', ['install', '--prefix', made, ...options, ...packages], LIMIT);
  });
}

/** The folder of a virtual environment that pip installs into; null if it cannot. `words`: packages, and options of pip. */
export function fromPyPI(name, ...words) {
  return kept(name, (made, place) => {
    environmentIn(made, words);
    for (const script of readdirSync(join(made, 'bin'), { withFileTypes: true }).filter((entry) => entry.isFile()))
      renamed(join(made, 'bin', script.name), made, place);
  });
}

/** Creates a virtual environment in a folder, and gives its Python. */
export function environmentIn(folder, words) {
  const python = join(folder, 'bin/python');
  execFileSync('python3', ['-m', 'venv', folder], LIMIT);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...words], LIMIT);
  return python;
}

/** A script names the Python of the folder that it was installed into. */
function renamed(script, from, to) {
  const bytes = readFileSync(script);
  if (bytes.subarray(0, 2).toString() === '#!') writeFileSync(script, bytes.toString().replaceAll(from, to));
}
