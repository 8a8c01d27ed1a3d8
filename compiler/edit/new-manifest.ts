/** The text of a first manifest, from the names that a store lists (semantics 6.9). It contains no value. */
import type { Coordinates } from '#schemas/plan.js';
import { isSecretName } from '#schemas/secret-name.js';
import { LONGEST_NAME } from '../shape/name-limit.js';
import { keyText, type TomlValue, valueText } from './toml-spelling.js';

/** What a first manifest is about. */
export interface ManifestOutline {
  readonly project: string;
  readonly profile: string;
  /** The spec of the store that lists the entries. */
  readonly store: string;
  readonly entries: readonly ListedEntry[];
  /** Further profiles, each with a store of its own. */
  readonly profiles?: readonly ProfileOutline[];
}

export type ProfileOutline = Pick<ManifestOutline, 'profile' | 'store' | 'entries'>;

/** An entry of a store: by its name, or at coordinates of its own. */
export interface ListedEntry {
  readonly name: string;
  readonly at: Coordinates | null;
  /** Where it is, if `at` is null and more than its name says so. */
  readonly native?: Coordinates;
  readonly description?: string;
  readonly required?: boolean;
  /** Set if other tools would expand the value: the composition to declare instead; null if there is none. */
  readonly expandedAs?: string | null;
}

export interface NewManifest {
  readonly text: string;
  readonly declared: readonly string[];
  /** Names that no secret can have, or that are listed twice. */
  readonly leftOut: readonly string[];
}

export function newManifest({ project, profile, store, entries, profiles = [] }: ManifestOutline): NewManifest {
  const declared = new Map<string, string>();
  const leftOut: ListedEntry[] = [];
  // Those of this project and profile; another entry of the same name does not take it.
  const ours = new Set(entries.flatMap(({ name, at }) => (at === null ? [name] : [])));
  for (const entry of entries) {
    const isTaken = declared.has(entry.name) || (entry.at !== null && ours.has(entry.name));
    if (isTaken || !canBeDeclared(entry)) leftOut.push(entry);
    else declared.set(entry.name, [...expansionNote(entry), declarationOf(entry.name, entry)].join('\n'));
  }
  const lines = [
    '# The secrets that this project needs. It contains no values: check it in.',
    '[project]',
    `name = ${valueText(project)}`,
    'revision = "1.0"',
    '',
    '[defaults]',
    `providers = ${valueText([store])}`,
    '',
    `[profiles.${keyText([profile])}]`,
    ...(declared.size === 0 ? PLACEHOLDER : declared.values()),
    ...commentOn(leftOut, declared.keys()),
    ...EXAMPLES,
    ...profiles.flatMap((further) => furtherProfile(further, declared)),
  ];
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    declared: [...declared.keys()],
    leftOut: leftOut.map(({ name }) => name),
  };
}

/** What the profile inherits is not repeated. */
function furtherProfile(
  { profile, store, entries }: ProfileOutline,
  inherited: ReadonlyMap<string, unknown>,
): readonly string[] {
  const own = entries.filter((entry) => !inherited.has(entry.name) && canBeDeclared(entry));
  const table = keyText(['profiles', profile]);
  return [
    '',
    `[${table}.defaults]`,
    `providers = ${valueText([store])}`,
    '',
    `[${table}]`,
    ...own.map((entry) => declarationOf(entry.name, entry)),
  ];
}

/** `defaults` is the table of a profile (semantics 1.5). */
function isDeclarable(name: string): boolean {
  return name !== 'defaults' && name.length <= LONGEST_NAME && isSecretName(name);
}

/** Coordinates cannot be blank (E0201). */
function canBeDeclared({ name, at }: ListedEntry): boolean {
  return isDeclarable(name) && Object.values(at ?? {}).every((coordinate) => coordinate.trim() !== '');
}

function declarationOf(name: string, { at, description = '', required = true }: ListedEntry): string {
  const declaration: Record<string, TomlValue> = { description: description.trim() || `${name} secret` };
  if (!required) declaration['required'] = false;
  if (at !== null) declaration['ref'] = { ...at };
  return `${keyText([name])} = ${valueText(declaration)}`;
}

/** What is read as it is here and was expanded before, with the declaration to write instead. */
function expansionNote({ name, description = '', expandedAs }: ListedEntry): readonly string[] {
  if (expandedAs === undefined) return [];
  if (expandedAs === null)
    return ['# Other tools take the backticks in the value for quotes or for a command; it is read as it is here.'];
  const composed = { description: description.trim() || `${name} secret`, composed: expandedAs };
  return [
    '# Other tools expand the value; it is read as it is here. To have it made of other secrets, write the text for each `…`:',
    `# ${keyText([name])} = ${valueText(composed)}`,
  ];
}

/** A profile must declare a secret (E0305). This one may be missing, so that everything is there. */
const PLACEHOLDER: readonly string[] = [
  '# Declare the first secret in place of this one.',
  'EXAMPLE = { description = "An example", required = false }',
];

/** The entries that are left out, with the line that declares each under a name that is free, if there is one. */
function commentOn(leftOut: readonly ListedEntry[], declared: Iterable<string>): readonly string[] {
  if (leftOut.length === 0) return [];
  const taken = new Set(declared);
  const lines = leftOut.slice(0, MOST_COMMENTED).map((entry) => {
    const name = otherName(entry.name, taken);
    if (name === null) return `#   ${valueText(entry.name)}`;
    taken.add(name);
    const declaration = declarationOf(name, { ...entry, at: entry.at ?? entry.native ?? { item: entry.name } });
    return `#   ${valueText(entry.name)}, as in: ${declaration}`;
  });
  const rest = leftOut.length - lines.length;
  return ['', ...LEFT_OUT, ...lines, ...(rest > 0 ? [`#   and ${rest.toLocaleString('en-US')} more`] : [])];
}

/** Similar, valid and not taken; null for a name without a character that a name may have, or that is too long. */
function otherName(name: string, taken: ReadonlySet<string>): string | null {
  if (!/[\p{L}\p{Nd}]/u.test(name)) return null;
  const similar = name.replaceAll(/[^\p{L}\p{Nd}_]+/gu, '_').replace(/^(?=\p{Nd})/u, '_');
  for (let count = 1; ; count++) {
    const other = count === 1 ? similar : `${similar}_${count}`;
    if (other.length > LONGEST_NAME) return null;
    if (isDeclarable(other) && !taken.has(other)) return other;
  }
}

const LEFT_OUT: readonly string[] = [
  '# Left out: not a valid name of a secret, or a repeated one. To declare one under another name:',
];
const MOST_COMMENTED = 100;

const EXAMPLES: readonly string[] = [
  '',
  '# Other ways to declare a secret. Remove the `#` to use one:',
  '# LOG_LEVEL = { description = "How much is logged", default = "info" }',
  '# SESSION_KEY = { description = "Key of the sessions", type = "hex", generate = true }',
];
