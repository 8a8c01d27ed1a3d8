/** Names in the text of a diagnostic: quoted, joined, and cut where a list would bury the message. */

/** About how long a list may grow; a message stays below 4,000 characters. */
const LIST_LENGTH = 2000;

/** `` `A`, `B` and `C` ``; a long list ends in "and 9,900 more". Names come from a manifest and are escaped by views. */
export function listed(names: readonly string[]): string {
  const shown = shownOf(names);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest.toLocaleString('en-US')} more`;
  const last = shown.at(-1);
  return shown.length < 2 || last === undefined ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

function shownOf(names: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length + 4;
    if (length > LIST_LENGTH && shown.length > 0) break;
    shown.push(`\`${name}\``);
  }
  return shown;
}

/** `A -> B -> A`; of a long way only its start and its end. */
export function chained(names: readonly string[]): string {
  if (names.length <= 2 * ENDS_SHOWN) return names.join(' -> ');
  const between = (names.length - 2 * ENDS_SHOWN).toLocaleString('en-US');
  return [...names.slice(0, ENDS_SHOWN), `(${between} more)`, ...names.slice(-ENDS_SHOWN)].join(' -> ');
}
const ENDS_SHOWN = 8;

/** What a diagnostic calls an input that the scope hides (spec 4.2, rule 10). */
export const HIDDEN_INPUT = 'a hidden composition input';

/** What a prompt is for: a secret by name, or the first visible secret that needs an input that the scope hides. */
export type Prompted = { readonly secret: string } | { readonly inputOf: string };

export function promptedWords(prompted: Prompted): string {
  return 'secret' in prompted ? listed([prompted.secret]) : `${HIDDEN_INPUT} of ${listed([prompted.inputOf])}`;
}

/** Secrets in a sentence: null is a name that the scope hides, and is mentioned once. */
export function secretsListed(secrets: readonly (string | null)[]): string {
  const names = secrets.filter((secret) => secret !== null);
  if (names.length === secrets.length) return listed(names);
  if (names.length === 0) return HIDDEN_INPUT;
  return `${names.length === 1 ? listed(names) : `${listed(names)},`} and ${HIDDEN_INPUT}`;
}

/** The same if what happened matters more than the names: more than a few are counted. */
export function secretsCounted(secrets: readonly (string | null)[]): string {
  return secrets.length > MOST_NAMED ? `${secrets.length.toLocaleString('en-US')} secrets` : secretsListed(secrets);
}
const MOST_NAMED = 5;
