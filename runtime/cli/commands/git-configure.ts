/** `tool git configure`: makes Git ask this tool for the credential of a server (semantics 6.15). */
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import { urlText } from '../../credential-helpers/credential-url.js';
import { withHelper } from '../../credential-helpers/git/edit-git-config.js';
import { readConfigText, writeConfigText } from '../../credential-helpers/git/git-config-files.js';
import { helperLine } from '../../credential-helpers/git/helper-line.js';
import { laterHelpers } from '../../credential-helpers/git/later-helpers.js';
import { gitHelperProgram } from '../../credential-helpers/own-program.js';
import { UsageError } from '../../failure.js';
import { ANSWER_OPTIONS, answerOptions, textOption } from '../answer-options.js';
import type { CommandModule } from '../commands.js';
import { isChangeConfirmed, YES } from '../confirm-change.js';
import { SUCCESS } from '../exit-codes.js';
import { GLOBAL, gitConfigFile, possibleEdit } from '../git-config-file.js';
import { gitUrl, requireUser } from '../git-url.js';
import { writeOut } from '../output.js';
import { requireSecrets } from '../require-secrets.js';
import { showWarnings } from '../show-warnings.js';
import { shellWord } from '../views/shell-word.js';
import { printedLines } from '../views/terminal-text.js';

export const gitConfigure: CommandModule = {
  spec: {
    name: 'git configure',
    synopsis: '--url URL [OPTIONS]',
    options: [
      { name: 'url', value: 'URL', summary: 'server, or a part of it: https://HOST/PATH' },
      ...ANSWER_OPTIONS,
      GLOBAL,
      { ...YES, summary: 'with --global: change the file without confirmation' },
    ],
    positionals: { least: 0, most: 0 },
    details: `Writes to the configuration of this repository that Git asks tool for the user name and password of a server. They
are what \`tool git login\` stored or, with --file, secrets of that manifest: PASSWORD, or the one that --token-secret names.
For this address, Git no longer asks the credential helpers that are configured before, and gives them no password. With a path
in the address, Git sends the path as well. A helper of another program for exactly this address is kept, and nothing is
changed.`,
    examples: [
      'tool git configure --url https://github.com --username alice',
      'tool git configure --url https://git.example.com/team --file manifest.toml --token-secret GIT_TOKEN',
      'tool git configure --url https://github.com --global',
    ],
  },
  async run(args, context) {
    const text = textOption(args, 'url');
    if (text === null)
      throw new UsageError('missing option --url', `usage: tool git configure ${gitConfigure.spec.synopsis}`);
    if (args.has('yes') && !args.has('global')) throw new UsageError('`--yes` can be used only with `--global`');
    const options = answerOptions(args, context);
    const url = gitUrl(text, options.username);
    requireUser(url, url.user !== null || options.usernameSecret !== null);
    await requireSecrets(args, context, options);
    const file = gitConfigFile(args, context);
    const before = readConfigText(file.path, file.shown);
    const given = { ...options, username: url.user };
    const helper = helperLine(gitHelperProgram(context.variables), urlText(url), given);
    const section = { url, helper, username: url.user };
    const edited = possibleEdit(withHelper(before, section), file, urlText(url));
    const change = { file: file.shown, what: `These lines are for ${file.shown}:`, lines: edited.lines };
    if (file.isGlobal && !(await isChangeConfirmed(args, context, change))) return SUCCESS;
    writeConfigText(file.path, file.shown, before, edited.text);
    const helpers = laterHelpers(url, context);
    if (helpers.length > 0) await showWarnings([credentialHelpers.W1401({ url: urlText(url), helpers })], context);
    writeOut(printedLines([`✓ Git asks tool for ${urlText(url)} (in ${file.shown})`]));
    if (options.file === null)
      writeOut(printedLines([`  Store the password with: tool git login ${loginWords(urlText(url), given)}`]));
    return SUCCESS;
  },
};

function loginWords(url: string, { username, provider }: { username: string | null; provider: string | null }): string {
  const words = [
    url,
    ...(username === null ? [] : ['--username', username]),
    ...(provider === null ? [] : ['--provider', provider]),
  ];
  return words.map(shellWord).join(' ');
}
