/** Stores and deletes the credential of a server that no manifest declares: `login` and `logout` of Git and Docker. */
import { isatty } from 'node:tty';
import { access } from '#schemas/diagnostics/E09-access.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import type { EmbeddedManifest } from '../credential-helpers/embedded-manifest.js';
import { sendableText } from '../credential-helpers/sendable.js';
import { Failure, fail, UsageError } from '../failure.js';
import type { CommandContext } from '../session/call.js';
import { SecretValue } from '../values/secret-value.js';
import type { Arguments } from './arguments.js';
import { say } from './say.js';
import { terminalOf } from './terminal-of.js';
import { pipedValue } from './value-source.js';
import { withEmbedded } from './with-credential.js';

const STDIN = 0;
const PASSWORD = 'password';

/** Of which server it is, for people, and what its protocol can carry. */
export interface Server {
  readonly shown: string;
  readonly made: EmbeddedManifest;
  readonly protocol: Parameters<typeof sendableText>[2];
}

/** Standard output stays empty. */
export async function keepPassword(
  args: Arguments,
  context: CommandContext,
  { shown, made, protocol }: Server,
  username: string | null,
): Promise<void> {
  refuseFile(args, 'tool set');
  await withEmbedded(args, context, { made }, async (session) => {
    const { kindOfStore } = await session.set(made.password, async (accepted) => {
      say(`Storing the password for ${shown} in ${accepted.shown}`);
      say(`  target: ${accepted.target}`);
      const password = await enteredPassword(shown, context);
      sendableText(password, PASSWORD, protocol);
      return password;
    });
    if (username !== null) await session.set(made.username, async () => SecretValue.fromText(username));
    say(`✓ Password for ${shown} saved to ${kindOfStore}`);
  });
}

export async function forgetPassword(args: Arguments, context: CommandContext, { shown, made }: Server): Promise<void> {
  refuseFile(args, 'tool delete');
  await withEmbedded(args, context, { made }, (session) =>
    session.delete([made.password, made.username], async ({ remove }) => {
      const { removals, errors } = await remove();
      if (errors.length > 0) throw new Failure(errors);
      const isRemoved = removals.get(made.password)?.kind === 'removed';
      say(isRemoved ? `✓ Password for ${shown} deleted` : `○ No password for ${shown} is stored`);
    }),
  );
}

/** The answer to a hidden question, or what is piped in. */
async function enteredPassword(shown: string, context: CommandContext): Promise<SecretValue> {
  const value = isatty(STDIN) ? await askedPassword(shown, context) : pipedValue();
  if (value === null)
    return fail({ ...delivery.E1210({ secret: PASSWORD }), help: 'pipe in the text of the password' });
  return value.isEmpty ? fail({ ...storesIo.E1118({ secret: PASSWORD }), help: 'type it, or pipe it in' }) : value;
}

async function askedPassword(server: string, context: CommandContext): Promise<SecretValue> {
  const answer = await terminalOf(context).ask({ kind: 'password', server });
  return answer.kind === 'answer' ? answer.value : fail(access.E0907({ credential: PASSWORD }));
}

function refuseFile(args: Arguments, command: string): void {
  if (args.has('file'))
    throw new UsageError('a secret of a manifest is not a password of its own', `use \`${command}\` with \`--file\``);
}
