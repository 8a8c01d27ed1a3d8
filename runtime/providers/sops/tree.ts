/** Documents of SOPS as trees. Maps keep their order, because the MAC depends on it. */
import { type Failed, failed } from '../store-failure.js';

export type SopsTree = SopsLeaf | Branch | List;
export interface SopsLeaf {
  readonly kind: 'leaf';
  readonly text: string;
  /** `json`: a number, `true`, `false` or `null`, spelled as in JSON; `yaml`: a number that JSON does not have. */
  readonly as: 'text' | 'json' | 'yaml';
}
export interface Branch {
  readonly kind: 'branch';
  readonly entries: readonly (readonly [key: string, value: SopsTree])[];
}
export interface List {
  readonly kind: 'list';
  readonly items: readonly SopsTree[];
}

export const NULL: SopsLeaf = { kind: 'leaf', text: 'null', as: 'json' };

/** `.inf`, `-.inf` and `.nan`, by the texts that SOPS encrypts for them. */
export const YAML_NUMBERS: ReadonlyMap<string, SopsLeaf> = new Map([
  ['+Inf', { kind: 'leaf', text: '.inf', as: 'yaml' }],
  ['-Inf', { kind: 'leaf', text: '-.inf', as: 'yaml' }],
  ['NaN', { kind: 'leaf', text: '.nan', as: 'yaml' }],
]);

export function textLeaf(text: string): SopsLeaf {
  return { kind: 'leaf', text, as: 'text' };
}

/** Bytes that are not UTF-8, marked by a lone surrogate, which no text has. */
export function notText(bytes: Uint8Array): SopsLeaf {
  return textLeaf(`${LONE_SURROGATE}${Buffer.from(bytes).toString('latin1')}`);
}
export const LONE_SURROGATE = '\udc00';

export function branch(entries: Branch['entries']): Branch {
  return { kind: 'branch', entries };
}

/** Whether a key is there more than once. */
export function hasTwice(entries: readonly (readonly [string, unknown])[]): boolean {
  return new Set(entries.map(([name]) => name)).size < entries.length;
}

/** The keys that lead to a node, as the name of an entry: one spelling per path. */
export type SopsPath = readonly string[];

export function nameOfPath(path: SopsPath): string {
  return JSON.stringify(path);
}

export function pathOfName(name: string): SopsPath {
  return JSON.parse(name) as SopsPath;
}

/** The node at a path; null if there is none. Of a key that is there twice the last counts, and then the one before, as in INI sections. */
export function nodeAt(tree: SopsTree, [key, ...rest]: SopsPath): SopsTree | null {
  if (key === undefined) return tree;
  const named = tree.kind === 'branch' ? tree.entries.filter(([name]) => name === key) : [];
  for (const [, value] of named.reverse()) {
    const node = nodeAt(value, rest);
    if (node !== null) return node;
  }
  return null;
}

/** What an entry of this node is: text as it is, anything else as compact JSON (providers-local 11.6); null for `null`. */
function entryOf(node: SopsTree): string | Failed | null {
  if (some(node, ({ text }) => SURROGATE.test(text))) return NOT_TEXT;
  if (node.kind === 'leaf' && node.as !== 'json') return node.text;
  if (some(node, ({ as }) => as === 'yaml')) return NOT_JSON;
  return node === NULL || (node.kind === 'leaf' && node.text === 'null') ? null : jsonOf(node);
}

function some(node: SopsTree, is: (leaf: SopsLeaf) => boolean): boolean {
  if (node.kind === 'leaf') return is(node);
  return node.kind === 'list'
    ? node.items.some((item) => some(item, is))
    : node.entries.some(([, value]) => some(value, is));
}
const SURROGATE = /\p{Cs}/u;
const NOT_TEXT = failed('not-text', 'the value is not UTF-8 text');
const NOT_JSON = failed(
  'malformed',
  'the value holds a number that JSON does not have: `.inf` or `.nan`',
  'name an entry below it',
);

export function jsonOf(tree: SopsTree): string {
  if (tree.kind === 'leaf') return tree.as === 'text' ? JSON.stringify(tree.text) : tree.text;
  if (tree.kind === 'list') return `[${tree.items.map(jsonOf).join(',')}]`;
  return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}:${jsonOf(value)}`).join(',')}}`;
}

/** The tree with these texts at these paths, for a new document. */
export function treeOf(texts: Iterable<readonly [SopsPath, string]>): Branch {
  const groups = new Map<string, (readonly [SopsPath, string])[]>();
  const entries: [string, SopsTree][] = [];
  for (const [[key = '', ...rest], text] of texts) {
    if (rest.length === 0) entries.push([key, textLeaf(text)]);
    else groups.set(key, [...(groups.get(key) ?? []), [rest, text]]);
  }
  return branch([...entries, ...[...groups].map(([key, below]) => [key, treeOf(below)] as const)]);
}

/**
 * The entries of a document. An entry is looked for at its whole path, then without the first key, and so on: documents are
 * written for all projects, for one project, or for one profile (providers-local 11.2). A null node is a missing value.
 */
export class SopsEntries {
  readonly #tree: SopsTree;
  constructor(tree: SopsTree) {
    this.#tree = tree;
  }

  get(name: string) {
    const path = pathOfName(name);
    for (let from = 0; from < path.length; from++) {
      const node = nodeAt(this.#tree, path.slice(from));
      const entry = node === null ? null : entryOf(node);
      if (entry !== null) return entry;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}
