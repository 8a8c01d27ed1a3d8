/**
 * One automaton that finds all forms of all values at once (Aho and Corasick): a tree of the forms, in which every state knows
 * where to continue if the next byte does not. The states next to the root, where nearly all output is read, have a row of
 * a table with the next state for every byte; the others, which are many, have a list of their few children.
 */
import type { ByteString } from '../values/byte-string.js';

export const ROOT = 0;
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
   * By row and class: the row of the next state; `~state` if that one has no row or ends a form.
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
  readonly longest: number;
  /** The state after this byte, from any state. */
  readonly next: (state: number, byte: number) => number;
}

/** `forms` with the number of their owner; a form is in it once. */
export function automatonOf(forms: ReadonlyMap<ByteString, number>): Automaton {
  const tree = treeOf(forms);
  const order = linked(tree);
  const { classOf, classes } = classesIn(forms);
  const { table, rowOf, rows } = tableOf(tree, order, classOf, classes);
  const { child, fail } = tree;
  const next = (from: number, byte: number) => {
    for (let state = from; ; state = fail[state] ?? ROOT) {
      const row = rowOf[state] ?? NO_ROW;
      if (row !== NO_ROW) return stateIn(table[row + (classOf[byte] ?? 0)] ?? 0, order, classes);
      const found = child(state, byte);
      if (found !== ROOT) return found;
    }
  };
  const { found, owner, open } = tree;
  const longest = [...forms.keys()].reduce((most, form) => Math.max(most, form.length), 0);
  return { classOf, classes, table, rowOf, order: order.slice(0, rows), found, owner, open, longest, next };
}

function stateIn(entry: number, order: Int32Array, classes: number): number {
  return entry < 0 ? ~entry : (order[entry / classes] ?? ROOT);
}

interface Tree {
  readonly size: number;
  readonly first: Int32Array;
  readonly sibling: Int32Array;
  readonly byte: Uint8Array;
  readonly fail: Int32Array;
  readonly found: Int32Array;
  readonly owner: Uint32Array;
  readonly open: Int32Array;
  /** The child by this byte, or the root, which is no one's child. */
  readonly child: (state: number, byte: number) => number;
}

function treeOf(forms: ReadonlyMap<ByteString, number>): Tree {
  let most = 1;
  for (const form of forms.keys()) most += form.length;
  const numbers = () => new Int32Array(most);
  const [first, sibling, fail, found, open] = [numbers(), numbers(), numbers(), numbers(), numbers()];
  const byte = new Uint8Array(most);
  const owner = new Uint32Array(most);
  const child = (state: number, wanted: number) => {
    let one = first[state] ?? ROOT;
    while (one !== ROOT && byte[one] !== wanted) one = sibling[one] ?? ROOT;
    return one;
  };
  let size = 1;
  const grown = (state: number, wanted: number) => {
    const made = size++;
    byte[made] = wanted;
    sibling[made] = first[state] ?? ROOT;
    first[state] = made;
    return made;
  };
  for (const [form, whose] of forms) {
    let state = ROOT;
    for (let at = 0; at < form.length; at++) {
      const wanted = form.charCodeAt(at);
      const known = child(state, wanted);
      state = known === ROOT ? grown(state, wanted) : known;
    }
    found[state] = form.length;
    owner[state] = whose;
  }
  return { size, first, sibling, byte, fail, found, owner, open, child };
}

/** Adds to each state where it continues and what else ends there. Returns the states by depth. */
function linked(tree: Tree): Int32Array {
  const { size, first, sibling, byte, fail, found, owner, open, child } = tree;
  const order = new Int32Array(size);
  let known = 1;
  let depth = 0;
  for (let from = 0, to = 1; from < to; from = to, to = known, depth++) {
    for (let index = from; index < to; index++) {
      const state = order[index] ?? ROOT;
      // Without children, only what continues can become a longer form.
      open[state] = first[state] === ROOT ? (open[fail[state] ?? ROOT] ?? 0) : depth;
      for (let one = first[state] ?? ROOT; one !== ROOT; one = sibling[one] ?? ROOT) {
        order[known++] = one;
        const other = state === ROOT ? ROOT : continued(fail[state] ?? ROOT, byte[one] ?? 0);
        fail[one] = other;
        if (found[one] !== 0) continue;
        found[one] = found[other] ?? 0;
        owner[one] = owner[other] ?? 0;
      }
    }
  }
  return order;

  function continued(from: number, wanted: number): number {
    for (let state = from; ; state = fail[state] ?? ROOT) {
      const one = child(state, wanted);
      if (one !== ROOT || state === ROOT) return one;
    }
  }
}

function classesIn(forms: ReadonlyMap<ByteString, number>): Pick<Automaton, 'classOf' | 'classes'> {
  const isUsed = new Uint8Array(BYTES);
  for (const form of forms.keys()) for (let at = 0; at < form.length; at++) isUsed[form.charCodeAt(at)] = 1;
  const classOf = new Uint8Array(BYTES);
  // Without a byte that no form has, every byte has a class of its own from 0 on.
  let classes = isUsed.includes(0) ? 1 : 0;
  for (let byte = 0; byte < BYTES; byte++) if (isUsed[byte] === 1) classOf[byte] = classes++;
  return { classOf, classes };
}

function tableOf(tree: Tree, order: Int32Array, classOf: Uint8Array, classes: number) {
  const { size, first, sibling, byte, fail, found } = tree;
  const rows = Math.min(size, Math.floor(TABLE_ENTRIES / classes));
  const rowOf = new Int32Array(size).fill(NO_ROW);
  for (let index = 0; index < rows; index++) rowOf[order[index] ?? ROOT] = index * classes;
  const table = new Int32Array(rows * classes);
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
  }
  return { table, rowOf, rows };
}
