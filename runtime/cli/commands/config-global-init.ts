/** `tool config global init`: the default store and profile of a user (semantics 6.11). */
import { UsageError } from '../../failure.js';
import { given } from '../../inputs/given.js';
import type { CommandContext } from '../../session/call.js';
import { editConfigFile, readConfigFile } from '../../user-config/edit-user-config.js';
import { type Arguments, type OptionSpec, PROFILE, PROVIDER } from '../arguments.js';
import { askForDefaults } from '../ask-for-defaults.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { escapeForTerminal } from '../views/terminal-text.js';

/** The name for having no default profile. */
const NONE = 'none';

export const configGlobalInit: CommandModule = {
  spec: {
    name: 'config global init',
    synopsis: '[OPTIONS]',
    options: [
      { ...PROVIDER, summary: 'store of secrets for which nothing else names one' },
      { ...PROFILE, summary: 'profile if none is chosen; none for no such profile' },
    ],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Writes the default store and profile to the user configuration, and keeps everything else in that file:
aliases, the audit log, comments and order. What is not given is asked for on the terminal.`,
    examples: ['tool config global init', 'tool config global init --provider keyring --profile none'],
  },
  async run(args, context) {
    const flags = { provider: optionOf(args, context, PROVIDER), profile: optionOf(args, context, PROFILE) };
    // A file with errors is refused before anything is asked.
    await readConfigFile(context.variables);
    const { provider, profile } = await askForDefaults(flags, context);
    const { path } = await editConfigFile(context.variables, () => [
      { kind: 'set', path: ['defaults', 'provider'], value: provider },
      profile === NONE
        ? { kind: 'remove', path: ['defaults', 'profile'] }
        : { kind: 'set', path: ['defaults', 'profile'], value: profile },
    ]);
    writeOut(`\n✓ Configuration saved to ${escapeForTerminal(path)}\n`);
    return SUCCESS;
  },
};

/** A blank variable counts as not given; a blank option does not. */
function optionOf(args: Arguments, { variables }: CommandContext, option: OptionSpec): string | null {
  const text = args.text(option.name);
  if (text === null) return given(variables[option.variable ?? '']);
  const value = given(text);
  if (value === null) throw new UsageError(`\`--${option.name}\` is blank`, `write --${option.name} ${option.value}`);
  return value;
}
