/** What shells without an evaluation of text read: one object of JSON. */
import { textOf } from '../../values/byte-string.js';
import { HOOK_CARRIES as CARRIED } from '../../inputs/environment.js';
import type { ShellUpdate } from '../shell.js';

/** How a text is written in it. */
export type Spell = (text: string) => string;

/** `put`: variables as they are to be, null for none, before those of `set` are set. `spell`: of values. */
export function recordOf(
  { manifest, files, seen, inherited, set, carried }: ShellUpdate,
  spell: Spell = (text) => text,
  timeOf: (mtimeNs: bigint) => string = String,
): string {
  const put = inherited.map(({ name, value }) => [name, value === null ? null : spell(textOf(value) ?? '')] as const);
  const record = {
    manifest,
    seen,
    files: files.map(({ path, there }) => ({ path, time: there === null ? '' : timeOf(there.mtimeNs) })),
    put: Object.fromEntries([...put, [CARRIED, carried === null ? null : spell(carried)] as const]),
    set: Object.fromEntries(set.map(({ name, value }) => [name, spell(Buffer.from(value).toString('utf8'))])),
  };
  return `${JSON.stringify(record)}\n`;
}
