/** A short name for a text, for files of the cache. */

const START = 0x811c9dc5;
const PRIME = 0x01000193;

/** 8 hex digits; different texts may have the same digest; a caller that must be sure compares the texts. */
export function textDigest(text: string): string {
  let sum = START;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), PRIME);
  return (sum >>> 0).toString(16).padStart(8, '0');
}
