/** What SOPS stores about a document: for whom it is encrypted, which values are, and its MAC. Flat, as in dotenv documents. */
import type { SopsKeys } from '../../recipients/sops-rule.js';
import type { Branch, SopsPath, SopsTree } from './tree.js';

/** The key under which it is in all formats but dotenv. */
export const METADATA = 'sops';

/** `age__list_0__map_enc` and the like, to its text. */
export type Metadata = ReadonlyMap<string, string>;

/** The metadata of a tree, as SOPS spells it where documents are flat. */
export function flattened({ entries }: Branch): Metadata {
  return new Map(entries.flatMap(([key, value]) => [...flatEntries(key, value)]));
}

function* flatEntries(name: string, node: SopsTree): Generator<[string, string]> {
  if (node.kind === 'leaf') yield [name, node.text];
  else if (node.kind === 'list')
    for (const [index, item] of node.items.entries()) yield* flatEntries(`${name}__list_${index}`, item);
  else for (const [key, value] of node.entries) yield* flatEntries(`${name}__map_${key}`, value);
}

/** A field that the known versions of SOPS do not write; null if there is none. It might change what the others mean. */
export function unknownField(metadata: Metadata): string | null {
  return [...metadata.keys()].find((name) => !KNOWN.test(name)) ?? null;
}

const KEY_FIELDS = [
  ['age', 'recipient|enc'],
  ['pgp', 'created_at|enc|fp'],
  ['kms', 'arn|role|context__map_.+|context|created_at|enc|aws_profile'],
  ['gcp_kms', 'resource_id|created_at|enc'],
  ['hckms', 'key_id|created_at|enc'],
  ['azure_kv', 'vault_url|name|version|created_at|enc'],
  ['hc_vault', 'vault_address|engine_path|key_name|created_at|enc'],
].map(([kind, fields]) => `${kind}(?:__list_\\d+__map_(?:${fields}))?`);
const GENERAL = [
  'lastmodified|mac|version|mac_only_encrypted|shamir_threshold',
  '(?:un)?encrypted_(?:suffix|regex|comment_regex)',
];
const KNOWN = new RegExp(
  `^(?:${[...GENERAL, ...KEY_FIELDS].join('|')}|key_groups(?:__list_\\d+__map_(?:${KEY_FIELDS.join('|')}))?)$`,
  'u',
);

/** Encrypted data keys for age, by recipient. */
export function ageKeys(metadata: Metadata): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (let index = 0; ; index++) {
    const sealed = metadata.get(`age__list_${index}__map_enc`);
    if (sealed === undefined) return keys;
    keys.set(metadata.get(`age__list_${index}__map_recipient`) ?? '', sealed);
  }
}

/** Null for a document whose keys are needed together. */
export function recipientsOf(metadata: Metadata): SopsKeys | null {
  const names = [...metadata.keys()];
  if (names.some((name) => name.startsWith('key_groups'))) return null;
  const valuesOf = (pattern: RegExp) => names.flatMap((name) => (pattern.test(name) ? (metadata.get(name) ?? []) : []));
  return { age: valuesOf(/^age__list_\d+__map_recipient$/u), pgp: valuesOf(/^pgp__list_\d+__map_fp$/u) };
}

/** Whether the document is encrypted for keys of age alone. */
export function isForAgeOnly(metadata: Metadata): boolean {
  return ageKeys(metadata).size > 0 && ![...metadata.keys()].some((name) => OTHER_KEYS.test(name));
}
const OTHER_KEYS = /^(?:pgp|kms|gcp_kms|hckms|azure_kv|hc_vault|key_groups)__/u;

/** Whether a person may be asked for a passphrase: keys of PGP, of SSH and of age may have one; a key service has none. */
export function mayAskForKey(metadata: Metadata): boolean {
  return [...metadata.keys()].some((name) => /^(?:key_groups__list_\d+__map_)?(?:age|pgp)__/u.test(name));
}

/** Whether the values at a path are encrypted. */
export type CreationRule = (path: SopsPath) => boolean;

/** Null: a rule that only SOPS applies. At most one is set; without any, the suffix `_unencrypted` leaves values in clear. */
export function ruleOf(metadata: Metadata): CreationRule | null {
  const set = RULES.filter((name) => (metadata.get(name) ?? '') !== '');
  const [name = 'unencrypted_suffix', ...others] = set;
  if (others.length > 0 || name.endsWith('comment_regex')) return null;
  const text = metadata.get(name) || '_unencrypted';
  const matches = name.endsWith('suffix') ? (key: string) => key.endsWith(text) : matcherOf(text);
  if (matches === null) return null;
  const encrypts = !name.startsWith('un');
  return (path) => path.some(matches) === encrypts;
}

const RULES = ['', 'un'].flatMap((un) => ['suffix', 'regex', 'comment_regex'].map((kind) => `${un}encrypted_${kind}`));

/**
 * Null: an expression that is not matched here. Only alternatives of literal text are: they mean the same in Go and here, and
 * none takes long, whoever wrote the document.
 */
function matcherOf(expression: string): ((key: string) => boolean) | null {
  if (!ALTERNATIVES.test(expression)) return null;
  const compiled = new RegExp(expression, 'u');
  return (key) => compiled.test(key);
}
const ALTERNATIVES = /^(?:\^?[\w|]*\$?|\^?\([\w|]*\)\$?)$/u;
