/** The tree of all forms: a state for each beginning of one, and where to continue if the next byte does not (Aho and Corasick). */
import type { ByteString } from '../values/byte-string.js';
import type { Breaks } from './forms.js';

export const ROOT = 0;

const LETTERS = 1;
const PAIRS = 2;
const BIT: Readonly<Record<Breaks, number>> = { nowhere: 0, 'between letters': LETTERS, 'between pairs': PAIRS };
/** What the shorter forms that end here allow, too. */
const INHERITED = 2;
const INHERITED_BITS = (LETTERS | PAIRS) << INHERITED;

/** Arrays are by state. */
export interface Tree {
  readonly size: number;
  readonly first: Int32Array;
  readonly sibling: Int32Array;
  readonly byte: Uint8Array;
  readonly fail: Int32Array;
  readonly found: Int32Array;
  readonly owner: Uint32Array;
  readonly open: Int32Array;
  readonly depth: Int32Array;
  /** How the forms that lead here may be interrupted here; and, `INHERITED` bits higher, those of every state it continues as. */
  readonly breaksAt: Uint8Array;
  /** Whether a form that leads here may be interrupted in this way. */
  readonly allows: (state: number, kind: Breaks) => boolean;
  /** The child by this byte, or the root, which is not a child. */
  readonly child: (state: number, byte: number) => number;
}

export function treeOf(forms: ReadonlyMap<ByteString, number>, breaks: ReadonlyMap<ByteString, Breaks>): Tree {
  let most = 1;
  for (const form of forms.keys()) most += form.length;
  const numbers = () => new Int32Array(most);
  const [first, sibling, fail, found, open] = [numbers(), numbers(), numbers(), numbers(), numbers()];
  const depth = numbers();
  const [byte, breaksAt] = [new Uint8Array(most), new Uint8Array(most)];
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
    const kind = breaks.get(form) ?? 'nowhere';
    let state = ROOT;
    for (let at = 0; at < form.length; at++) {
      const wanted = form.charCodeAt(at);
      const known = child(state, wanted);
      state = known === ROOT ? grown(state, wanted) : known;
      if (kind !== 'between pairs' || at % 2 === 1) breaksAt[state] = (breaksAt[state] ?? 0) | BIT[kind];
    }
    found[state] = form.length;
    owner[state] = whose;
  }
  const allows = (state: number, kind: Breaks) => ((breaksAt[state] ?? 0) & BIT[kind]) !== 0;
  return { size, first, sibling, byte, fail, found, owner, open, depth, breaksAt, allows, child };
}

/** Adds to each state where it continues and what else ends there. Returns the states by depth. */
export function linked(tree: Tree): Int32Array {
  const { size, first, sibling, byte, fail, found, owner, open, depth, breaksAt, child } = tree;
  const order = new Int32Array(size);
  let known = 1;
  let level = 0;
  for (let from = 0, to = 1; from < to; from = to, to = known, level++) {
    for (let index = from; index < to; index++) {
      const state = order[index] ?? ROOT;
      depth[state] = level;
      const others = breaksAt[fail[state] ?? ROOT] ?? 0;
      breaksAt[state] = (breaksAt[state] ?? 0) | ((others | (others << INHERITED)) & INHERITED_BITS);
      // Without children, only what continues can become a longer form.
      open[state] = first[state] === ROOT ? (open[fail[state] ?? ROOT] ?? 0) : level;
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
