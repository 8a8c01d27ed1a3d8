/** The compiled tree, dist/, as both builds take it up. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const COMPILED = join(ROOT, 'dist');
const PARTS = ['schemas', 'compiler', 'runtime'];

/** Modules of runtime/ that a warm `run` imports dynamically: each build puts them where nothing has to be looked for. */
const WARM = [
  'cli/commands/run',
  'child/start',
  'execute/making/finish',
  'providers/dotenv',
  'providers/env',
  'providers/file',
];
const pathOf = (name) => `runtime/${name}.js`;
export const WARM_ON_NODE = [...WARM, 'child/on-node'].map(pathOf);
export const WARM_IN_EXECUTABLE = [...WARM, 'child/by-libc', 'child/libc'].map(pathOf);

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

/** What `runtime/version.ts` is told: the code, and the packages it goes with. */
export function builtFrom() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const module of compiledModules()) hash.update(`\0${module}\0`).update(readFileSync(join(COMPILED, module)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * The code with its dynamic imports of warm modules made static ones: those wait for nothing and load nothing.
 * `isWarm` is asked for each path as it is spelled.
 */
export function withWarmImports(code, isWarm) {
  const imports = [];
  const body = code.replace(/\bimport\((['"])(\.[^'"]+)\1\)/g, (call, _, path) => {
    if (!isWarm(path)) return call;
    imports.push(`import * as warm_${imports.length} from ${JSON.stringify(path)};\n`);
    return `Promise.resolve(warm_${imports.length - 1})`;
  });
  return [...imports, body].join('');
}
