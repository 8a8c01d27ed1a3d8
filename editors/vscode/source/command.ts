/** The command line of tool, as the user set it for this machine: no workspace can name another program. */
import { workspace } from 'vscode';

export interface CommandLine {
  readonly program: string;
  readonly words: readonly string[];
}

/** Null: the setting names no program. */
export function commandLine(...more: readonly string[]): CommandLine | null {
  const written = workspace.getConfiguration('tool').get<unknown>('command');
  const [program, ...words] = typeof written === 'string' ? [written] : Array.isArray(written) ? written : [];
  if (typeof program !== 'string' || program.trim() === '') return null;
  return { program, words: [...words.map(String), ...more] };
}

/** As a person would type it, to be shown. */
export function shownCommand({ program, words }: CommandLine): string {
  return [program, ...words].join(' ');
}

/** Windows would look for the program in the folder of the workspace first. */
export const ENVIRONMENT = process.platform === 'win32' ? { NoDefaultCurrentDirectoryInExePath: '1' } : {};
