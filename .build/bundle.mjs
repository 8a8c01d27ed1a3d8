/**
 * Builds what is published and what `bin` runs, dist/bundle/, from the compiled tree:
 *
 *     tool.js       the command: loads the files below with V8's compiled form of them (runtime/start/start.ts)
 *     git-credential-tool.js, docker-credential-tool.js  the command as Git and Docker start it
 *     program.js    all that a warm `run` needs, in one file
 *     warm.js       what only some warm runs need: composed secrets, other stores than dotenv
 *     sessions.js   what asks for single secrets: `get`, `serve` and the library, with what links plans
 *     rest.js       other commands, other providers, what makes plans
 *     compiler.js   the compiler, with the packages it always needs
 *     templates.js  the parser of composed secrets
 *     words.js      the word list of passphrases and mnemonics
 *     age.js        the age store, with its cryptography
 *     kdbx.js       the kdbx store, with the key derivation for a worker as text
 *     keeper.js     the keeper store, with the library of its vendor
 *     sops.js       the sops store, with its parser of YAML
 *     x509.js       identities and certificates
 *     yaml.js       the parser of YAML files
 *     credential-worker.js  the chain of AWS's library that finds keys, as the text of a program for a worker with the variables of a call
 *     trust.js      what reads approvals, for users who require them
 *     programs.js   what starts programs of vendors and commands of generators
 *     editor.js     what answers editors
 *     agents.js     what answers agents, with the library of their protocol
 *     code.js       what compares programs with manifests, with a parser of JavaScript
 *     library.js    the library: what importing it loads
 *     load.js       what using it loads, besides program.js
 *     sdk.js        its door for `require`; sdk.mjs, for `import`, has the library once more, and the same objects (doors.mjs)
 *     modules.json  which module went into which file, for tests
 *
 * types.mjs adds sdk.d.ts, the declarations of the library.
 *
 * The shape follows from what a start costs. Milliseconds of whole processes, Node 20.20 on 2 cores, quiet, lower
 * quartiles; `node -e` that spawns `true` takes 21.8:
 *
 *     an empty script 18.0, an empty ES module 21.5; a first `import()` in CommonJS 4.0     so: CommonJS, no `import()`
 *     a file that is required 0.13, whatever is in it (a warm run split as esbuild does: 47) so: few files
 *     1 MB with a character beyond ASCII 10 to read, 0.5 without                             so: escape them
 *     1 KB of minified code 0.027 to parse, before anything of it runs                       so: minify, keep V8's compiled form
 *     SHA-256 by node:crypto 3, wrapped modules instead of joined ones 1, namespace objects
 *     of 56 pieces 0.9, a script joined from two strings 0.5                                 so: what is below
 *     node:child_process 2.3, node:crypto 2.5, process.stdout 2.7, process.stderr 1.4,
 *     node:zlib 1.3, TextDecoder 0.1, a class of Unicode in an expression 0.2,
 *     an error that is thrown and caught 0.1                                                 so: asked for when used, if at all
 *     1 MB of new objects makes V8 collect garbage, 0.8                                      so: less than that
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, transform } from 'esbuild';
import {
  BY_NAME,
  builtFrom,
  LOADED,
  ROOT,
  SOMETIMES_WARM_ON_NODE,
  WARM_ON_NODE,
  withWarmImports,
} from './compiled.mjs';
import { doors, ENTRANCE, loadable } from './doors.mjs';

const OUT = join(ROOT, 'dist/bundle');
const PROGRAM = 'program.js';
const WARM = 'warm.js';
const SDK = 'sdk.js';
const LIBRARY = 'library.js';
const LOAD = 'load.js';
const SESSIONS = 'sessions.js';

/** The other lazy files, and what a module must match to make its piece belong to one; the first that matches counts. */
const LAZY = [
  ['templates.js', /^node_modules\/(chevrotain|@chevrotain|lodash-es)\//],
  ['words.js', /^node_modules\/@scure\/bip39\//],
  ['credential-worker.js', /credential-worker-text\.js$/],
  ['trust.js', /^dist\/runtime\/trust\/(approval|require-trust)\.js$/],
  ['programs.js', /^node_modules\/execa\//],
  ['kdbx.js', /^dist\/runtime\/providers\/kdbx/],
  ['keeper.js', /^(node_modules\/@keeper-security|dist\/runtime\/providers\/keeper)/],
  ['age.js', /^node_modules\/(age-encryption|@noble|@scure)\//],
  ['sops.js', /^(node_modules\/yaml|dist\/runtime\/providers\/sops)\//],
  ['x509.js', /^(node_modules\/node-forge|dist\/runtime\/secret-types\/x509)\//],
  ['yaml.js', /^node_modules\/yaml\//],
  ['editor.js', /^(node_modules\/vscode-|dist\/runtime\/analysis\/lsp\/|dist\/compiler\/editor\/)/],
  ['agents.js', /^(node_modules\/@modelcontextprotocol\/|dist\/runtime\/(mcp|analysis\/agents)\/)/],
  ['code.js', /^(node_modules\/sucrase|dist\/runtime\/analysis\/code)\//],
  ['compiler.js', /^(node_modules|dist\/compiler)\//],
  ['rest.js', /^/],
];
const LAZY_FILES = [WARM, SESSIONS, ...LAZY.map(([file]) => file), LIBRARY, LOAD];
/** Different commands use different parts of these. */
const USED_BY_COMMANDS = [PROGRAM, SESSIONS, 'rest.js'];

/** Found in node_modules when they are first asked for: a native addon, and a library under the LGPL, which stays replaceable. */
const EXTERNAL = ['@napi-rs/keyring', 'openpgp'];

const COMMON = { platform: 'node', target: 'node20.19', minify: true, charset: 'ascii', logLevel: 'warning' };
/** `import()` in a CommonJS file would start Node's loader of ES modules. Packages pass their address to `createRequire`. */
const COMMONJS = {
  ...COMMON,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': '__filename', 'import.meta.dirname': '__dirname' },
};
/** Programs of workers: whoever starts one has its text, so that it is there whatever bundles the library. */
const WORKER_TEXT = /(providers\/[^/]+\/[^/]+-worker)-text\.js$/;
/** What is used only where the text of a worker is missing: its packages would be in the bundle twice. */
const WITHOUT_WORKER = /providers\/aws\/keys-in-process\.js$/;
/** The default of a library that is given another one (runtime/mcp/server.ts): 150 KB. */
const WITHOUT_JUDGE = /@modelcontextprotocol\/server\/dist\/shimsNode\.mjs$/;
/** Commands under the names by which other programs start them. */
const HELPERS = new Map([
  ['git-credential-tool.js', 'git credential'],
  ['docker-credential-tool.js', 'docker credential'],
]);

await bundle();

async function bundle() {
  const pieces = await split();
  const homes = homesOf(pieces);
  const files = new Map([[PROGRAM, inAscii(await pack(pieces, homes))]]);
  for (const file of LAZY_FILES) files.set(file, inAscii(await gather(file, pieces, homes)));
  for (const [name, text] of doors(LIBRARY, await gathered(LIBRARY, pieces, homes), pieces.get(SDK)))
    files.set(name, inAscii(text));
  files.set('package.json', '{ "type": "commonjs" }\n');
  files.set('tool.js', await starter(files));
  for (const [name, command] of HELPERS) files.set(name, helper(command));
  files.set('modules.json', `${JSON.stringify(modulesByFile(pieces, homes), null, 2)}\n`);
  write(files);
}

/** esbuild's code splitting: ES modules with as little in each as can be loaded at once. Name → code, imports, exports, modules. */
async function split() {
  const { outputFiles, metafile } = await build({
    ...COMMON,
    absWorkingDir: ROOT,
    entryPoints: { program: 'dist/runtime/start/program.js', sdk: 'dist/runtime/sdk/index.js' },
    define: { BUILT_FROM: JSON.stringify(builtFrom()) },
    // A piece that is CommonJS would have no named exports for an `import()`.
    mainFields: ['module', 'main'],
    // Node reads its CommonJS; of its ES modules, esbuild leaves out what is not used.
    alias: { 'sucrase/dist/parser': 'sucrase/dist/esm/parser' },
    outdir: OUT,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    external: EXTERNAL,
    metafile: true,
    write: false,
    plugins: [{ name: 'workers', setup: embedWorkers }],
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => [relative(OUT, join(ROOT, path)), output]);
  const codes = new Map(outputFiles.map(({ path, text }) => [relative(OUT, path), text]));
  const idle = outputs.flatMap(([name, { inputs, imports }]) =>
    Object.keys(inputs).length + imports.length === 0 ? [name] : [],
  );
  return new Map(
    outputs.map(([name, { entryPoint, imports, exports, inputs }]) => [
      name,
      { name, code: without(idle, codes.get(name)), entryPoint, imports, exports, modules: Object.keys(inputs) },
    ]),
  );
}

/** Imports for the effect of pieces that have none, as esbuild's own functions, would load the file that those are in. */
function without(idle, code) {
  return idle.reduce((text, name) => text.replace(`import"./${name}";`, ''), code);
}

/** The file that each piece goes into, by name of the piece. */
function homesOf(pieces) {
  const program = reachable(pieces, rootsOf(pieces, WARM_ON_NODE, PROGRAM));
  const warm = reachable(pieces, rootsOf(pieces, SOMETIMES_WARM_ON_NODE));
  const library = reachable(pieces, [pieces.get(SDK)]);
  const load = reachable(pieces, rootsOf(pieces, LOADED));
  const sessions = reachable(pieces, rootsOf(pieces, BY_NAME));
  const homeOf = ({ name, modules }) => {
    if (program.has(name)) return PROGRAM;
    if (warm.has(name)) return WARM;
    if (library.has(name)) return LIBRARY;
    if (load.has(name)) return LOAD;
    if (sessions.has(name)) return SESSIONS;
    const match = LAZY.find(([, pattern]) => modules.some((module) => pattern.test(module)));
    return (match ?? LAZY.at(-1))[0];
  };
  return new Map([...pieces.values()].map((piece) => [piece.name, homeOf(piece)]));
}

/** The pieces that dynamic imports of these modules lead to, and those of these names. */
function rootsOf(pieces, modules, ...names) {
  const entries = modules.map((module) => `dist/${module}`);
  const roots = [...pieces.values()].filter(
    ({ name, entryPoint }) => names.includes(name) || entries.includes(entryPoint),
  );
  if (roots.length !== entries.length + names.length) {
    throw new Error(`not all of ${entries.join(', ')} are imported dynamically`);
  }
  return roots;
}

/** The names of these pieces and of what they import. */
function reachable(pieces, roots) {
  const found = new Set();
  const visit = ({ name, imports }) => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path, kind } of imports) if (kind === 'import-statement') visitPath(path);
  };
  const visitPath = (path) => {
    const piece = pieces.get(relative(OUT, join(ROOT, path)));
    if (piece !== undefined) visit(piece);
  };
  roots.forEach(visit);
  return found;
}

/** Joins the program's pieces to one file, which also exports `piece()`, for the other files to find them there. */
async function pack(pieces, homes) {
  const shared = piecesIn(PROGRAM, pieces, homes).filter(({ name }) => name !== PROGRAM);
  const imports = shared.map(
    ({ name, exports }, index) => `import { ${exports.map((one) => `${one} as ${one}_${index}`)} } from './${name}';`,
  );
  // Getters, made when first asked for: a warm start never asks.
  const getters = ({ exports }, index) => exports.map((one) => `get ${one}() { return ${one}_${index}; }`);
  const members = shared.map((piece, index) => `${JSON.stringify(piece.name)}: { ${getters(piece, index)} }`);
  const entry = [
    `export * from './${PROGRAM}';`,
    ...imports,
    'let made;',
    `export function piece(name) { return (made ??= { ${members} })[name]; }`,
  ];
  const { outputFiles } = await build({
    ...COMMONJS,
    stdin: { contents: entry.join('\n'), resolveDir: OUT, sourcefile: 'program-entry.js' },
    bundle: true,
    external: EXTERNAL,
    write: false,
    plugins: [{ name: 'pieces', setup: (plugin) => resolvePieces(plugin, pieces, homes) }],
  });
  return loadable(withFewRequires(outsideCalls(outputFiles[0].text, PROGRAM, homes)), EXTERNAL);
}

/** Joins pieces to one file that evaluates each when it is first asked for, and exports `piece()`. */
async function gather(file, pieces, homes) {
  const exported = file === LIBRARY ? `exports.piece=piece;\n${ENTRANCE}` : 'exports.piece=piece;';
  return loadable(`${await gathered(file, pieces, homes)}\n${exported}`, EXTERNAL);
}

/** The pieces of the file and `piece()`. Those of the library are the same in all files of one realm that have them. */
async function gathered(file, pieces, homes) {
  const own = piecesIn(file, pieces, homes);
  const functions = await Promise.all(
    own.map(async (piece) => `${JSON.stringify(piece.name)}(exports,module){${await convert(piece, homes)}}`),
  );
  const made = file === LIBRARY ? `globalThis[Symbol.for("tool library ${builtFrom()}")]??={}` : '{}';
  return `const makers={${functions}},made=${made};
function piece(name){let module=made[name];
if(!module){module=made[name]={exports:{}};makers[name](module.exports,module)}
return module.exports}`;
}

/** Every module asks for the built-ins it uses; together once is enough. */
function withFewRequires(code) {
  const shared = ['fs', 'path'];
  const short = shared.reduce((text, name) => text.replaceAll(`require("node:${name}")`, `builtin_${name}`), code);
  return `${shared.map((name) => `const builtin_${name}=require("node:${name}");`).join('')}${short}`;
}

function resolvePieces(plugin, pieces, homes) {
  plugin.onResolve({ filter: /^\./ }, ({ path }) => {
    const name = basename(path);
    const isOurs = homes.get(name) === PROGRAM;
    return isOurs ? { path: join(OUT, name), namespace: 'piece' } : { path: `./${name}`, external: true };
  });
  plugin.onLoad({ filter: /./, namespace: 'piece' }, ({ path }) => ({
    // What is packed is there: a dynamic import of it needs no wrapping.
    contents: withWarmImports(pieces.get(basename(path)).code, (asked) => {
      return homes.get(basename(asked)) === PROGRAM ? pieces.get(basename(asked)).exports : null;
    }),
    resolveDir: dirname(path),
  }));
}

/**
 * A single character beyond ASCII makes Node take 20 ms for reading 2 MB that take 1 without. esbuild leaves them in regular expressions,
 * which know the same escapes as strings.
 */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** One piece as CommonJS. */
async function convert({ name, code }, homes) {
  const converted = await transform(code, { ...COMMONJS, sourcefile: name });
  return outsideCalls(converted.code, homes.get(name), homes);
}

/**
 * Where a piece asks for another one, the call that gives it: as it is, because its exports are those of the module already. esbuild would copy
 * all of them at every `import()`.
 */
function outsideCalls(code, file, homes) {
  return code
    .replace(/(?<=\.then\(\(\)=>)[\w$]+\((require\("\.\/[^"]+"\))\)/g, '$1')
    .replace(/\brequire\("\.\/([^"]+)"\)/g, (_, name) => {
      const home = homes.get(name);
      if (home === undefined) throw new Error(`${file} asks for ${name}, which is no piece`);
      return `${home === file ? '' : `require("./${home}").`}piece(${JSON.stringify(name)})`;
    });
}

function embedWorkers(plugin) {
  plugin.onLoad({ filter: WITHOUT_WORKER }, () => ({ contents: 'export const keysInProcess = null;' }));
  plugin.onLoad({ filter: WITHOUT_JUDGE }, () => ({
    contents: "export { default as process } from 'node:process'; export const DefaultJsonSchemaValidator = null;",
  }));
  plugin.onLoad({ filter: WORKER_TEXT }, async ({ path }) => {
    const [, program] = WORKER_TEXT.exec(path);
    return { contents: `export const text = ${JSON.stringify(await worker(program))};` };
  });
}

/** Bundles a worker with only what it uses of its packages. */
async function worker(program) {
  const { outputFiles } = await build({
    ...COMMONJS,
    absWorkingDir: ROOT,
    entryPoints: [`dist/runtime/${program}.js`],
    mainFields: ['module', 'main'],
    bundle: true,
    write: false,
  });
  return outputFiles[0].text;
}

async function starter(files) {
  const { commands } = await import('../dist/runtime/cli/commands.js');
  const scripts = [PROGRAM, ...LAZY_FILES];
  const hash = createHash('sha256').update(scripts.map((file) => files.get(file)).join('\0'));
  const { outputFiles } = await build({
    ...COMMONJS,
    absWorkingDir: ROOT,
    entryPoints: ['dist/runtime/start/start.js'],
    bundle: true,
    write: false,
    banner: { js: '#!/usr/bin/env node' },
    define: {
      'import.meta.dirname': '__dirname',
      PROGRAM_FILE: JSON.stringify(PROGRAM),
      BUILD_ID: JSON.stringify(hash.digest('hex').slice(0, 16)),
      COMMANDS: JSON.stringify(Object.keys(commands)),
      USED_BY_COMMANDS: JSON.stringify(USED_BY_COMMANDS),
    },
  });
  return outputFiles[0].text;
}

function helper(command) {
  return `#!/usr/bin/env node\nprocess.argv.splice(2, 0, ...${JSON.stringify(command.split(' '))});\nrequire('./tool.js');\n`;
}

function piecesIn(file, pieces, homes) {
  return [...pieces.values()].filter(({ name }) => homes.get(name) === file);
}

function modulesByFile(pieces, homes) {
  const files = [PROGRAM, ...LAZY_FILES];
  return Object.fromEntries(
    files.map((file) => [
      file,
      piecesIn(file, pieces, homes)
        .flatMap(({ modules }) => modules)
        .sort(),
    ]),
  );
}

function write(files) {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const isProgram = (name) => name === 'tool.js' || HELPERS.has(name);
  for (const [name, text] of files) writeFileSync(join(OUT, name), text, { mode: isProgram(name) ? 0o755 : 0o644 });
}
