/** Stops before a configuration is written that names secrets which the manifest does not declare. */
import type { HelperOptions } from '../credential-helpers/helper-options.js';
import type { CommandContext } from '../session/call.js';
import type { Arguments } from './arguments.js';
import { withSession } from './with-session.js';

/** Contacts no store. */
export async function requireSecrets(args: Arguments, context: CommandContext, options: HelperOptions): Promise<void> {
  const { file, tokenSecret, usernameSecret } = options;
  if (file === null) return;
  const names = [tokenSecret ?? 'PASSWORD', ...(usernameSecret === null ? [] : [usernameSecret])];
  await withSession(args, context, (session) => session.requireDeclared(names));
}
