/** The files of the bundle, loaded with what V8 made of them last time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script, type ScriptOptions } from 'node:vm';
import { type CodeCache, codeCachePath, readCompiled, writeCompiled } from './code-cache.js';

/** Node's own wrapping of a CommonJS module. */
type Wrapped = (
  exports: object,
  require: (name: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void;

interface Loaded {
  readonly module: { exports: object };
  readonly script: Script;
  /** Where its compiled form belongs; null where that is there. */
  missingAt: string | null;
}

/** Files that ask for each other by `require('./name')`; anything else they ask for is Node's. */
export class CompiledFiles {
  readonly #folder: string;
  readonly #cache: CodeCache;
  readonly #loaded = new Map<string, Loaded>();

  constructor(folder: string, cache: CodeCache) {
    this.#folder = folder;
    this.#cache = cache;
  }

  /** What the file exports; it is run once. */
  load(name: string): object {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known.module.exports;
    const path = join(this.#folder, name);
    const cachePath = codeCachePath(this.#cache, name);
    const script = compile(path, readCompiled(this.#cache, cachePath));
    const missingAt = script.cachedDataRejected === false ? null : cachePath;
    const module = { exports: {} };
    this.#loaded.set(name, { module, script, missingAt });
    const wrapped: Wrapped = script.runInThisContext();
    wrapped(module.exports, (asked) => this.#ask(asked), module, path, this.#folder);
    return module.exports;
  }

  #ask(asked: string): unknown {
    return asked.startsWith('./') ? this.load(asked.slice(2)) : require(asked);
  }

  /** Keeps the compiled form of what had to be compiled: by now with all that was used of it. */
  keep(): void {
    for (const file of this.#loaded.values()) {
      const { script, missingAt } = file;
      if (missingAt !== null) writeCompiled(this.#cache, missingAt, () => script.createCachedData());
      file.missingAt = null;
    }
  }
}

/** The bundler writes plain ASCII, and a file whose value outside Node's module loader is the wrapped module. */
function compile(path: string, cachedData: Buffer | undefined): Script {
  // As a URL, so that Node's list of covered files has it.
  const filename = `file://${encodeURI(path)}`;
  const options: ScriptOptions = cachedData === undefined ? { filename } : { filename, cachedData };
  return new Script(readFileSync(path, 'latin1'), options);
}
