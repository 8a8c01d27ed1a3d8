/** `tool git unconfigure`: removes what `configure` wrote (semantics 6.15). */
import { type CredentialUrl, needsUser, urlText, urlTextWithUser } from '../../credential-helpers/credential-url.js';
import { withoutHelpers } from '../../credential-helpers/git/edit-git-config.js';
import { readConfigText, writeConfigText } from '../../credential-helpers/git/git-config-files.js';
import { UsageError } from '../../failure.js';
import { textOption } from '../answer-options.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { isChangeConfirmed, YES } from '../confirm-change.js';
import { SUCCESS } from '../exit-codes.js';
import { GLOBAL, gitConfigFile, possibleEdit } from '../git-config-file.js';
import { gitUrl } from '../git-url.js';
import { writeOut } from '../output.js';
import { printedLines } from '../views/terminal-text.js';

export const gitUnconfigure: CommandModule = {
  spec: {
    name: 'git unconfigure',
    synopsis: '--url URL | --all [OPTIONS]',
    options: [
      { name: 'url', value: 'URL', summary: 'the address that was configured' },
      { name: 'all', summary: 'all addresses in this file' },
      GLOBAL,
      { ...YES, summary: 'with --global: change the file without confirmation' },
    ],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Removes from the configuration of this repository, or with --global of this user, what \`tool git configure\` wrote,
and nothing else: every other byte of the file stays. Stored passwords stay as well; \`tool git logout\` deletes them.`,
    examples: ['tool git unconfigure --url https://github.com', 'tool git unconfigure --all --global'],
  },
  async run(args, context) {
    const url = meantUrl(args);
    if (args.has('yes') && !args.has('global')) throw new UsageError('`--yes` can be used only with `--global`');
    const file = gitConfigFile(args, context);
    const before = readConfigText(file.path, file.shown);
    const edited = possibleEdit(
      withoutHelpers(before, (own, user) => url === null || isSame(url, own, user)),
      file,
      '',
    );
    if (edited.urls.length === 0) {
      writeOut(
        printedLines([`○ Git does not ask tool for ${url === null ? 'any address' : shown(url)} (in ${file.shown})`]),
      );
      return SUCCESS;
    }
    const change = { file: file.shown, what: `These addresses are removed from ${file.shown}:`, lines: edited.urls };
    if (file.isGlobal && !(await isChangeConfirmed(args, context, change))) return SUCCESS;
    writeConfigText(file.path, file.shown, before, edited.text);
    writeOut(printedLines(edited.urls.map((one) => `✓ Git no longer asks tool for ${one} (in ${file.shown})`)));
    return SUCCESS;
  },
};

/** A mail server has a section for each user. */
function isSame(url: CredentialUrl, own: string, user: string | null): boolean {
  return own === urlText(url) && (!needsUser(url) || url.user === null || url.user === user);
}

function shown(url: CredentialUrl): string {
  return needsUser(url) ? urlTextWithUser(url) : urlText(url);
}

/** Null for all. */
function meantUrl(args: Arguments): CredentialUrl | null {
  const text = textOption(args, 'url');
  if (text !== null && args.has('all')) throw new UsageError('`--url` and `--all` cannot be used together');
  if (text !== null) return gitUrl(text, null);
  if (args.has('all')) return null;
  throw new UsageError('missing option --url or --all', `usage: tool git unconfigure ${gitUnconfigure.spec.synopsis}`);
}
