/** The arguments of the command as this process got them, where they are not UTF-8. */
import { readFileSync } from 'node:fs';
import { type ByteString, byteStringOf, bytesOf, splitAtNul, textOf } from '../values/byte-string.js';

/**
 * `words` are the last arguments of this process, as the runtime decoded them. The bytes of those that are not UTF-8 come
 * from `/proc/self/cmdline`; where that cannot be read or is about something else, the words count as they are.
 */
export function rawArguments(words: readonly [string, ...string[]]): readonly [ByteString, ...ByteString[]] {
  const started = words.some((word) => word.includes('\uFFFD')) ? commandLine().slice(-words.length) : [];
  const [command, ...args] = words;
  return [asStarted(command, started[0]), ...args.map((word, index) => asStarted(word, started[index + 1]))];
}

function asStarted(word: string, bytes: ByteString | undefined): ByteString {
  const isOfWord = bytes !== undefined && textOf(bytes) === null && bytesOf(bytes).toString('utf8') === word;
  return isOfWord ? bytes : byteStringOf(word);
}

function commandLine(): readonly ByteString[] {
  try {
    return splitAtNul(readFileSync('/proc/self/cmdline'));
  } catch {
    return [];
  }
}
