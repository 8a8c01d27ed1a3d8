/** The compiled tree, dist/, as both builds take it up. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const COMPILED = join(ROOT, 'dist');
const PARTS = ['schemas', 'compiler', 'runtime'];

/** Modules of runtime/ that a warm `run` imports dynamically: each build puts them where nothing has to be looked for. */
const WARM = ['cli/commands/run', 'child/start', 'providers/dotenv'];
/** Those that some warm runs import. */
const SOMETIMES_WARM = ['execute/making/finish', 'providers/env', 'providers/file'];
const pathOf = (name) => `runtime/${name}.js`;
export const WARM_ON_NODE = [...WARM, 'child/on-node'].map(pathOf);
/** On Node these are in a file of their own. */
export const SOMETIMES_WARM_ON_NODE = [...SOMETIMES_WARM, 'child/executable-image'].map(pathOf);
/** What programs that use the library import: for them, too, little is in the file that has it. */
export const LOADED = [
  'sdk/load',
  'sdk/open',
  'session/operations/load',
  'session/operations/get-named',
  'session/session-files',
  'inputs/temporary-folder',
].map(pathOf);
/** What asks for secrets by name, once and again and again: here and in another process. */
export const BY_NAME = [
  'cli/commands/get',
  'cli/commands/serve',
  'sdk/connect',
  'session/open-plan',
  'session/operations/get',
].map(pathOf);
export const WARM_IN_EXECUTABLE = [...WARM, ...SOMETIMES_WARM, 'child/by-libc', 'child/libc'].map(pathOf);

/** Paths below dist/. */
export function compiledModules() {
  const modules = PARTS.flatMap((part) => {
    const folder = join(COMPILED, part);
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
    return names.filter((name) => name.endsWith('.js')).map((name) => join(part, name));
  });
  if (modules.length === 0) throw new Error('there is nothing to bundle: run `npm run build` first');
  return modules.sort();
}

/** What `runtime/version.ts` reads: the code, and the packages it goes with. */
export function builtFrom() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const module of compiledModules()) hash.update(`\0${module}\0`).update(readFileSync(join(COMPILED, module)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * The code with its dynamic imports of warm modules made static ones: those wait for nothing and load nothing. Each name by itself:
 * the namespace of a module takes half a millisecond to set up. `exportsOf` is called with each path as it is spelled; it returns the
 * names that a warm module exports, and null for any other.
 */
export function withWarmImports(code, exportsOf) {
  const imports = [];
  const body = code.replace(/\bimport\((['"])(\.[^'"]+)\1\)/g, (call, _, path) => {
    const names = exportsOf(path)?.map((name) => [name, `warm_${imports.length}_${name}`]);
    if (names === undefined) return call;
    const imported = names.map(([name, own]) => `${name} as ${own}`).join(', ');
    imports.push(`import { ${imported} } from ${JSON.stringify(path)};\n`);
    return `Promise.resolve({ ${names.map(([name, own]) => `${name}: ${own}`).join(', ')} })`;
  });
  return [...imports, body].join('');
}

/** The names that a module exports, as TypeScript writes it. */
export function exportsOfModule(path) {
  const lines = readFileSync(join(COMPILED, path), 'utf8').match(/^export .*$/gm) ?? [];
  return lines.map((line) => {
    const [, name] = /^export (?:async )?(?:function|const|class) (\w+)[ (]/.exec(line) ?? [];
    if (name === undefined) throw new Error(`${path}: an export of another form: ${line}`);
    return name;
  });
}
