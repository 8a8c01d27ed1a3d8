/** `tool add`: one more declaration (semantics 6.10). */
import { UsageError } from '../../failure.js';
import { given } from '../../inputs/given.js';
import type { CommandContext } from '../../session/call.js';
import { type Arguments, EXPECT_HASH, PROFILE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { YES } from '../confirm-change.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { surroundings, terminalOf } from '../terminal-of.js';
import { addedFrom, addedSecret } from '../views/added-secret.js';
import { withSession } from '../with-session.js';

export const add: CommandModule = {
  spec: {
    name: 'add',
    synopsis: 'NAME [OPTIONS] | --from STORE [NAME...] [OPTIONS] | --from-code [NAME...] [OPTIONS]',
    options: [
      { name: 'description', short: 'd', value: 'TEXT', summary: 'what the secret is for; prompted for on a terminal' },
      {
        name: 'from',
        value: 'STORE',
        summary: 'declare names of this store or .env file; all that no profile declares',
      },
      { name: 'from-code', summary: 'declare names that programs read; all that no profile declares' },
      PROFILE,
      { ...YES, summary: 'with --from-code, declare the names without confirmation' },
      { ...EXPECT_HASH, summary: 'fail before --from lists names if the plan has a different hash' },
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    details: `Declares a secret in the manifest, and leaves all other text of the file unchanged. The profile must exist, and
must not have the secret, inherited ones included. Nothing is written unless the result compiles. Contacts no store.

With --from, declares the names that a store lists and no profile declares, or those that are given. As with init,
comments of a .env file become descriptions, and a key with an empty value is not required. Values are neither copied nor shown.

With --from-code, declares the names that the programs in the folder of the manifest read, as \`tool lint --code\` finds them,
and asks before it does on a terminal. What every program reads with a default is not required. Names that look like a
misspelt one are left out unless they are given.`,
    examples: [
      'tool add STRIPE_KEY --description "Key of the payment service"',
      'tool add SENTRY_DSN --profile production',
      'tool add --from .env',
      'tool add --from .env.production NEW_FLAG --profile production',
      'tool add --from-code',
    ],
  },
  async run(args, context) {
    const [name, second] = args.positionals;
    const typed = args.text('description');
    const description = typed === null ? null : stated(typed);
    const from = args.text('from');
    if (args.has('from-code')) {
      if (from !== null) throw new UsageError('`--from` and `--from-code` cannot be used together', 'make two calls');
      refuseSharedDescription(args, description);
      const { addFromCode } = await import('../add-from-code.js');
      return addFromCode(args, context, description);
    }
    if (from !== null) return addFrom(args, context, from, description);
    if (name === undefined) throw new UsageError('missing argument NAME', `usage: tool add ${add.spec.synopsis}`);
    if (second !== undefined)
      throw new UsageError(`unexpected argument \`${second}\``, 'several names need `--from STORE`');
    const added = await withSession(args, context, (session) =>
      session.add(name, async () => description ?? stated(await ask(name, context))),
    );
    writeOut(addedSecret(name, added));
    return SUCCESS;
  },
};

async function addFrom(
  args: Arguments,
  context: CommandContext,
  store: string,
  description: string | null,
): Promise<number> {
  const from = given(store);
  if (from === null) throw new UsageError('the store is blank', 'name one with `--from`, as in `--from .env`');
  const { positionals } = args;
  refuseSharedDescription(args, description);
  const names = positionals.length === 0 ? null : positionals;
  const added = await withSession(args, context, (session) => session.addFrom({ from, names, description }));
  writeOut(addedFrom(added));
  return SUCCESS;
}

function refuseSharedDescription({ positionals }: Arguments, description: string | null): void {
  if (description !== null && positionals.length !== 1)
    throw new UsageError('`--description` describes one secret', 'name one, or leave the option out');
}

function stated(text: string): string {
  const description = given(text);
  if (description === null) throw new UsageError('the description is blank', HELP);
  return description;
}

async function ask(name: string, context: CommandContext): Promise<string> {
  const answer = terminalOf(context).isInput ? await typedLine(name, context) : null;
  if (answer === null) throw new UsageError('missing description', HELP);
  return answer;
}

async function typedLine(name: string, context: CommandContext): Promise<string | null> {
  const { askShown } = await import('../../terminal/shown-question.js');
  return askShown({ lines: [], label: `Description of ${name}:` }, await surroundings(context));
}

const HELP = 'say what the secret is for with `--description TEXT`';
