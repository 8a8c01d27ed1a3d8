/** Files of results of every kind: who keeps them needs no other member of a result, whose names may be those of secrets. */

interface Files {
  keep(): readonly string[];
}

const files = new WeakMap<object, Files>();

/** `result` has files, which `keepTempFiles` leaves to the caller. */
export function registerFiles(result: object, ofResult: Files): void {
  files.set(result, ofResult);
}

/** Leaves the files of a result to the caller, and gives their paths. */
export function keepTempFiles(result: object): readonly string[] {
  const found = files.get(result);
  if (found === undefined) throw new TypeError('keepTempFiles: a result of `load` is needed');
  return found.keep();
}
