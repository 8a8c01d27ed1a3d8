/** A quote inside quotes: doubled, or outside of them as shells need it. */
import { END, type Escape, type Readings, type View } from './escape.js';

const FORMS: readonly string[] = [`''`, `""`, `'\\''`, `'"'"'`];

export function quoteAt({ bytes, isLast }: View, at: number): Readings {
  const quote = bytes[at] ?? END;
  const readings: Escape[] = [];
  for (const form of FORMS) {
    let known = 0;
    while (known < form.length && bytes[at + known] === form.charCodeAt(known)) known++;
    if (known === form.length) readings.push({ length: known, bytes: [quote] });
    else if (known > 0 && at + known === bytes.length && !isLast) return null;
  }
  return readings;
}
