/**
 * One automaton that finds all forms of all values at once (Aho and Corasick): a tree of the forms, in which every state knows
 * where to continue if the next byte does not. The states next to the root, where nearly all output is read, have a row of
 * a table with the next state for every byte; the others, which are many, have a list of their few children.
 */
import type { ByteString } from '../values/byte-string.js';
import { type EscapeReader, escapeReaders } from './escapes/escapes.js';
import type { Breaks } from './forms.js';
import { linked, ROOT, type Tree, treeOf } from './tree.js';

export const NO_ROW = -1;

/** About 8 MB, as much as a processor keeps at hand. */
const TABLE_ENTRIES = 2 ** 21;
const BYTES = 256;

/** Arrays are by state. */
export interface Automaton {
  /** The class of each byte. Bytes of one class are in no form, or the class has one. */
  readonly classOf: Uint8Array;
  readonly classes: number;
  /**
   * By row and class: the row of the next state; `~state` if that one has no row or ends a form, and where this byte may begin
   * something that stands for other bytes.
   */
  readonly table: Int32Array;
  /** Where the row of a state begins, or -1. */
  readonly rowOf: Int32Array;
  /** The states that have rows, in the order of the rows. */
  readonly order: Int32Array;
  /** The length of the longest form that ends here, or 0, and whose it is. */
  readonly found: Int32Array;
  readonly owner: Uint32Array;
  /** How many of the last bytes can be the beginning of a longer form. */
  readonly open: Int32Array;
  /** How many of the last bytes are the beginning of a form. */
  readonly depth: Int32Array;
  /** What may begin with each byte. */
  readonly readers: readonly (EscapeReader | undefined)[];
  /** Whether something that stands for other bytes may begin with this byte, or separate what is read so far from the rest. */
  readonly isStop: (state: number, byte: number) => boolean;
  /** Whether this byte may separate what is read so far from the rest. */
  readonly isSeparable: (state: number, byte: number) => boolean;
  /** The longest of the last bytes that may be interrupted in this way, as a state; the root if none may. */
  readonly breakable: (state: number, breaks: Breaks) => number;
  /** The state after this byte, from any state. */
  readonly next: (state: number, byte: number) => number;
}

/** What may separate two parts of a form, where it may be interrupted at all. */
const SEPARATORS = new Uint8Array(BYTES);
for (const sign of '\t\n\r ,-:\\') SEPARATORS[sign.charCodeAt(0)] = 1;

/** `forms` with the number of their owner; a form is in it once. */
export function automatonOf(
  forms: ReadonlyMap<ByteString, number>,
  breaks: ReadonlyMap<ByteString, Breaks> = new Map(),
): Automaton {
  const tree = treeOf(forms, breaks);
  const order = linked(tree);
  const isUsed = usedIn(forms);
  const readers = escapeReaders((byte) => isUsed[byte] === 1);
  const { child, fail, found, owner, open, depth, breaksAt, allows } = tree;
  const begins = Uint8Array.from(readers, (reader) => (reader === undefined ? 0 : 1));
  const isSeparable = (state: number, byte: number) => SEPARATORS[byte] === 1 && breaksAt[state] !== 0;
  const isStop = (state: number, byte: number) => begins[byte] === 1 || isSeparable(state, byte);
  const { classOf, classes } = classesIn(isUsed, readers);
  const { table, rowOf, rows } = tableOf(tree, { order, classOf, classes, isStop });
  const next = (from: number, byte: number) => {
    for (let state = from; ; state = fail[state] ?? ROOT) {
      const row = rowOf[state] ?? NO_ROW;
      if (row !== NO_ROW) return stateIn(table[row + (classOf[byte] ?? 0)] ?? 0, order, classes);
      const to = child(state, byte);
      if (to !== ROOT) return to;
    }
  };
  const breakable = (from: number, kind: Breaks) => {
    let state = from;
    while (state !== ROOT && !allows(state, kind)) state = fail[state] ?? ROOT;
    return state;
  };
  const used = { classOf, classes, table, rowOf, order: order.slice(0, rows) };
  return { ...used, found, owner, open, depth, readers, isStop, isSeparable, breakable, next };
}

function stateIn(entry: number, order: Int32Array, classes: number): number {
  return entry < 0 ? ~entry : (order[(entry / classes) | 0] ?? ROOT);
}

function usedIn(forms: ReadonlyMap<ByteString, number>): Uint8Array {
  const isUsed = new Uint8Array(BYTES);
  for (const form of forms.keys()) for (let at = 0; at < form.length; at++) isUsed[form.charCodeAt(at)] = 1;
  return isUsed;
}

/** Bytes that may be stops have classes of their own. */
function classesIn(
  isUsed: Uint8Array,
  readers: readonly (EscapeReader | undefined)[],
): Pick<Automaton, 'classOf' | 'classes'> {
  const isAlone = isUsed.map((used, byte) => (readers[byte] !== undefined || SEPARATORS[byte] === 1 ? 1 : used));
  const classOf = new Uint8Array(BYTES);
  // Without a byte that no form has, every byte has a class of its own from 0 on.
  let classes = isAlone.includes(0) ? 1 : 0;
  for (let byte = 0; byte < BYTES; byte++) if (isAlone[byte] === 1) classOf[byte] = classes++;
  return { classOf, classes };
}

interface Classes extends Pick<Automaton, 'classOf' | 'classes' | 'isStop'> {
  readonly order: Int32Array;
}

function tableOf(tree: Tree, { order, classOf, classes, isStop }: Classes) {
  const { size, first, sibling, byte, fail, found } = tree;
  const rows = Math.min(size, Math.floor(TABLE_ENTRIES / classes));
  const rowOf = new Int32Array(size).fill(NO_ROW);
  for (let index = 0; index < rows; index++) rowOf[order[index] ?? ROOT] = index * classes;
  const table = new Int32Array(rows * classes);
  const stops = Array.from({ length: BYTES }, (_, code) => code).filter(
    (code) => SEPARATORS[code] === 1 || isStop(ROOT, code),
  );
  for (let index = 0; index < rows; index++) {
    const state = order[index] ?? ROOT;
    const row = index * classes;
    const other = rowOf[fail[state] ?? ROOT] ?? 0;
    // What a state continues as is less deep, so its row is complete.
    if (index > 0) table.copyWithin(row, other, other + classes);
    for (let one = first[state] ?? ROOT; one !== ROOT; one = sibling[one] ?? ROOT) {
      const target = rowOf[one] ?? NO_ROW;
      table[row + (classOf[byte[one] ?? 0] ?? 0)] = target === NO_ROW || found[one] !== 0 ? ~one : target;
    }
    for (const code of stops) {
      const place = row + (classOf[code] ?? 0);
      const entry = table[place] ?? 0;
      if (entry >= 0 && isStop(state, code)) table[place] = ~stateIn(entry, order, classes);
    }
  }
  return { table, rowOf, rows };
}
