/** Options of credential helpers: with which secrets, or which user name, they answer. */
import { resolve } from 'node:path';
import { UsageError } from '../failure.js';
import type { CallContext } from '../inputs/call-context.js';
import { given } from '../inputs/given.js';
import type { HelperOptions } from '../credential-helpers/helper-options.js';
import { type Arguments, FILE, type OptionSpec, PROFILE, PROVIDER } from './arguments.js';
import { pathOption } from './path-option.js';

/** Only what is given counts: a helper is started in any environment. */
const { variable: _fileVariable, ...GIVEN_FILE } = FILE;
const { variable: _profileVariable, ...GIVEN_PROFILE } = PROFILE;
const { variable: _providerVariable, ...GIVEN_PROVIDER } = PROVIDER;

export const ANSWER_OPTIONS: readonly OptionSpec[] = [
  { name: 'username', value: 'USER', summary: 'user name to answer with' },
  { name: 'username-secret', value: 'NAME', summary: 'secret of the manifest that is the user name' },
  { name: 'token-secret', value: 'NAME', summary: 'secret of the manifest that is the password; default PASSWORD' },
  { ...GIVEN_FILE, summary: 'manifest of these secrets; no other one is used' },
  { ...GIVEN_PROFILE, summary: 'profile of the manifest' },
  { ...GIVEN_PROVIDER, summary: 'store to use instead of the declared or default one' },
];

/** Secrets and a profile need the manifest that they belong to: the nearest one depends on where Git or Docker runs. */
export function answerOptions(args: Arguments, context: CallContext): HelperOptions {
  const file = pathOption(args, 'file', 'the manifest');
  const options = {
    username: userOption(args),
    usernameSecret: textOption(args, 'username-secret'),
    tokenSecret: textOption(args, 'token-secret'),
    file: file === null ? null : resolve(context.workingFolder, file),
    profile: textOption(args, 'profile'),
    provider: textOption(args, 'provider'),
  };
  if (options.username !== null && options.usernameSecret !== null)
    throw new UsageError('`--username` and `--username-secret` cannot be used together');
  const ofManifest = ['username-secret', 'token-secret', 'profile'].find((name) => args.has(name));
  if (ofManifest !== undefined && file === null)
    throw new UsageError(`\`--${ofManifest}\` needs a manifest`, 'name it with `--file PATH`');
  return options;
}

/** The user name that was given; null without one. */
export function userOption(args: Arguments): string | null {
  const username = textOption(args, 'username');
  if (username !== null && /\p{Cc}/u.test(username)) throw new UsageError('the user name has a control character');
  return username;
}

/** Null if it was not given. A blank one is an error, mostly from a variable that is not set. */
export function textOption(args: Arguments, name: string): string | null {
  const text = args.text(name);
  if (text === null) return null;
  return given(text) ?? blank(name);
}

function blank(name: string): never {
  throw new UsageError(`\`--${name}\` is blank`);
}
