/** The arguments of the command as this process got them, where they are not UTF-8. */
import { commandLine } from '../inputs/command-line.js';
import { type ByteString, byteStringOf, bytesOf, textOf } from '../values/byte-string.js';
import { isSuspect } from '../values/utf8.js';

/**
 * `words` are the last arguments of this process, as the runtime decoded them. The bytes of those that are not UTF-8 come
 * from `/proc/self/cmdline`; where that cannot be read or is about something else, the words count as they are.
 */
export function rawArguments(words: readonly [string, ...string[]]): readonly [ByteString, ...ByteString[]] {
  const started = words.some(isSuspect) ? commandLine().slice(-words.length) : [];
  const [command, ...args] = words;
  return [asStarted(command, started[0]), ...args.map((word, index) => asStarted(word, started[index + 1]))];
}

function asStarted(word: string, bytes: ByteString | undefined): ByteString {
  const isOfWord = bytes !== undefined && textOf(bytes) === null && bytesOf(bytes).toString('utf8') === word;
  return isOfWord ? bytes : byteStringOf(word);
}
