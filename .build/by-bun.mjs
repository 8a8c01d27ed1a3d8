/**
 * What compiling by Bun needs, for this system and for others: Bun itself, its options, and the compiled tree as the package is laid out.
 * Bun is no dependency of the package; it is installed here, pinned, in a folder that git ignores.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  builtFrom,
  COMPILED,
  compiledModules,
  exportsOfModule,
  ROOT,
  WARM_IN_EXECUTABLE,
  withWarmImports,
} from './compiled.mjs';

const BUN_VERSION = '1.4.5';
const TOOLS = join(ROOT, '.tools/bun');

/** Without these a compiled program obeys files of the folder it is started in: `preload` of a bunfig.toml, `.env`. */
const OBEY_NOTHING = ['bunfig', 'dotenv', 'tsconfig', 'package-json'].map((file) => `--no-compile-autoload-${file}`);
const FAST_START = ['--minify', '--bytecode', '--format=esm', '--splitting', '--compile-jit-policy=40'];

/** Compiles the program of a tree to one file. */
export function compileByBun(tree, out, more) {
  const define = ['--define', `BUILT_FROM=${JSON.stringify(builtFrom())}`];
  const options = [...FAST_START, ...OBEY_NOTHING, ...define, ...more];
  const entry = join(tree, 'dist/runtime/start/entry.js');
  execFileSync(bunFor(hostPlatform()), ['build', '--compile', ...options, entry, '--outfile', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A copy of the compiled tree, laid out as the package is, so that its `imports` hold. */
export function copyTree(tree) {
  for (const module of compiledModules()) {
    const copy = join(tree, 'dist', module);
    const exportsOf = (path) => {
      const asked = join(dirname(module), path);
      return WARM_IN_EXECUTABLE.includes(asked) ? exportsOfModule(asked) : null;
    };
    mkdirSync(dirname(copy), { recursive: true });
    // A dynamic import takes Bun 0.2 ms even of a module that is there already.
    writeFileSync(copy, withWarmImports(readFileSync(join(COMPILED, module), 'utf8'), exportsOf));
  }
  copyFileSync(join(ROOT, 'package.json'), join(tree, 'package.json'));
}

/** Path of the pinned Bun for a platform, as its packages call it, installed where it is not there yet. */
export function bunFor(platform) {
  // npm removes from a folder what it was not asked for.
  const place = platform === hostPlatform() ? TOOLS : `${TOOLS}-${platform}`;
  return join(
    installed(place, `@oven/bun-${platform}`, BUN_VERSION),
    'bin',
    platform.startsWith('windows') ? 'bun.exe' : 'bun',
  );
}

/** The folder of a package that may be for another platform. */
export function installed(place, name, version) {
  const folder = join(place, 'node_modules', name);
  if (installedVersion(folder) !== version) {
    const options = ['--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--ignore-scripts', '--force'];
    execFileSync('npm', ['install', '--prefix', place, ...options, `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return folder;
}

function hostPlatform() {
  const arch = { x64: 'x64', arm64: 'aarch64' }[process.arch];
  const isMusl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  if (arch === undefined || !['linux', 'darwin'].includes(process.platform)) {
    throw new Error(`no executable is made on ${process.platform} ${process.arch}`);
  }
  return `${process.platform}-${arch}${isMusl ? '-musl' : ''}`;
}

function installedVersion(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
