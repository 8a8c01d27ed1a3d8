/**
 * What `tool` of the npm package runs: loads the program together with what V8 made of it last time, and starts it.
 * Compiling it anew takes longer than everything else on a warm start.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script, type ScriptOptions } from 'node:vm';
import { cacheFolder } from '../inputs/folders.js';
import { codeCachePath, readCompiled, writeCompiled } from './code-cache.js';

/** Set by the bundler: the file of the program beside this one, and a hash of its content. */
declare const PROGRAM_FILE: string;
declare const PROGRAM_ID: string;

type Program = typeof import('./program.js');
/** Node's own wrapping of a CommonJS module. */
type Wrapped = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

start(join(import.meta.dirname, PROGRAM_FILE), codeCachePath(cacheFolder(process.env), PROGRAM_ID));

/** Ending is explicit, so that nothing left open can keep us. */
function start(path: string, cachePath: string): void {
  const script = compile(path, readCompiled(cachePath));
  const { main, atLeaving } = load(script, path);
  const keepCompiled = () => writeCompiled(cachePath, () => script.createCachedData());
  const isCached = script.cachedDataRejected === false;
  if (!isCached) atLeaving(keepCompiled);
  void main(process.argv.slice(2)).then((exitCode) => {
    if (!isCached) keepCompiled();
    process.exit(exitCode);
  });
}

/** The bundler writes plain ASCII, and a file whose value outside Node's module loader is the wrapped module. */
function compile(path: string, cachedData: Buffer | undefined): Script {
  // As a URL, so that Node's list of covered files has it.
  const filename = `file://${encodeURI(path)}`;
  const options: ScriptOptions = cachedData === undefined ? { filename } : { filename, cachedData };
  return new Script(readFileSync(path, 'latin1'), options);
}

/** Other files of the bundle ask for this one by its path, and must get this instance. */
function load(script: Script, path: string): Program {
  const module = { exports: {} as Program, loaded: true, children: [] };
  require.cache[path] = module as unknown as NodeJS.Module;
  const wrapped: Wrapped = script.runInThisContext();
  wrapped(module.exports, require, module, path, import.meta.dirname);
  return module.exports;
}
