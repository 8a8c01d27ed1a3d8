/** What comes of looking for one value in a document. */

export type Extracted =
  | { readonly kind: 'selected'; readonly text: string }
  /** The reason is a sentence about the document that quotes nothing of it. */
  | { readonly kind: 'failed'; readonly reason: string };
