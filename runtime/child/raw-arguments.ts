/** The arguments of the command as this process got them, where they are not UTF-8. */
import { commandLine, isSuspect } from '../inputs/command-line.js';
import { decodeUtf8 } from '../values/utf8.js';
import type { Word } from './raw-environment.js';

/**
 * `words` are the last arguments of this process, as Node decoded them. Gives the bytes of those that are not UTF-8
 * from `/proc/self/cmdline`; where that cannot be read or is about something else, the words come back as they are.
 */
export function rawArguments(words: readonly [string, ...string[]]): readonly [Word, ...Word[]] {
  if (!words.some(isSuspect)) return words;
  const started = commandLine().slice(-words.length);
  const [command, ...args] = words;
  return [asStarted(command, started[0]), ...args.map((word, index) => asStarted(word, started[index + 1]))];
}

function asStarted(word: string, bytes: Buffer | undefined): Word {
  return bytes === undefined || decodeUtf8(bytes) !== null || bytes.toString('utf8') !== word ? word : bytes;
}
