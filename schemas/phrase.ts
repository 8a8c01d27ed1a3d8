/** Sentences in which text of manifests is kept separate, because each view escapes it differently. */

/** Text of the tool, or text of a manifest. `isWhole`: it is not cut where other texts are. */
export type PhrasePiece = { readonly ours: string } | { readonly theirs: string; readonly isWhole?: true };
export type Phrase = readonly PhrasePiece[];

/** The first names, and how many more there are: one change must not take the room of all others. */
export function listPhrase(names: readonly string[]): Phrase {
  const shown = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names;
  const rest = names.length - shown.length;
  return [
    ...shown.flatMap((name, index): Phrase => (index === 0 ? [{ theirs: name }] : [{ ours: ', ' }, { theirs: name }])),
    ...(rest === 0 ? [] : [{ ours: ` and ${rest} more` }]),
  ];
}

const MOST_NAMES = 20;

/** Several phrases with the same text between them. */
export function separated(phrases: readonly Phrase[], separator: string): Phrase {
  return phrases.flatMap((phrase, index) => (index === 0 ? phrase : [{ ours: separator }, ...phrase]));
}
