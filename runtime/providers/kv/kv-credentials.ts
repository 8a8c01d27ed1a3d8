/** The credentials of a KV store: a token or an AppRole, as they are or wrapped (providers-cloud 3.6 (5)). */
import { firstVariableIn } from '../../values/environment.js';
import { SecretValue } from '../../values/secret-value.js';
import { decodeUtf8 } from '../../values/utf8.js';
import type { HttpApi } from '../bases/http-api.js';
import { textOfCredential, tokenOfCredential } from '../bases/http-sign-in.js';
import type { Call } from '../provider.js';
import { type Failed, failedFile } from '../store-failure.js';
import type { Payload } from './kv-login.js';
import type { KvLogin } from './kv-sign-in.js';
import { unwrapped } from './kv-wrapping.js';

export async function givenToken(login: KvLogin, api: HttpApi, call: Call): Promise<string | Failed> {
  const { ports } = login;
  const found = (await ports.credential('token')) ?? (await tokenFile(login));
  if (found !== null && 'failure' in found) return found;
  const token = tokenOfCredential('token', found ?? (await ports.credential('token', { required: true })));
  return typeof token === 'string' && isWrapped(login) ? unwrapped('token', token, login, api, call) : token;
}

/** Null: there is none, or a blank one. */
async function tokenFile(login: KvLogin): Promise<SecretValue | Failed | null> {
  const { files, home, environment } = login.ports;
  const named = firstVariableIn(environment, login.product.tokenPaths);
  if (named === '' && home === null) return null;
  try {
    const bytes = await files.read(named || `${home}/.vault-token`);
    return bytes === null || decodeUtf8(bytes)?.trim() === '' ? null : SecretValue.fromBytes(bytes);
  } catch (error) {
    return failedFile(error, `${named === '' ? '`~/.vault-token`' : 'the file of the token'}`);
  }
}

export async function appRole(login: KvLogin, api: HttpApi, call: Call): Promise<Payload | Failed> {
  const { ports } = login;
  const role = textOfCredential('role_id', await ports.credential('role_id', { required: true }));
  if (typeof role !== 'string') return role;
  // A role may not need one, but what is wrapped is one.
  const secret = await secretId(login, api, call);
  if (typeof secret !== 'string') return secret;
  return { kind: 'payload', json: { role_id: role, ...(secret !== '' && { secret_id: secret }) } };
}

/** Empty: there is none. */
async function secretId(login: KvLogin, api: HttpApi, call: Call): Promise<string | Failed> {
  const given = await login.ports.credential('secret_id', { required: isWrapped(login) });
  if (!isWrapped(login)) return given === null ? '' : textOfCredential('secret_id', given);
  const token = tokenOfCredential('secret_id', given);
  return typeof token === 'string' ? unwrapped('secret_id', token, login, api, call) : token;
}

function isWrapped({ uri }: KvLogin): boolean {
  return ['true', '1'].includes(uri.query.get('wrapped') ?? '');
}
