/**
 * Builds what is published and what `bin` runs, dist/bundle/, from the compiled tree:
 *
 *     tool.js      the command: loads program.js with V8's compiled form of it (runtime/cli/start.ts)
 *     program.js   all that a warm `run` needs, in one file
 *     sdk.js       the library
 *     chunks/      the rest, loaded when it is needed: the compiler, other commands, other providers, npm packages
 *     modules.json which module went into which file
 *
 * The shape follows from what a start costs. Milliseconds of whole processes, Node 20.20 on 2 cores, quiet, lower
 * quartiles; `node -e` that spawns `true` takes 21.8:
 *
 *     an empty script 18.0, an empty ES module 21.5; a first `import()` in CommonJS 4.0     so: CommonJS, no `import()`
 *     a file that is required 0.13, whatever is in it (a warm run split as esbuild does: 47) so: one file
 *     1 KB of minified code 0.027 to parse, before anything of it runs                       so: minify, leave out what is cold
 *     warm `run -- true`, 10 secrets: 47 files 54, one file 48.5, with V8's compiled form 35 so: keep that form
 *     of 35: SHA-256 by node:crypto 3, wrapped modules instead of joined ones 1, namespace
 *     objects of 56 pieces 0.9, a script joined from two strings 0.5                         so: what is below; now 28.6
 *     node:child_process 2.3 (nothing else starts a child without being waited for), node:crypto 2.5,
 *     process.stdout 2.7, process.stderr 1.4, node:zlib 1.3, TextDecoder 0.1                 so: asked for when used
 *
 * Of the 28.6 now: Node 18.0, start.ts and reading 1, V8 taking the compiled form 1.6, first run of all modules 1.2, the
 * command itself 2.7, starting and awaiting the child 4.5 (spawnSync, which cannot pass on signals, would take 3.8).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { WARM } from './warm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/bundle');
const PROGRAM = 'program.js';

/** The native addon is found in node_modules when it is first asked for. */
const EXTERNAL = ['@napi-rs/keyring'];

const COMMON = { platform: 'node', target: 'node20.19', minify: true, charset: 'ascii', logLevel: 'warning' };
/** `import()` in a CommonJS file would start Node's loader of ES modules. */
const COMMONJS = { ...COMMON, format: 'cjs', supported: { 'dynamic-import': false } };

await bundle();

async function bundle() {
  const pieces = await split();
  const packed = piecesOfProgram(pieces);
  const program = await pack(pieces, packed);
  const others = [...pieces.values()].filter(({ name }) => !packed.has(name));
  const files = new Map([
    [PROGRAM, program],
    ['package.json', '{ "type": "commonjs" }\n'],
  ]);
  for (const piece of others) files.set(piece.name, await convert(piece, packed));
  files.set('tool.js', await starter(program));
  files.set('modules.json', `${JSON.stringify(modulesByFile(others, pieces, packed), null, 2)}\n`);
  write(files);
}

