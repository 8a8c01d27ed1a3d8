/** `tool set`: stores one value (semantics 6.6). */
import { UsageError } from '../../failure.js';
import { EXPECT_HASH, PROFILE, PROVIDER } from '../arguments.js';
import type { Session } from '../../session/session.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { pathOption } from '../path-option.js';
import { setOne } from '../set-one.js';
import { POLICY, valuePolicies } from '../value-policies.js';
import { givenValue } from '../value-source.js';
import { withSession } from '../with-session.js';

export const set: CommandModule = {
  spec: {
    name: 'set',
    synopsis: 'NAME [VALUE | --from-file PATH] [OPTIONS]',
    options: [
      { name: 'from-file', value: 'PATH', summary: 'store the exact bytes of this file; - for standard input' },
      { name: 'force', summary: 'store a value that is not of the type of its secret' },
      POLICY,
      PROFILE,
      PROVIDER,
      EXPECT_HASH,
    ],
    positionals: { least: 1, most: 2 },
    takesSecret: true,
    details: `Stores a value in the first writable store of the secret's chain. The value is the second argument, the exact bytes
of a file, or standard input without leading and trailing blanks, where several lines keep the end of the last one; on a terminal, tool prompts for it and hides what is
typed. Arguments are visible to other programs while the command runs. A value that is not of the type of its secret is
refused where that can be checked; --force stores it. With --policy, so is a value that breaks a rule about values in this
file, and --force does not store it. Scopes are ignored.`,
    examples: [
      'tool set STRIPE_KEY',
      'tool set STRIPE_KEY < key.txt',
      'tool set TLS_KEY --from-file key.pem',
      'printf %s "$VALUE" | tool set API_KEY',
    ],
  },
  async run(args, context) {
    const [name = '', value] = args.positionals;
    // No secret can have such a name, and a message about it would repeat the value.
    if (name.includes('=')) throw new UsageError('name and value must be two arguments', 'usage: tool set NAME VALUE');
    if (value !== undefined && args.has('from-file'))
      throw new UsageError('a value and `--from-file` cannot be used together');
    pathOption(args, 'from-file', 'the value');
    const options = { isForced: args.has('force') };
    const call = callOf(args, context, await valuePolicies(args, context));
    const use = (session: Session) => setOne(session, name, (ask) => givenValue(args, name, ask, context), options);
    await withSession(args, context, use, call);
    return SUCCESS;
  },
};
