/** YAML, and JSON, which is a part of it, as trees. Loaded with the first document. */
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, Scalar } from 'yaml';
import { METADATA } from './metadata.js';
import { type Branch, branch, hasTwice, NULL, notText, type SopsTree, textLeaf, YAML_NUMBERS } from './tree.js';

export interface ReadYaml {
  readonly tree: Branch;
  /** Something in it may be read differently by SOPS: anchors, tags, several documents, numbers in rare spellings. */
  readonly isUnusual: boolean;
}

/** Null: not a map, or not YAML. Aliases are not followed, so a small text never makes a large tree. */
export function parseYaml(text: string): ReadYaml | null {
  try {
    // Every scalar is text, so that none is changed on the way.
    const documents = parseAllDocuments(text, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: false });
    const first = Array.isArray(documents) ? documents[0] : undefined;
    if (first === undefined || documents.some(({ errors }) => errors.length > 0)) return null;
    const reader = new Reader(documents.length > 1 || first.warnings.length > 0);
    const tree = reader.read(first.contents, true);
    return tree.kind === 'branch' ? { tree, isUnusual: reader.isUnusual } : null;
  } catch (error) {
    // Nested too deeply.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface MapNode {
  readonly items: readonly { readonly key: unknown; readonly value: unknown }[];
  readonly anchor?: string;
  readonly tag?: string;
}

class Reader {
  isUnusual: boolean;
  constructor(isUnusual: boolean) {
    this.isUnusual = isUnusual;
  }

  read(node: unknown, isRoot = false): SopsTree {
    if (isMap(node)) return this.#map(node, isRoot);
    if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => this.read(item)) };
    if (isScalar(node)) return this.#scalar(node);
    this.isUnusual ||= isAlias(node);
    return NULL;
  }

  #map({ items, anchor, tag }: MapNode, isRoot: boolean): Branch {
    this.isUnusual ||= anchor !== undefined || tag !== undefined;
    const entries = items.map(({ key, value }) => {
      const name = this.read(key);
      this.isUnusual ||= name.kind !== 'leaf' || name.as !== 'text' || name.text === '<<';
      const wasUnusual = this.isUnusual;
      const below = this.read(value);
      // Metadata is read as text, in any spelling: `3.13.2` looks like a number.
      if (isRoot && name.kind === 'leaf' && name.text === METADATA) this.isUnusual = wasUnusual;
      return [name.kind === 'leaf' ? name.text : '', below] as const;
    });
    this.isUnusual ||= hasTwice(entries);
    return branch(entries);
  }

  #scalar({ value, type, anchor, tag }: Scalar): SopsTree {
    const text = String(value ?? '');
    this.isUnusual ||= anchor !== undefined || tag !== undefined;
    if (tag === BINARY) return notText(Buffer.from(text, 'base64'));
    if (type !== Scalar.PLAIN) return textLeaf(text);
    if (/^(?:|~|null|Null|NULL)$/u.test(text)) return NULL;
    if (/^(?:true|True|TRUE|false|False|FALSE)$/u.test(text)) return json(text.toLowerCase());
    if (/^(?:0|-?[1-9]\d{0,17})$/u.test(text)) return json(text);
    // It may be a number in another spelling, or a date.
    this.isUnusual ||= /^[-+.\d][-+.:\w\s]*$/u.test(text) || text.startsWith('=');
    return SPECIAL.get(text) ?? (JSON_NUMBER.test(text) ? json(text) : textLeaf(text));
  }
}

/** How SOPS writes bytes that are not UTF-8 in YAML. */
const BINARY = 'tag:yaml.org,2002:binary';
/** As SOPS prints them in YAML. */
const SPECIAL = new Map([...YAML_NUMBERS.values()].map((leaf) => [leaf.text, leaf]));
/** As SOPS prints numbers. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/u;

function json(text: string): SopsTree {
  return { kind: 'leaf', text, as: 'json' };
}
