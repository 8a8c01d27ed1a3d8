/** Wording for keys of a `.env` file that no profile declares. */
import { shellWord } from './missing-secret.js';

export interface UndeclaredKey {
  /** Null for a key that does not look like a name: a line of a value that lost its quotes may read as one. */
  readonly name: string | null;
  /** `.env:24`. */
  readonly place: string;
  /** A secret that the file lacks, and that was probably meant. */
  readonly nearest: string | null;
  /** Whether a secret can have this name. */
  readonly isDeclarable: boolean;
}

export interface UndeclaredKeys {
  /** The store, as the manifest writes it. */
  readonly store: string;
  readonly profile: string;
  readonly keys: readonly UndeclaredKey[];
}

/** More are counted. */
const MOST_NAMED = 20;
/** So many names are part of a command. */
const MOST_TYPED = 5;

/** `NEW_FLAG (.env:24), DB_PASWORD (.env:3, did you mean DB_PASSWORD?)`. */
export function undeclaredListed({ keys }: Pick<UndeclaredKeys, 'keys'>): string {
  const shown = keys.slice(0, MOST_NAMED).map(({ name, place, nearest }) => {
    const meant = nearest === null ? '' : `, did you mean ${nearest}?`;
    return `${name ?? 'a key'} (${place}${meant})`;
  });
  const rest = keys.length - shown.length;
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${rest.toLocaleString('en-US')} more`}`;
}

export function undeclaredAdvice({ store, profile, keys }: UndeclaredKeys): string {
  const names = keys.flatMap(({ name, nearest, isDeclarable }) =>
    name === null || nearest !== null || !isDeclarable ? [] : [name],
  );
  if (names.length === 0) {
    return keys.every(({ nearest }) => nearest !== null)
      ? 'correct the names, or remove the lines'
      : 'declare a secret that reads the key with `ref = { item = "…" }`, or remove the line';
  }
  const lines = keys.length === 1 ? 'line' : 'lines';
  const others = names.length < keys.length ? ', and correct or remove the others' : `, or remove the ${lines}`;
  const typed = names.length === keys.length && names.length > MOST_TYPED ? [] : names;
  const words = ['tool add --from', shellWord(store), ...typed.map(shellWord), '--profile', shellWord(profile)];
  return `declare ${names.length === 1 ? 'it' : 'them'} with the line below${others}\n\n    ${words.join(' ')}`;
}
