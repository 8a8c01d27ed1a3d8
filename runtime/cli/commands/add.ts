/** `tool add`: one more declaration (semantics 6.10). */
import { UsageError } from '../../failure.js';
import { given } from '../../inputs/given.js';
import type { CommandContext } from '../../session/call.js';
import { PROFILE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { surroundings, terminalOf } from '../terminal-of.js';
import { addedSecret } from '../views/added-secret.js';
import { withSession } from '../with-session.js';

export const add: CommandModule = {
  spec: {
    name: 'add',
    synopsis: 'NAME [OPTIONS]',
    options: [
      { name: 'description', short: 'd', value: 'TEXT', summary: 'what the secret is for; prompted for on a terminal' },
      PROFILE,
    ],
    positionals: { least: 1, most: 1 },
    details: `Declares a secret in the manifest, and leaves all other text of the file unchanged. The profile must exist, and
must not have the secret, inherited ones included. Nothing is written unless the result compiles. Contacts no store.`,
    examples: [
      'tool add STRIPE_KEY --description "Key of the payment service"',
      'tool add SENTRY_DSN --profile production',
    ],
  },
  async run(args, context) {
    const [name = ''] = args.positionals;
    const typed = args.text('description');
    const description = typed === null ? null : stated(typed);
    const added = await withSession(args, context, (session) =>
      session.add(name, async () => description ?? stated(await ask(name, context))),
    );
    writeOut(addedSecret(name, added));
    return SUCCESS;
  },
};

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