/** esbuild's code splitting: ES modules with as little in each as can be loaded at once. Name → code, imports, exports, modules. */
async function split() {
  const { outputFiles, metafile } = await build({
    ...COMMON,
    absWorkingDir: ROOT,
    entryPoints: { program: 'dist/runtime/cli/program.js', sdk: 'dist/runtime/sdk/index.js' },
    outdir: OUT,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    external: EXTERNAL,
    metafile: true,
    write: false,
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => [relative(OUT, join(ROOT, path)), output]);
  const codes = new Map(outputFiles.map(({ path, text }) => [relative(OUT, path), text]));
  return new Map(
    outputs.map(([name, { entryPoint, imports, exports, inputs }]) => [
      name,
      { name, code: codes.get(name), entryPoint, imports, exports, modules: Object.keys(inputs) },
    ]),
  );
}

/** The entry, what it imports, and what the dynamic imports of a warm start lead to. */
function piecesOfProgram(pieces) {
  const warm = WARM.map((module) => `dist/runtime/${module}.js`);
  const roots = [...pieces.values()].filter(({ name, entryPoint }) => name === PROGRAM || warm.includes(entryPoint));
  if (roots.length !== WARM.length + 1) throw new Error(`not all of ${WARM.join(', ')} are imported dynamically`);
  const packed = new Set();
  const visit = ({ name, imports }) => {
    if (packed.has(name)) return;
    packed.add(name);
    for (const { path, kind } of imports) if (kind === 'import-statement') visitPath(path);
  };
  const visitPath = (path) => {
    const piece = pieces.get(relative(OUT, join(ROOT, path)));
    if (piece !== undefined) visit(piece);
  };
  roots.forEach(visit);
  return packed;
}

/** Joins pieces to one file, which also exports `pieces()`: all of them, for the other files to find them there. */
async function pack(pieces, packed) {
  const shared = [...packed].filter((name) => name !== PROGRAM).map((name) => pieces.get(name));
  const imports = shared.map(
    ({ name, exports }, index) => `import { ${exports.map((one) => `${one} as ${one}_${index}`)} } from './${name}';`,
  );
  // Getters, made when first asked for: a warm start never asks.
  const getters = ({ exports }, index) => exports.map((one) => `get ${one}() { return ${one}_${index}; }`);
  const members = shared.map((piece, index) => `${memberOf(piece.name)}: { ${getters(piece, index)} }`);
  const entry = [
    `export * from './${PROGRAM}';`,
    ...imports,
    'let made;',
    `export function pieces() { return (made ??= { ${members} }); }`,
  ];
  const { outputFiles } = await build({
    ...COMMONJS,
    stdin: { contents: entry.join('\n'), resolveDir: OUT, sourcefile: 'program-entry.js' },
    bundle: true,
    external: EXTERNAL,
    write: false,
    plugins: [{ name: 'pieces', setup: (plugin) => resolvePieces(plugin, pieces, packed) }],
  });
  return startable(outputFiles[0].text);
}

/** A module for Node's loader; for a script without `module`, the function that Node would have made of it. */
function startable(code) {
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${withFewRequires(code)}})`;
  const call = '(f) => f(exports, require, module, __filename, __dirname)';
  return `(typeof module === 'undefined' ? (f) => f : ${call})(${wrapped});\n`;
}

/** Every module asks for the built-ins it uses; together once is enough. */
function withFewRequires(code) {
  const shared = ['fs', 'path'];
  const short = shared.reduce((text, name) => text.replaceAll(`require("node:${name}")`, `builtin_${name}`), code);
  return `${shared.map((name) => `const builtin_${name}=require("node:${name}");`).join('')}${short}`;
}

function resolvePieces(plugin, pieces, packed) {
  plugin.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
    const name = relative(OUT, join(resolveDir, path));
    return packed.has(name) ? { path: join(OUT, name), namespace: 'piece' } : { path: `./${name}`, external: true };
  });
  plugin.onLoad({ filter: /./, namespace: 'piece' }, ({ path }) => ({
    contents: withWarmImports(pieces.get(relative(OUT, path)), packed),
    resolveDir: dirname(path),
  }));
}

/** Inside the program's file, a dynamic import of a packed piece is a static one: it costs no wrapping, and nothing is loaded. */
function withWarmImports({ name, code }, packed) {
  const imports = [];
  const body = code.replace(/\bimport\("(\.[^"]+)"\)/g, (call, path) => {
    if (!packed.has(join(dirname(name), path))) return call;
    imports.push(`import * as warm_${imports.length} from "${path}";`);
    return `Promise.resolve(warm_${imports.length - 1})`;
  });
  return [...imports, body].join('\n');
}

/** One piece as a file of its own, which looks into the program's file for what was packed there. */
async function convert({ name, code }, packed) {
  const converted = await transform(code, { ...COMMONJS, sourcefile: name });
  return converted.code.replace(/\brequire\("(\.[^"]+)"\)/g, (call, path) => {
    const target = join(dirname(name), path);
    return packed.has(target) ? `require("${pathBetween(name, PROGRAM)}").pieces().${memberOf(target)}` : call;
  });
}

async function starter(program) {
  const { outputFiles } = await build({
    ...COMMONJS,
    absWorkingDir: ROOT,
    entryPoints: ['dist/runtime/cli/start.js'],
    bundle: true,
    write: false,
    banner: { js: '#!/usr/bin/env node' },
    define: {
      'import.meta.dirname': '__dirname',
      PROGRAM_FILE: JSON.stringify(PROGRAM),
      PROGRAM_ID: JSON.stringify(createHash('sha256').update(program).digest('hex').slice(0, 16)),
    },
  });
  return outputFiles[0].text;
}

function modulesByFile(others, pieces, packed) {
  const program = [...packed].flatMap((name) => pieces.get(name).modules).sort();
  return Object.fromEntries([[PROGRAM, program], ...others.map(({ name, modules }) => [name, modules])]);
}

function write(files) {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(join(OUT, 'chunks'), { recursive: true });
  for (const [name, text] of files) writeFileSync(join(OUT, name), text, { mode: name === 'tool.js' ? 0o755 : 0o644 });
}

function memberOf(name) {
  return `piece_${basename(name, '.js').replace(/\W/g, '_')}`;
}

function pathBetween(from, to) {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
