/** `tool config provider login`: stores the credentials of an alias (semantics 11). */
import { access } from '#schemas/diagnostics/E09-access.js';
import { fail } from '../../failure.js';
import type { CommandContext } from '../../session/call.js';
import type { LoginPerson } from '../../session/operations/login.js';
import { EXPECT_HASH, PROFILE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { terminalOf } from '../terminal-of.js';
import { shellWord } from '../views/shell-word.js';
import { printedLines } from '../views/terminal-text.js';
import { withSession } from '../with-session.js';

export const configProviderLogin: CommandModule = {
  spec: {
    name: 'config provider login',
    synopsis: 'ALIAS [OPTIONS]',
    options: [PROFILE, EXPECT_HASH],
    positionals: { least: 1, most: 1 },
    details: `Prompts for each credential that an alias of the manifest or of the user configuration binds, and stores it
where the alias will look for it. Input is hidden; an empty answer skips the credential. Before the first prompt, all
bindings are checked and their stores are asked whether they can be written. An external provider is started, and what
it requires and no alias binds is prompted for and stored in the keyring.`,
    examples: ['tool config provider login prod'],
  },
  async run(args, context) {
    const [alias = ''] = args.positionals;
    const { bound, stored, asks, isReadable } = await withSession(args, context, (session) =>
      session.login(alias, personAt(context)),
    );
    if (bound === 0 && !asks) print(`Provider alias '${alias}' declares no credentials.`);
    else if (stored > 0 || asks) print(hint(alias, isReadable));
    return SUCCESS;
  },
};

function personAt(context: CommandContext): LoginPerson {
  const terminal = terminalOf(context);
  return {
    async ask({ credential, alias, source }) {
      const answer = await terminal.ask({ kind: 'credential', name: credential, alias, source });
      return answer.kind === 'answer' ? answer.value : fail(access.E0907({ credential }));
    },
    stored: (credential, location) => print(`✓ stored ${credential} in ${location}`),
    skipped: (credential) => print(`✗ Skipped ${credential} (empty)`),
  };
}

function hint(alias: string, isReadable: boolean): string {
  return isReadable
    ? `Verify with: tool check --provider ${shellWord(alias)}`
    : `'${alias}' can be written but not read: the next \`tool set\` shows whether it accepts the credentials.`;
}

function print(line: string): void {
  writeOut(printedLines([line]));
}
