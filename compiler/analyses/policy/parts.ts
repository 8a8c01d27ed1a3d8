/** Policies that are longer than the vendor allows: their statements, in as many documents as they need. */
import type { Json } from '#schemas/plan.js';
import type { PolicyStatement } from '#schemas/plan-policy.js';

/** How many characters a document may have. */
export interface SizeLimit {
  readonly characters: number;
  /** What is limited: `a managed policy`. */
  readonly of: string;
  readonly documentOf: (statements: readonly PolicyStatement[]) => Json;
}

/** Each statement is in the first document with room for it. One that is too long for any is alone. */
export function partsOf(
  statements: readonly PolicyStatement[],
  { characters, documentOf }: SizeLimit,
): readonly (readonly PolicyStatement[])[] {
  const frame = lengthOf(documentOf([]));
  const parts: { readonly held: PolicyStatement[]; length: number }[] = [];
  for (const one of statements) {
    // And a comma.
    const length = lengthOf(one.statement) + 1;
    const part = parts.find((other) => other.length + length <= characters);
    if (part === undefined) parts.push({ held: [one], length: frame + length });
    else {
      part.held.push(one);
      part.length += length;
    }
  }
  return parts.map(({ held }) => held);
}

/** As IAM counts: without white space. */
export function lengthOf(document: Json): number {
  return JSON.stringify(document).replace(/\s/g, '').length;
}

/** Lists of which none is longer than this; an element that is longer by itself is alone. */
export function chunksOf(texts: readonly string[], most: number): readonly (readonly string[])[] {
  const chunks: string[][] = [];
  let left = 0;
  for (const text of texts) {
    const length = lengthOf(text) + 1;
    if (length > left || chunks.length === 0) {
      chunks.push([]);
      left = most;
    }
    chunks.at(-1)?.push(text);
    left -= length;
  }
  return chunks;
}
