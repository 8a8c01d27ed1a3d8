/**
 * Workload identity federation: a token of another provider (GitHub, Kubernetes, Azure, AWS, …) is exchanged for one of Google.
 * Not with Google's library: its exchange cannot go through the HTTP port, and its errors may quote what a program printed.
 */
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type CredentialFields, tableIn, textIn } from './credential-fields.js';
import { impersonated } from './impersonation.js';
import { clientOf } from './refreshed-token.js';
import { subjectTokens } from './subject-token.js';
import { SCOPE, secureAddress, TokenServer, type TokenSource } from './token.js';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const HELP = 'check the provider of the workload identity pool: its issuer, audience, attribute mapping and condition';

/** Gives the token of the other provider, as it is now. */
export type SubjectTokens = (call: Call) => Promise<SubjectToken | Failed>;
export interface SubjectToken {
  readonly kind: 'subject';
  readonly text: string;
}

export function federated(fields: CredentialFields, ports: ProviderPorts): TokenSource | Failed {
  const url = secureAddress(textIn(fields, 'token_url'), 'token_url');
  if ('failure' in url) return url;
  if (['audience', 'subject_token_type'].some((name) => textIn(fields, name) === ''))
    return failed('unsupported', 'the credential file has no `audience` or no `subject_token_type`');
  const subject = subjectTokens(fields, ports);
  if ('failure' in subject) return subject;
  const exchange: TokenSource = async (_, call) => {
    const own = await subject(call);
    if (own.kind === 'failed') return own;
    const secrets = [own.text, textIn(fields, 'client_secret')].filter((secret) => secret !== '');
    const server = new TokenServer("Google's exchange of tokens", url, ports, secrets);
    return server.token({ method: 'POST', form: formFor(fields, own.text), headers: clientOf(fields) }, HELP, call);
  };
  const account = textIn(fields, 'service_account_impersonation_url');
  if (account === '') return exchange;
  const seconds = tableIn(fields, 'service_account_impersonation')['token_lifetime_seconds'];
  const impersonation = { url: account, delegates: [], seconds: typeof seconds === 'number' ? seconds : 3600 };
  return impersonated(exchange, impersonation, ports.http);
}

function formFor(fields: CredentialFields, subject: string): Readonly<Record<string, string>> {
  const userProject = textIn(fields, 'workforce_pool_user_project');
  const isAnonymous = textIn(fields, 'client_id') === '';
  return {
    grant_type: GRANT,
    audience: textIn(fields, 'audience'),
    scope: SCOPE,
    requested_token_type: ACCESS_TOKEN,
    subject_token: subject,
    subject_token_type: textIn(fields, 'subject_token_type'),
    ...(userProject !== '' && isAnonymous && { options: JSON.stringify({ userProject }) }),
  };
}
