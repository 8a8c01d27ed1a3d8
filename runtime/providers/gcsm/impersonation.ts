/** A service account that another identity acts as. */
import type { Http } from '../../http/http.js';
import { objectIn } from '../bases/http-reply.js';
import type { Failed } from '../store-failure.js';
import { isSendable, SCOPE, secureAddress, TokenServer, type TokenSource, tokenFor } from './token.js';

const AUDIENCE = 'https://iamcredentials.googleapis.com/';
const HELP =
  'allow `iam.serviceAccounts.getAccessToken` on the service account (role `roles/iam.serviceAccountTokenCreator`)';

export interface Impersonation {
  readonly url: string;
  /** Service accounts between the two. */
  readonly delegates: readonly string[];
  readonly seconds: number;
}

export function impersonated(
  source: TokenSource,
  { url: text, delegates, seconds }: Impersonation,
  http: Http,
): TokenSource | Failed {
  const url = secureAddress(text, 'service_account_impersonation_url');
  if ('failure' in url) return url;
  return async ({ now }, call) => {
    const own = await source({ audience: AUDIENCE, now }, call);
    if (own.kind === 'failed') return own;
    const server = new TokenServer("Google's service for service accounts", url, { http }, [own.text]);
    const json = { scope: [SCOPE], lifetime: `${seconds}s`, ...(delegates.length > 0 && { delegates }) };
    const startedAt = Date.now();
    const headers = { authorization: `Bearer ${own.text}` };
    const reply = await server.ask({ method: 'POST', json, headers }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return server.failureOf(reply, HELP);
    const token = objectIn(reply.body)?.['accessToken'];
    return isSendable(token) ? tokenFor(token, seconds, startedAt) : server.malformed(reply);
  };
}
