/**
 * Builds the front, the small program that starts most warm commands itself and becomes the executable for all others
 * (runtime/front/README.md): its host in C, the engine, and the compiled tree of the warm path as bytecode of that engine.
 *
 * Needs cc with a static C library, and cargo, which fetches the source of the engine. Prints where it has put the front with
 * `node .build/front.mjs FILE`, and what goes into it with `node .build/front.mjs --list`.
 */
import { execFileSync } from 'node:child_process';
import {
  constants as files,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { builtFrom, COMPILED, exportsOfModule, ROOT, WARM_IN_EXECUTABLE, withWarmImports } from './compiled.mjs';

const SOURCES = join(ROOT, 'runtime/front');
const FRONT = join(COMPILED, 'runtime/front');
const NOT_EMBEDDED = join(FRONT, 'not-embedded.js');
/** Modules that the front has a form of its own of. */
const STANDS_FOR = new Map(
  ['child/libc.js', 'failure.js'].map((module) => [
    join(COMPILED, 'runtime', module),
    join(FRONT, module.replace(/^.*\//u, '')),
  ]),
);
/** Commands that the front may finish. */
const COMMANDS = ['run'];

const FETCHED_WITH = join(ROOT, '.build/engine/Cargo.toml');
const CRATE = 'rquickjs-sys';
const ENGINE_SOURCES = ['quickjs', 'libregexp', 'libunicode', 'dtoa'];
const HOST_SOURCES = ['text', 'system', 'signals'].map((name) => join(SOURCES, `${name}.c`));
const OPTIMIZED = ['-O2', '-static', '-D_GNU_SOURCE', '-DNDEBUG'];
const LIBRARIES = ['-lm', '-lpthread'];

/** Why there can be no front on this machine; null if there can. */
export function missingForFront() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    return 'it is for Linux on x64 and arm64';
  const missing = ['cc', 'cargo'].filter((program) => !runs(program));
  return missing.length === 0 ? null : `${missing.join(' and ')} cannot be started`;
}

function runs(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes the front to this file. */
export async function buildFront(file) {
  const folder = mkdtempSync(join(tmpdir(), 'tool-front-'));
  try {
    const [script, bytecode, program] = ['script.js', 'bytecode', 'front'].map((name) => join(folder, name));
    writeFileSync(script, (await embedded()).script);
    execFileSync(compiler(folder), [script, bytecode], { stdio: 'inherit' });
    const defined = [`-DBYTECODE="${bytecode}"`, `-DCOMMANDS=${COMMANDS.map((name) => JSON.stringify(name)).join()}`];
    link(['-s', ...defined, join(SOURCES, 'host.c')], program);
    // Renamed, because the program may be running.
    writeFileSync(`${file}.new`, readFileSync(program), { mode: 0o755 });
    renameSync(`${file}.new`, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A program in this folder that compiles scripts, and runs them for tests. */
export function compiler(folder) {
  const program = join(folder, 'compiler');
  link([join(SOURCES, 'compiler.c')], program);
  return program;
}

function link(options, out) {
  const { source, library } = engine();
  const inputs = [...options, ...HOST_SOURCES, library];
  execFileSync('cc', [...OPTIMIZED, '-Wall', `-I${source}`, ...inputs, ...LIBRARIES, '-o', out], { stdio: 'inherit' });
}

let found = null;

/** Its source and its compiled form, which is kept: compiling it takes half a minute. */
function engine() {
  if (found !== null) return found;
  const cargo = (...words) => execFileSync('cargo', words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const metadata = cargo('metadata', '--locked', '--format-version', '1', '--manifest-path', FETCHED_WITH);
  const { manifest_path: manifest, version } = JSON.parse(metadata).packages.find(({ name }) => name === CRATE);
  const source = join(dirname(manifest), 'quickjs');
  const library = join(ROOT, '.tools/front', `${version}-${process.arch}.a`);
  if (!existsSync(library)) compileEngine(source, library);
  found = { source, library };
  return found;
}

function compileEngine(source, library) {
  const folder = `${library}.new`;
  mkdirSync(folder, { recursive: true });
  const objects = ENGINE_SOURCES.map((name) => {
    const object = join(folder, `${name}.o`);
    execFileSync('cc', [...OPTIMIZED, '-w', '-c', join(source, `${name}.c`), '-o', object], { stdio: 'inherit' });
    return object;
  });
  execFileSync('ar', ['rcs', join(folder, 'engine.a'), ...objects], { stdio: 'inherit' });
  renameSync(join(folder, 'engine.a'), library);
  rmSync(folder, { recursive: true });
}

/** The warm path as one script, and the modules that are in it, as paths below dist/. */
export async function embedded() {
  const machine = { arch: process.arch, errno: constants.errno, signals: constants.signals, files };
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(FRONT, 'entry.js')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    charset: 'ascii',
    platform: 'neutral',
    define: { BUILT_FROM: JSON.stringify(builtFrom()), MACHINE: JSON.stringify(machine) },
    metafile: true,
    write: false,
    logLevel: 'warning',
    outdir: 'dist',
    plugins: [{ name: 'front', setup: embed }],
  });
  const modules = Object.keys(metafile.inputs).map((path) => relative(COMPILED, join(ROOT, path)));
  return { script: outputFiles[0].text, modules: modules.sort() };
}

/** Built-ins are the front's own; what is imported dynamically is not embedded, unless a warm start needs it. */
function embed(plugin) {
  plugin.onResolve({ filter: /^node:/ }, ({ path }) => ({ path: join(FRONT, `${path.slice('node:'.length)}.js`) }));
  plugin.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
    if (kind === 'dynamic-import') return { path: NOT_EMBEDDED };
    const own = STANDS_FOR.get(resolve(resolveDir, path));
    return own === undefined ? undefined : { path: own };
  });
  plugin.onLoad({ filter: /\.js$/ }, ({ path }) => {
    const exportsOf = (asked) => {
      const module = join(dirname(path), asked);
      const isWarm = WARM_IN_EXECUTABLE.includes(relative(COMPILED, module));
      return isWarm ? exportsOfModule(relative(COMPILED, STANDS_FOR.get(module) ?? module)) : null;
    };
    return { contents: withWarmImports(readFileSync(path, 'utf8'), exportsOf), resolveDir: dirname(path) };
  });
}

if (process.argv[1] === import.meta.filename) {
  const [asked] = process.argv.slice(2);
  if (asked === '--list') console.log((await embedded()).modules.join('\n'));
  else await buildFront(resolve(asked));
}
