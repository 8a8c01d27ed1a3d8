/** A stored document that was read to its end, and what comes of looking for one value in it. */

export interface Document {
  /** The value at these segments of a pointer. */
  select(pointer: readonly string[]): Extracted;
}

export type Extracted =
  | { readonly kind: 'selected'; readonly text: string }
  /** The reason is a sentence about the document that quotes nothing of it. */
  | { readonly kind: 'failed'; readonly reason: string };

export function failed(reason: string): Extracted {
  return { kind: 'failed', reason };
}

/** Asks for room for this many bytes or characters; false where there is not enough left. None is given back. */
export type TakeRoom = (length: number) => boolean;
