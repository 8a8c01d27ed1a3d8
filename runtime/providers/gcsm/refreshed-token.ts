/** A person who is signed in: `gcloud` keeps a token that is exchanged for others. */
import type { Http } from '../../http/http.js';
import { type Failed, failed } from '../store-failure.js';
import { type CredentialFields, textIn } from './credential-fields.js';
import { secureAddress, TokenServer, type TokenSource } from './token.js';

const SIGN_IN_HELP = 'sign in again with `gcloud auth application-default login`';

/** With an account of Google. */
export function googleUser(fields: CredentialFields, http: Http): TokenSource | Failed {
  const form = { client_id: textIn(fields, 'client_id'), client_secret: textIn(fields, 'client_secret') };
  const url = secureAddress(textIn(fields, 'token_uri') || 'https://oauth2.googleapis.com/token', 'token_uri');
  return refreshed(fields, url, form, {}, http);
}

/** With an account of an organization, which a workforce pool lets in. */
export function workforceUser(fields: CredentialFields, http: Http): TokenSource | Failed {
  return refreshed(fields, secureAddress(textIn(fields, 'token_url'), 'token_url'), {}, clientOf(fields), http);
}

/** How a client of OAuth identifies itself, if the file has one. */
export function clientOf(fields: CredentialFields): Readonly<Record<string, string>> {
  const [id, secret] = [textIn(fields, 'client_id'), textIn(fields, 'client_secret')];
  if (id === '') return {};
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

function refreshed(
  fields: CredentialFields,
  url: URL | Failed,
  client: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  http: Http,
): TokenSource | Failed {
  if ('failure' in url) return url;
  const token = textIn(fields, 'refresh_token');
  if (token === '')
    return failed('unsupported', 'the credential file of the user has no `refresh_token`', SIGN_IN_HELP);
  const secrets = [token, textIn(fields, 'client_secret')].filter((secret) => secret !== '');
  return async (_, call) => {
    const server = new TokenServer("Google's sign-in", url, { http }, secrets);
    const form = { grant_type: 'refresh_token', refresh_token: token, ...client };
    return server.token({ method: 'POST', form, headers }, SIGN_IN_HELP, call);
  };
}
