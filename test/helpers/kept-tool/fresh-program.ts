/**
 * The bundle, evaluated anew for each call: whatever a module keeps, no two calls share it. Its scripts are compiled once, and the compiler,
 * which takes half of the time to evaluate, is evaluated once: it is pure (the import rules hold it to `schemas/`), so it keeps nothing of a call.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

export type Program = typeof import('#runtime/start/program.js');

/** As `runtime/start/compiled-files.ts` calls it. */
type Wrapped = (
  exports: object,
  require: (name: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void;

const PROGRAM = 'program.js';
/** How a file asks for a package that it would import. */
const IMPORTED = 'import:';
/** Of the compiler, and of the packages that it alone uses. */
const PURE: ReadonlySet<string> = new Set(['./compiler.js', './templates.js']);

/** Each call of the result gives the program of a new process. */
export function freshPrograms(bundle: string): () => Program {
  const scripts = new Map<string, Script>();
  const requireOther = createRequire(join(bundle, PROGRAM));
  const scriptOf = (path: string) => {
    const script = scripts.get(path) ?? new Script(readFileSync(path, 'utf8'), { filename: path });
    scripts.set(path, script);
    return script;
  };
  /** Loads what it is asked for from the same modules each time; `given` are from elsewhere. */
  const loader = (given: ReadonlySet<string>, elsewhere: (name: string) => object) => {
    const modules = new Map<string, { exports: object }>();
    const load = (name: string): object => {
      const known = modules.get(name);
      if (known !== undefined) return known.exports;
      const module = { exports: {} };
      modules.set(name, module);
      const path = join(bundle, name);
      const wrapped: Wrapped = scriptOf(path).runInThisContext();
      const ask = (asked: string) => {
        if (given.has(asked)) return elsewhere(asked.slice(2));
        if (asked.startsWith('./')) return load(asked.slice(2));
        return asked.startsWith(IMPORTED)
          ? Promise.resolve(requireOther(asked.slice(IMPORTED.length)))
          : requireOther(asked);
      };
      wrapped(module.exports, ask, module, path, bundle);
      return module.exports;
    };
    return load;
  };
  const pure = loader(new Set(), () => ({}));
  return () => loader(PURE, pure)(PROGRAM) as Program;
}
