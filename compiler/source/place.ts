/** Makes places: a key, a value, a range of a comment, a point of a text that is not TOML. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';

type KeyPath = Place['path'];

export function keyAt(file: string, path: KeyPath): Place {
  return { file, path, part: 'key' };
}

export function valueAt(file: string, path: KeyPath): Place {
  return { file, path, part: 'value' };
}

/** A range of a file by its offsets, for what has no key path: a comment. */
export function stretchAt(file: string, start: number, end: number): Place {
  return { file, path: [], part: 'value', offset: start, length: end - start };
}

/** A point of a file that could not be read as TOML, in UTF-16 units of its text. */
export function pointAt(file: string, offset: number): Place {
  return { file, path: [], part: 'value', offset };
}
