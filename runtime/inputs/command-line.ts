/** The arguments of this process as bytes: Node and Bun replace bytes that are not UTF-8. */
import { readFileSync } from 'node:fs';
import { type ByteString, bytesOf, splitAtNul } from '../values/byte-string.js';
import { decodeUtf8 } from '../values/utf8.js';

/** What the runtime puts in place of bytes that are not UTF-8; also a character that a text may contain. */
const REPLACEMENT = '\uFFFD';

/** Whether a text may have lost bytes. The rest of this file is used only then. */
export function isSuspect(text: string): boolean {
  return text.includes(REPLACEMENT);
}

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
    return splitAtNul(readFileSync('/proc/self/cmdline'));
  } catch {
    return [];
  }
}
