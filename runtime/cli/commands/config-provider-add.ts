/** `tool config global provider add`: adds or replaces an alias of a user (spec 4.1, semantics 6.11). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { own } from '#schemas/named.js';
import type { PlannedStore } from '#schemas/plan.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { fail, UsageError } from '../../failure.js';
import { claimsOf } from '../../inputs/claims.js';
import { given } from '../../inputs/given.js';
import { judgeNewAlias } from '../../inputs/new-alias.js';
import { editConfigFile } from '../../user-config/edit-user-config.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { say } from '../say.js';
import { showWarnings } from '../show-warnings.js';
import { shellWord } from '../views/shell-word.js';
import { escapeForTerminal } from '../views/terminal-text.js';
import { aliasWords } from '../views/user-config.js';

export const configProviderAdd: CommandModule = {
  spec: {
    name: 'config global provider add',
    synopsis: 'ALIAS URI [OPTIONS]',
    options: [
      {
        name: 'credential',
        value: 'NAME=PROVIDER',
        summary: 'read this credential of the store from there; may be repeated',
      },
    ],
    positionals: { least: 2, most: 2 },
    isWithoutManifest: true,
    details: `Adds an alias to the user configuration, or replaces the one of that name with all its settings, which are
shown. All other text of the file is kept: comments, order and layout. A missing file is created. Nothing is written for an address that no command could use: one without a provider,
with a part that the provider does not support, or with a password or token in it. An alias of the same name in a manifest takes precedence.`,
    examples: [
      'tool config global provider add team dotenv:~/team.env',
      'tool config global provider add prod vault://vault.example.com/secret --credential token=keyring',
    ],
  },
  async run(args, context) {
    const [name, uri] = args.positionals.map(given);
    if (name == null) throw new UsageError('the name of the alias is blank', USAGE);
    if (uri == null) throw new UsageError('the address of the alias is blank', USAGE);
    const credentials = credentialsOf(args);
    const names = Object.keys(credentials);
    const claims = claimsOf(context.variables);
    let replaced: PlannedStore | undefined;
    let unsure: readonly Diagnostic[] = [];
    const { warnings } = await editConfigFile(context.variables, (user) => {
      const found = judgeNewAlias({ uri, credentials }, user, claims);
      if (found.some(({ severity }) => severity === 'error')) fail(...found);
      unsure = found;
      replaced = own(user.aliases, name);
      const value = names.length === 0 ? uri : { uri, credentials };
      return [{ kind: 'set', path: ['defaults', 'providers', name], value }];
    });
    await showWarnings([...warnings, ...unsure], context);
    const done = replaced === undefined ? 'added' : 'updated';
    if (replaced !== undefined) say(`note: it was: ${aliasWords(replaced)}`);
    writeOut(
      `✓ Provider alias '${escapeForTerminal(name)}' ${done}: '${escapeForTerminal(withoutCredentials(uri))}'\n`,
    );
    if (names.length > 0) {
      const list = names.map(escapeForTerminal).join(', ');
      writeOut(
        `  Credentials: ${list}\n  Store them with: tool config provider login ${shellWord(escapeForTerminal(name))}\n`,
      );
    }
    return SUCCESS;
  },
};

const USAGE = 'usage: tool config global provider add ALIAS URI';

/** By name, in the order given. */
function credentialsOf(args: Arguments): Readonly<Record<string, string>> {
  const pairs = args.texts('credential').map(bindingOf);
  const repeated = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index);
  if (repeated !== undefined) throw new UsageError(`credential \`${repeated[0]}\` is given more than once`);
  return Object.fromEntries(pairs);
}

/** The text is not repeated: it may hold the credential itself. */
function bindingOf(text: string): readonly [string, string] {
  const [, name = '', provider = ''] = /^([^=]*)=(.*)$/su.exec(text) ?? [];
  const binding = [given(name), given(provider)] as const;
  if (binding[0] === null || binding[1] === null)
    throw new UsageError('a `--credential` is not a name and a provider', 'write --credential NAME=PROVIDER');
  return [binding[0], binding[1]];
}
