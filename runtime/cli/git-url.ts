/** The address of a server as it is given to the commands for Git. */
import { type CredentialUrl, needsUser, parseCredentialUrl } from '../credential-helpers/credential-url.js';
import { UsageError } from '../failure.js';

/** `username`: as given with an option; the user in the address otherwise. Never repeats the address: it may have a password. */
export function gitUrl(text: string, username: string | null): CredentialUrl {
  const url = parseCredentialUrl(text);
  if (url.kind === 'bad')
    throw new UsageError(`the URL ${url.problem}`, 'write it as `https://HOST` or `https://HOST/PATH`');
  if (url.user !== null && username !== null && url.user !== username)
    throw new UsageError('the URL names another user than `--username`', 'name one of them');
  const { protocol, host, path } = url;
  return { protocol, host, path, user: username ?? url.user };
}

/** Stops without a user where the server knows a password only with one. */
export function requireUser(url: CredentialUrl, hasUser: boolean): void {
  if (needsUser(url) && !hasUser) throw new UsageError('a mail server needs a user name', 'add `--username USER`');
}
