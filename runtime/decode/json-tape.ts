/** A JSON document as a row of its values, each before those inside it: four numbers a value, and no copy of the text. */
import { walkJson } from './json-walk.js';

export interface JsonTape {
  /** Where the text stops being JSON; then the rows must not be used. */
  readonly invalidAt: number | null;
  /** Where each value starts and ends in the text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Where the name of a member starts; NO_KEY for elements and for the outermost value. */
  readonly keys: readonly number[];
  /** The next value in the row that is not inside this one. */
  readonly after: readonly number[];
}

export const NO_KEY = -1;

/** Reads each token of the document once. No recursion: documents may nest as deep as they like. */
export function jsonTape(text: string): JsonTape {
  const starts: number[] = [];
  const ends: number[] = [];
  const keys: number[] = [];
  const after: number[] = [];
  const open: number[] = [];
  let key = NO_KEY;
  let invalidAt: number | null = null;
  const begin = (start: number, end: number) => {
    starts.push(start);
    ends.push(end);
    keys.push(key);
    after.push(starts.length);
    key = NO_KEY;
  };
  for (const event of walkJson(text)) {
    switch (event.kind) {
      case 'key':
        key = event.start;
        break;
      case 'scalar':
        begin(event.start, event.end);
        break;
      case 'open':
        open.push(starts.length);
        begin(event.start, event.start);
        break;
      case 'close': {
        const container = open.pop() ?? 0;
        ends[container] = event.end;
        after[container] = starts.length;
        break;
      }
      case 'invalid':
        invalidAt = event.start;
    }
  }
  return { invalidAt, starts, ends, keys, after };
}
