/** `$NAME` in a template: plain text here, but a reference in shells. */

/** In UTF-16 units of the template's text. */
export interface BareReference {
  /** With its `$`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `$$` is an escape, regardless of what follows it. */
const BARE = /\$\$|\$[A-Z][A-Z0-9_]*/gu;

export function bareReferences(template: string): readonly BareReference[] {
  return [...template.matchAll(BARE)].flatMap(({ 0: text, index }) =>
    text === '$$' ? [] : [{ text, start: index, end: index + text.length }],
  );
}
