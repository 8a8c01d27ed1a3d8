/**
 * Credentials that the server has wrapped: the credential is then a wrapping token, which gives the real one once. If it has
 * been used before, another may have what it held (providers-cloud 3.6).
 */
import { cleaned } from '../../values/cleaned.js';
import { SecretValue } from '../../values/secret-value.js';
import type { HttpApi } from '../bases/http-api.js';
import { objectIn } from '../bases/http-reply.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { failureOfServer } from './kv-errors.js';
import type { KvLogin } from './kv-sign-in.js';

type Name = 'token' | 'secret_id';

/** What has been unwrapped, by server and wrapping token: several stores may have the same one, and a closed one may be opened again. */
const known = new Map<string, Promise<SecretValue | Failed>>();

export async function unwrapped(
  name: Name,
  token: string,
  login: KvLogin,
  api: HttpApi,
  call: Call,
): Promise<string | Failed> {
  const key = JSON.stringify([name, login.origin, login.headers, token]);
  const unwrapping = known.get(key) ?? unwrap(name, token, login, api, call);
  known.set(key, unwrapping);
  const value = await unwrapping.catch((error: unknown) => {
    known.delete(key);
    throw error;
  });
  if ('failure' in value) known.delete(key);
  return 'failure' in value ? value : (value.revealText() ?? '');
}

async function unwrap(
  name: Name,
  token: string,
  { headers, product }: KvLogin,
  api: HttpApi,
  call: Call,
): Promise<SecretValue | Failed> {
  const request = { method: 'POST', headers } as const;
  const path = '/v1/sys/wrapping/lookup';
  const found = await api.send({ ...request, path, json: { token }, isRepeatable: true }, call);
  if (found.kind === 'failed') return found;
  if ([400, 403].includes(found.status) && !found.isPage) return spent(name);
  if (found.status !== 200) return failureOfServer(found) ?? api.failureOf(found);
  const madeBy = objectIn(objectIn(found.body)?.['data'])?.['creation_path'];
  if (typeof madeBy !== 'string') return api.malformed(found);
  if (!MADE_BY[name].test(madeBy)) return foreign(name, madeBy);

  const withToken = { ...headers, 'X-Vault-Token': token };
  const sent = await api.send(
    { ...request, path: '/v1/sys/wrapping/unwrap', headers: withToken, isRepeatable: false },
    call,
  );
  if (sent.kind === 'failed')
    return failed(sent.failure.kind, sent.failure.detail, 'the wrapping token may be used up: request a new one');
  if ([400, 403].includes(sent.status) && !sent.isPage) return spent(name);
  if (sent.status !== 200) return failureOfServer(sent) ?? api.failureOf(sent);
  const body = objectIn(sent.body);
  const text = name === 'token' ? objectIn(body?.['auth'])?.['client_token'] : objectIn(body?.['data'])?.['secret_id'];
  if (typeof text === 'string' && text !== '') return SecretValue.fromText(text);
  return failed('malformed', `${product.name} unwrapped something else than \`${name}\``);
}

/** The request whose answer was wrapped. One who has unwrapped it and wraps it again can do so only by another. */
const MADE_BY: Readonly<Record<Name, RegExp>> = {
  token: /^(?:.+\/)?auth\/.+/,
  secret_id: /^(?:.+\/)?auth\/.+\/role\/[^/]+\/(?:custom-)?secret-id$/,
};

function spent(name: Name): Failed {
  return failed(
    'denied',
    `the wrapping token in \`${name}\` is not valid: it has expired or has been unwrapped before`,
    'request a new one; if you did not unwrap it, another may have, so revoke what was wrapped',
  );
}

function foreign(name: Name, madeBy: string): Failed {
  return failed(
    'denied',
    `the wrapping token in \`${name}\` holds the answer of \`${cleaned(madeBy)}\`, which gives no ${name === 'token' ? 'token' : 'SecretID'}`,
    'request a new one; if it was one before, another may have unwrapped it, so revoke what was wrapped',
  );
}
