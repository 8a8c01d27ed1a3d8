/** A JSON document as a row of its values, each before those inside it: four numbers a value, and no copy of the text. */
import { walkJson } from './json-walk.js';

export interface JsonTape {
  /** Where the text stops being JSON; then the rows must not be used. */
  readonly invalidAt: number | null;
  /** Where each value starts and ends in the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Where the name of each member starts; elements have none. */
  readonly keys: Int32Array;
  /** The next value in the row that is not inside this one. */
  readonly after: Int32Array;
}

/**
 * Reads each token of the document once. No recursion: documents may nest as deep as they like. The rows have room for as many
 * values as a valid text of this length can have, since each but the first has a second character of its own, a comma or a bracket;
 * in an invalid one, what is beyond is lost. Room that is not written to takes no memory.
 */
export function jsonTape(text: string): JsonTape {
  const room = Math.floor(text.length / 2) + 1;
  const starts = new Int32Array(room);
  const ends = new Int32Array(room);
  const keys = new Int32Array(room);
  const after = new Int32Array(room);
  let length = 0;
  let key = 0;
  /** The innermost open container. Until it is closed, its place in `after` holds the one around it. */
  let open = 0;
  let invalidAt: number | null = null;
  for (const event of walkJson(text)) {
    switch (event.kind) {
      case 'key':
        key = event.start;
        break;
      case 'scalar':
      case 'open':
        starts[length] = event.start;
        keys[length] = key;
        if (event.kind === 'scalar') {
          ends[length] = event.end;
          after[length] = length + 1;
        } else {
          after[length] = open;
          open = length;
        }
        length++;
        break;
      case 'close': {
        const around = after[open] ?? 0;
        ends[open] = event.end;
        after[open] = length;
        open = around;
        break;
      }
      case 'invalid':
        invalidAt = event.start;
    }
  }
  return { invalidAt, starts, ends, keys, after };
}
