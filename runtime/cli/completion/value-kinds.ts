/** What the placeholders of help stand for: `PATH`, `CODE`, `NAME`. This is all that the completion knows of single options and arguments. */
import type { OptionSpec } from '../arguments.js';

export type ValueKind =
  | 'profiles'
  | 'scopes'
  | 'secrets'
  | 'aliases'
  | 'stores'
  | 'codes'
  | 'warnings'
  | 'paths'
  | 'revisions'
  | 'executables'
  | 'nothing';

/** Options whose name says more than their placeholder. The `NAME` of any other option is that of something unknown. */
const BY_OPTION: ReadonlyMap<string, ValueKind> = new Map([
  ['profile', 'profiles'],
  ['scope', 'scopes'],
  ['secret', 'secrets'],
  ['token-secret', 'secrets'],
  ['username-secret', 'secrets'],
  ['allow', 'warnings'],
  ['only', 'secrets'],
  ['except', 'secrets'],
]);

/** A placeholder that is not listed here fails a test, so that each new one is thought about. */
export const PLACEHOLDERS: ReadonlyMap<string, ValueKind> = new Map([
  ['ALIAS', 'aliases'],
  ['CODE', 'codes'],
  ['FILE', 'paths'],
  ['FOLDER', 'paths'],
  ['FROM', 'stores'],
  ['NAME', 'secrets'],
  ['NAME=SCOPE', 'nothing'],
  ['NEW', 'revisions'],
  ['OLD', 'revisions'],
  ['PATH', 'paths'],
  ['RANGE', 'revisions'],
  ['PROFILE', 'profiles'],
  ['SCOPE', 'scopes'],
  ['SECRET', 'secrets'],
  ['SPEC', 'stores'],
  ['STORE', 'stores'],
  ['URI', 'stores'],
  ['FIELD', 'nothing'],
  ['HASH', 'nothing'],
  ['ITEM', 'nothing'],
  ['N', 'nothing'],
  ['NAME=PROVIDER', 'nothing'],
  ['NAME=SPEC', 'nothing'],
  ['NAME[@STORE]', 'secrets'],
  ['OPEN CLOSE', 'nothing'],
  ['OPERATION', 'nothing'],
  ['PATTERN', 'nothing'],
  ['REGISTRY', 'nothing'],
  ['TEXT', 'nothing'],
  ['URL', 'nothing'],
  ['USER', 'nothing'],
  ['VALUE', 'nothing'],
]);

/** The kind of the value of an option without `choices`. */
export function kindOfValue({ name, value = '' }: OptionSpec): ValueKind {
  return BY_OPTION.get(name) ?? (value === 'NAME' ? null : PLACEHOLDERS.get(value)) ?? 'nothing';
}

/** The kind of the argument at this index, among those that are not options. */
export function kindOfPositional(synopsis: string, index: number): ValueKind {
  const placeholders = positionalsIn(synopsis);
  const placeholder = placeholders[index] ?? placeholders.findLast((name) => name.endsWith('…')) ?? '';
  return PLACEHOLDERS.get(placeholder.replace('…', '')) ?? 'nothing';
}

/** `NAME`, `VALUE` of `NAME [VALUE | --from-file PATH] [OPTIONS]`. A regular expression is all ASCII: the bundle is read so. */
export function positionalsIn(synopsis: string): readonly string[] {
  const withoutOptions = synopsis.replaceAll(
    /-{1,2}[a-z][a-z-]*(?: (?:[A-Z]+|[a-z]+(?:\|[a-z]+)+))?|\[OPTIONS\]/gu,
    '',
  );
  const found = withoutOptions.match(/[A-Z]{2,}(?:\u2026|\.{3})?/gu) ?? [];
  return found.map((name) => name.replace('...', '…'));
}
