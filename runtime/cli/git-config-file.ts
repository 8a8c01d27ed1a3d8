/** Which of Git's configuration files a command changes, and how it is shown. */
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import type { Edited } from '../credential-helpers/git/edit-git-config.js';
import { globalConfig, repositoryConfig } from '../credential-helpers/git/git-config-files.js';
import { refuseChange } from '../credential-helpers/refuse-change.js';
import { fail } from '../failure.js';
import { homeFolder } from '../inputs/folders.js';
import type { CommandContext } from '../session/call.js';
import type { Arguments, OptionSpec } from './arguments.js';

export const GLOBAL: OptionSpec = { name: 'global', summary: 'for every repository of this user, after confirmation' };

export interface GitConfigFile {
  readonly path: string;
  readonly shown: string;
  readonly isGlobal: boolean;
}

export function gitConfigFile(args: Arguments, context: CommandContext): GitConfigFile {
  const isGlobal = args.has('global');
  const path = isGlobal ? globalConfig(context) : repositoryConfig(context);
  return { path, shown: shownPath(path, context), isGlobal };
}

/** From the working folder, or from the home folder. */
export function shownPath(path: string, { variables, workingFolder }: CommandContext): string {
  const home = homeFolder(variables);
  if (path.startsWith(`${workingFolder}/`)) return path.slice(workingFolder.length + 1);
  return home !== null && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** The edit; stops if the file cannot be read or has a helper of another program. */
export function possibleEdit(
  edited: Edited,
  { shown }: GitConfigFile,
  url: string,
): Extract<Edited, { kind: 'edited' }> {
  switch (edited.kind) {
    case 'edited':
      return edited;
    case 'foreign':
      return fail(credentialHelpers.E1401({ of: url, file: shown, helper: edited.helper }));
    case 'malformed':
      return refuseChange(shown, `Git cannot read its line ${edited.line}`);
  }
}
