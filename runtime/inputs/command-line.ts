/** The arguments of this process as bytes, for texts that are suspect: Node and Bun replace bytes that are not UTF-8. */
import { readFileSync } from 'node:fs';
import { proc } from '../files/proc.js';
import { type ByteString, bytesOf, splitAtNul } from '../values/byte-string.js';
import { decodeUtf8, isSuspect } from '../values/utf8.js';

/**
 * The bytes of the argument that `text` is, or is the end of, if they are not UTF-8; null if the text is as it was typed.
 * `unknown` if the system does not show the bytes.
 */
export function lostBytes(text: string): Uint8Array | 'unknown' | null {
  if (!isSuspect(text)) return null;
  const words = commandLine();
  if (words.length === 0) return 'unknown';
  const lost = words.map(bytesOf).find((word) => decodeUtf8(word) === null && word.toString('utf8').endsWith(text));
  return lost ?? null;
}

/** Every argument, the program first; none if the system has no `/proc`. */
export function commandLine(): readonly ByteString[] {
  try {
    return splitAtNul(readFileSync(proc('self/cmdline')));
  } catch {
    return [];
  }
}
