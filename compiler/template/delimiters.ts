/** What stands around a reference in a template. */

export interface Delimiters {
  readonly open: string;
  readonly close: string;
  /** What stands for the start of a reference as text, and that text. */
  readonly escaped: string;
  readonly literal: string;
}

/** `${NAME}`, and `$$` for a dollar sign: those of composed secrets (spec 2.7). */
export const DOLLAR: Delimiters = { open: '${', close: '}', escaped: '$$', literal: '$' };

/** Others, whose opening one, written twice, stands for itself. */
export function delimitersOf(open: string, close: string): Delimiters {
  return open === DOLLAR.open && close === DOLLAR.close ? DOLLAR : { open, close, escaped: open + open, literal: open };
}
