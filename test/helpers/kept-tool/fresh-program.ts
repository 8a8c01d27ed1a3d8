/** The bundle, evaluated anew for each call: whatever a module keeps, no two calls share it. Its scripts are compiled once. */
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

/** Each call of the result gives the program of a new process. */
export function freshPrograms(bundle: string): () => Program {
  const scripts = new Map<string, Script>();
  const requireOther = createRequire(join(bundle, PROGRAM));
  const scriptOf = (path: string) => {
    const script = scripts.get(path) ?? new Script(readFileSync(path, 'utf8'), { filename: path });
    scripts.set(path, script);
    return script;
  };
  return () => {
    const modules = new Map<string, { exports: object }>();
    const load = (name: string): object => {
      const known = modules.get(name);
      if (known !== undefined) return known.exports;
      const module = { exports: {} };
      modules.set(name, module);
      const path = join(bundle, name);
      const wrapped: Wrapped = scriptOf(path).runInThisContext();
      wrapped(
        module.exports,
        (asked) => (asked.startsWith('./') ? load(asked.slice(2)) : requireOther(asked)),
        module,
        path,
        bundle,
      );
      return module.exports;
    };
    return load(PROGRAM) as Program;
  };
}
