/** The further profiles that `init` declares, if the person at the terminal wants them: one for each file next to the `.env` file. */
import type { EntryOwner } from '../../link/link-store.js';
import type { Listed } from '../../providers/provider.js';
import type { Call } from '../call.js';
import type { SessionPorts } from '../ports.js';
import type { ProfileFile } from './dotenv-files.js';
import { listNames } from './list-names.js';

export interface ProfileToDeclare extends Pick<ProfileFile, 'profile' | 'store'> {
  readonly entries: readonly ToDeclare[];
}

/** An entry as the compiler declares it. */
export type ToDeclare = Omit<Listed, 'elsewhere'> & { readonly expandedAs?: string | null };

export function withExpansion({ elsewhere, ...entry }: Listed): ToDeclare {
  return elsewhere?.kind === 'expanded' ? { ...entry, expandedAs: elsewhere.template } : entry;
}

/** None without files, or without a terminal. */
export async function wantedProfiles(
  call: Call,
  ports: SessionPorts,
  { project }: EntryOwner,
  files: readonly ProfileFile[],
): Promise<readonly ProfileToDeclare[]> {
  const profiles: ProfileToDeclare[] = [];
  if (files.length === 0 || !(await areWanted(files, ports))) return profiles;
  for (const { profile, store } of files) {
    const { entries } = await listNames(call, ports, store, { project, profile });
    profiles.push({ profile, store, entries: entries.map(withExpansion) });
  }
  return profiles;
}

async function areWanted(files: readonly ProfileFile[], { terminal }: SessionPorts): Promise<boolean> {
  const names = files.map(({ file, profile }) => `${file} (${profile})`).join(', ');
  const question = { text: `Declare profiles for the files next to .env: ${names}?` };
  return (await terminal?.confirm(question)) === 'yes';
}
