/** The files of the bundle, loaded with the code that V8 compiled last time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script, type ScriptOptions } from 'node:vm';
import { type CodeCache, codeCachePath, readCompiled } from './code-cache.js';

/** Node's own wrapping of a CommonJS module. */
type Wrapped = (
  exports: object,
  require: (name: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void;

export interface LoadedFile {
  readonly script: Script;
  /** Where its compiled form is kept. */
  readonly cachePath: string;
  /** Length of the compiled form it was loaded with; 0 if V8 had to compile it. */
  readonly compiledBytes: number;
}

/** Files that load each other with `require('./name')`; every other module they load is Node's. */
export class CompiledFiles {
  readonly #folder: string;
  readonly #cache: CodeCache;
  readonly #modules = new Map<string, { exports: object }>();
  /** What is made of their scripts at the end of the process contains every function that was used, now or before. */
  readonly loaded: LoadedFile[] = [];

  constructor(folder: string, cache: CodeCache) {
    this.#folder = folder;
    this.#cache = cache;
  }

  /** The exports of the file, which is run once. */
  load(name: string): object {
    const known = this.#modules.get(name);
    if (known !== undefined) return known.exports;
    const path = join(this.#folder, name);
    const cachePath = codeCachePath(this.#cache, name);
    const compiled = readCompiled(this.#cache, cachePath);
    const script = compile(path, compiled);
    const compiledBytes = script.cachedDataRejected === false ? (compiled?.length ?? 0) : 0;
    this.loaded.push({ script, cachePath, compiledBytes });
    const module = { exports: {} };
    this.#modules.set(name, module);
    const wrapped: Wrapped = script.runInThisContext();
    wrapped(module.exports, (asked) => this.#ask(asked), module, path, this.#folder);
    return module.exports;
  }

  #ask(asked: string): unknown {
    if (asked.startsWith('./')) return this.load(asked.slice(2));
    return asked.startsWith(IMPORTED) ? importPackage(asked.slice(IMPORTED.length)) : require(asked);
  }
}

/** How a file asks for a package that it would import: Node's loader of ES modules takes 4 ms to start. */
const IMPORTED = 'import:';

async function importPackage(name: string): Promise<unknown> {
  return require(name);
}

/** The bundler writes plain ASCII, and a file that evaluates to the wrapped module outside Node's module loader. */
function compile(path: string, cachedData: Buffer | undefined): Script {
  // As a URL, so that it is in Node's list of covered files.
  const filename = `file://${encodeURI(path)}`;
  const options: ScriptOptions = cachedData === undefined ? { filename } : { filename, cachedData };
  // Node reads UTF-8 in half the time of other encodings.
  return new Script(readFileSync(path, 'utf8'), options);
}
