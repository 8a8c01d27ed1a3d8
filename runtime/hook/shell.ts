/** What a shell needs of the hook: the script that it evaluates once, and what it evaluates at a prompt where something has changed. */
import type { Earlier } from './carried.js';
import type { WatchedFile } from './watch.js';

export interface Shell {
  /** `program`: how the hook starts this program. */
  script(program: readonly string[]): string;
  render(update: ShellUpdate): string | Uint8Array;
  /** Whether the shell takes a value that is not UTF-8. */
  readonly takesBytes: boolean;
  /** Whether it compares files itself, with stamps or by their times. */
  readonly looks: 'stamps' | 'times' | 'no';
}

export interface ShellUpdate {
  /** The manifest in force, by its path; empty if there is none. */
  readonly manifest: string;
  readonly files: readonly WatchedFile[];
  /** For a shell that has to ask whether something has changed; empty where it looks itself. */
  readonly seen: string;
  /** What a shell above this one has set, as it was before. */
  readonly inherited: readonly Earlier[];
  readonly set: readonly { readonly name: string; readonly value: Uint8Array }[];
  /** The variable that is passed on to programs; null if nothing is set. */
  readonly carried: string | null;
}
