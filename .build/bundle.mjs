/**
 * Builds what is published and what `bin` runs, dist/bundle/, from the compiled tree:
 *
 *     tool.js      the command: loads program.js with V8's compiled form of it (runtime/cli/start.ts)
 *     program.js   all that a warm `run` needs, in one file
 *     sdk.js       the library
 *     chunks/      the rest, loaded when it is needed: the compiler, other commands, other providers, npm packages
 *     modules.json which module went into which file
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/bundle');
const PROGRAM = 'program.js';

/** Dynamic imports that a warm `run` makes; what they load becomes part of the program's file. */
const WARM = ['cli/commands/run', 'child/spawn', 'providers/dotenv', 'providers/env', 'providers/file'];

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

/** esbuild's code splitting: ES modules with as little in each as can be loaded at once. Name → code, imports, modules. */
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
    outputs.map(([name, { entryPoint, imports, inputs }]) => [
      name,
      { name, code: codes.get(name), entryPoint, imports, modules: Object.keys(inputs) },
    ]),
  );
}

/** The entry, what it imports, and what the warm dynamic imports lead to. */
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

/** Joins pieces to one file. Each is also one of its exports, for the other files to find it there. */
async function pack(pieces, packed) {
  const shared = [...packed].filter((name) => name !== PROGRAM);
  const entry = [
    `export * from './${PROGRAM}';`,
    ...shared.map((name) => `export * as ${exportOf(name)} from './${name}';`),
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
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${code}})`;
  const call = '(f) => f(exports, require, module, __filename, __dirname)';
  return `(typeof module === 'undefined' ? (f) => f : ${call})(${wrapped});\n`;
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
    return packed.has(target) ? `require("${pathBetween(name, PROGRAM)}").${exportOf(target)}` : call;
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

function exportOf(name) {
  return `piece_${basename(name, '.js').replace(/\W/g, '_')}`;
}

function pathBetween(from, to) {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
