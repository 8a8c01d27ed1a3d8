/** Decrypts documents for keys of age in this process, and verifies their MAC (providers-local 11.10). */
import { createDecipheriv, createHash, type Hash } from 'node:crypto';
import { decodeUtf8 } from '../../values/utf8.js';
import { keyOf } from '../age/own-keys.js';
import { unseal } from '../age/unseal.js';
import { ageKeys, type Metadata, type CreationRule, ruleOf } from './metadata.js';
import type { Parsed } from './parse-document.js';
import {
  type Branch,
  branch,
  type SopsLeaf,
  notText,
  type SopsPath,
  type SopsTree,
  textLeaf,
  YAML_NUMBERS,
} from './tree.js';

/** Why SOPS itself must decide: no key of ours; something that only it does; a document that does not have its MAC. */
export type NotHere = 'no key' | 'unusual' | 'changed';

export async function decryptHere(parsed: Parsed, identities: readonly string[]): Promise<Branch | NotHere> {
  const { tree, metadata, isUnusual } = parsed;
  if (metadata === null || isUnusual || metadata.has('key_groups__list_0__map_age')) return 'unusual';
  const rule = ruleOf(metadata);
  if (rule === null) return 'unusual';
  const key = await dataKey(metadata, identities);
  return key === null ? 'no key' : decryptedWith(key, tree, metadata, rule);
}

async function dataKey(metadata: Metadata, identities: readonly string[]): Promise<Uint8Array | null> {
  const sealed = ageKeys(metadata);
  for (const identity of identities) {
    const own = await keyOf(identity);
    const file = own === null ? undefined : sealed.get(own.recipient);
    if (own === null || file === undefined) continue;
    const opened = await unseal(Buffer.from(file), [own], 'the data key');
    if ('plain' in opened && opened.plain?.length === KEY_BYTES) return opened.plain;
  }
  return null;
}
const KEY_BYTES = 32;

function decryptedWith(key: Uint8Array, tree: Branch, metadata: Metadata, rule: CreationRule): Branch | NotHere {
  const hash = createHash('sha512');
  const isOnlyEncrypted = metadata.get('mac_only_encrypted') === 'true';
  if (isOnlyEncrypted) hash.update(ONLY_ENCRYPTED);
  const decryption = new Decryption(key, rule, hash, isOnlyEncrypted);
  try {
    const plain = decryption.branch(tree, []);
    const mac = decrypted(metadata.get('mac') ?? '', key, metadata.get('lastmodified') ?? '');
    return mac.bytes.toString() === hash.digest('hex').toUpperCase() ? plain : 'changed';
  } catch (error) {
    return error instanceof NotDone ? 'unusual' : 'changed';
  }
}
/** Keeps the MAC of only the encrypted values apart from that of all values. */
const ONLY_ENCRYPTED = createHash('sha256').update('sops').digest();

/** A value that SOPS would not read, or not in this way. */
class NotDone extends Error {}

/** Values in the order of the document; keys and comments are not part of the MAC. */
class Decryption {
  readonly #key: Uint8Array;
  readonly #rule: CreationRule;
  readonly #hash: Hash;
  readonly #isOnlyEncrypted: boolean;

  constructor(key: Uint8Array, rule: CreationRule, hash: Hash, isOnlyEncrypted: boolean) {
    this.#key = key;
    this.#rule = rule;
    this.#hash = hash;
    this.#isOnlyEncrypted = isOnlyEncrypted;
  }

  branch({ entries }: Branch, path: SopsPath): Branch {
    return branch(entries.map(([key, value]) => [key, this.#tree(value, [...path, key])] as const));
  }

  /** Positions in lists are not part of a path. */
  #tree(node: SopsTree, path: SopsPath): SopsTree {
    if (node.kind === 'branch') return this.branch(node, path);
    return node.kind === 'list'
      ? { kind: 'list', items: node.items.map((item) => this.#tree(item, path)) }
      : this.#leaf(node, path);
  }

  #leaf(leaf: SopsLeaf, path: SopsPath): SopsLeaf {
    if (leaf.as === 'json' && leaf.text === 'null') return leaf;
    const isEncrypted = this.#rule(path);
    if (isEncrypted && leaf.as !== 'text') throw new NotDone();
    const plain = isEncrypted ? decrypted(leaf.text, this.#key, `${path.join(':')}:`) : null;
    if (plain !== null || !this.#isOnlyEncrypted) this.#hash.update(plain?.bytes ?? hashedText(leaf));
    return plain === null ? leaf : leafOf(plain);
  }
}

function hashedText({ text, as }: SopsLeaf): string {
  if (as === 'text' || (text !== 'true' && text !== 'false')) return text;
  return text === 'true' ? 'True' : 'False';
}

/** What SOPS encrypted, and of which type it is. */
interface Plain {
  readonly bytes: Buffer;
  readonly type: string;
}

/** An empty text stays empty; it holds nothing to encrypt. */
function decrypted(text: string, key: Uint8Array, path: string): Plain {
  if (text === '') return { bytes: Buffer.alloc(0), type: 'str' };
  const [, data = '', iv = '', tag = '', type = ''] = ENCRYPTED.exec(text) ?? [];
  if (type === '') throw new NotDone();
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(path));
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  return { bytes: Buffer.concat([decipher.update(data, 'base64'), decipher.final()]), type };
}
const BASE64 = '([\\w+/]+={0,2})';
const ENCRYPTED = new RegExp(`^ENC\\[AES256_GCM,data:${BASE64},iv:${BASE64},tag:${BASE64},type:([a-z]+)\\]$`, 'u');
const TAG_BYTES = 16;

/** The type is not covered by the MAC: a text that is not of its type is left to SOPS. */
function leafOf({ bytes, type }: Plain): SopsLeaf {
  const text = decodeUtf8(bytes);
  if (type === 'str' || type === 'time') return text === null ? notText(bytes) : textLeaf(text);
  if (text === null) throw new NotDone();
  if (type === 'int' && /^(?:0|-?[1-9]\d{0,17})$/u.test(text)) return { kind: 'leaf', text, as: 'json' };
  if (type === 'bool' && /^(?:True|False)$/u.test(text)) return { kind: 'leaf', text: text.toLowerCase(), as: 'json' };
  const special = type === 'float' ? YAML_NUMBERS.get(text) : undefined;
  if (special !== undefined) return special;
  if (type !== 'float' || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(text)) throw new NotDone();
  return { kind: 'leaf', text: LONG_FLOAT.test(text) ? String(Number(text)) : text, as: 'json' };
}

/** Encrypted without an exponent, and printed with one where JSON has one. */
const LONG_FLOAT = /^-?(?:0\.0{6}|[1-9]\d{21})/u;
