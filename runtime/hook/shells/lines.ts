/** What bash, zsh and fish evaluate: calls of the functions of their scripts, with words that each quotes in its way. */
import { bytesOf } from '../../values/byte-string.js';
import { HOOK_CARRIES as CARRIED } from '../../inputs/environment.js';
import type { ShellUpdate } from '../shell.js';
import type { WatchedFile } from '../watch.js';

/** Of a word. */
export type Quote = (content: string | Uint8Array) => string | Uint8Array;

/** One call in each line. */
export function linesOf({ manifest, files, seen, inherited, set, carried }: ShellUpdate, quote: Quote): Buffer {
  const line = (name: string, ...words: readonly (string | Uint8Array)[]) => [name, ...words.map(quote)];
  return joined([
    line('__tool_hook_watches', manifest, seen, ...files.flatMap(timesOf)),
    ...inherited.map(({ name, value }) => {
      return value === null ? line('__tool_hook_put', name) : line('__tool_hook_put', name, bytesOf(value));
    }),
    ...set.map(({ name, value }) => line('__tool_hook_set', name, value)),
    carried === null ? line('__tool_hook_put', CARRIED) : line('__tool_hook_put', CARRIED, carried),
  ]);
}

/** Three words for each: the file, and its stamps; two empty ones where there is no file. */
function timesOf({ path, there }: WatchedFile): readonly string[] {
  return [path, there?.stamps?.before ?? '', there?.stamps?.after ?? ''];
}

function joined(lines: readonly (readonly (string | Uint8Array)[])[]): Buffer {
  const parts = lines.flatMap((words) => words.flatMap((word, index) => [index === 0 ? '' : ' ', word]).concat('\n'));
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
