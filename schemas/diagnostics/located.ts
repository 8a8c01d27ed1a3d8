/** A `Place` found in its file: what a diagnostic prints. */
import type { Place } from './diagnostic.js';

/** Lines and columns count from 1, columns in characters (code points). The end is exclusive; an empty range is possible. */
export interface Located {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The same in UTF-16 units of the text, which has no byte order mark. */
  readonly start: number;
  readonly end: number;
  /** The line numbered `line`, without its line end; null where it must not be shown (it could name what a scope hides). */
  readonly source: string | null;
  /** Stretches of `source` that are never shown, in UTF-16 units, in order, without overlaps. */
  readonly hidden: readonly { readonly start: number; readonly end: number }[];
}

/** Null where the file or the place in it is not known. */
export type Locate = (place: Place) => Located | null;
