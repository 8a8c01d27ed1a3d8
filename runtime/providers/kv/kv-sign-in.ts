/** Ways to sign in to a KV store: a token, an AppRole or a JWT (providers-cloud 3.6). */
import type { StoreUri } from '#schemas/stores/store-uri.js';
import type { SecretValue } from '../../values/secret-value.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { type HttpApi, objectIn, type SignIn } from '../bases/http-api.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';
import { firstVariableIn } from '../variable-in.js';
import { type KvProduct, settingOf, variableOf } from './kv-product.js';

export interface KvLogin {
  readonly uri: StoreUri;
  readonly product: KvProduct;
  readonly ports: ProviderPorts;
  /** Of every request, the login too. */
  readonly headers: Readonly<Record<string, string>>;
}

export async function signIn(login: KvLogin, api: HttpApi, call: Call): Promise<SignIn | Failed> {
  const method = login.uri.query.get('auth') ?? 'token';
  if (method === 'token') return withToken(login);
  const payload = method === 'approle' ? await appRole(login) : jwt(login);
  if (payload.kind === 'failed') return payload;
  const mount = (login.uri.query.get('auth_mount') ?? method)
    .split('/')
    .filter(Boolean)
    .map(encodeURIComponent)
    .join('/');
  const startedAt = Date.now();
  const path = `/v1/auth/${mount}/login`;
  // A SecretID may be valid for one login, so a login is not repeated after its response was lost.
  const reply = await api.send(
    { method: 'POST', path, json: payload.json, headers: login.headers, isRepeatable: false },
    call,
  );
  if (reply.kind === 'failed') return reply;
  const isRefused = [400, 401, 403].includes(reply.status);
  if (isRefused) return failed('denied', `${login.product.name} refused the sign-in by \`auth=${method}\``);
  if (reply.status !== 200) return api.failureOf(reply);
  const auth = objectIn(objectIn(reply.body)?.['auth']);
  const token = auth?.['client_token'];
  if (typeof token !== 'string' || token === '') return api.malformed();
  return { ...signedIn(token, login), ...budgetOf(auth ?? {}, startedAt), isRenewable: true };
}

async function withToken(login: KvLogin): Promise<SignIn | Failed> {
  const { ports } = login;
  const found = (await ports.credential('token')) ?? (await tokenFile(login));
  if (found !== null && 'failure' in found) return found;
  const given = textOf(found);
  if (given === '') await ports.credential('token', { required: true });
  if (!/^[\x21-\x7e]+$/.test(given))
    return failed('unsupported', 'credential `token` contains characters that are not valid in a token');
  return signedIn(given, login);
}

async function tokenFile(login: KvLogin): Promise<Uint8Array | Failed | null> {
  const { files, home, environment } = login.ports;
  const named = firstVariableIn(environment, login.product.tokenPaths);
  if (named === '' && home === null) return null;
  try {
    return await files.read(named || `${home}/.vault-token`);
  } catch (error) {
    return failedFile(error, `${named === '' ? '`~/.vault-token`' : 'the file of the token'}`);
  }
}

interface Payload {
  readonly kind: 'payload';
  readonly json: Readonly<Record<string, string>>;
}

async function appRole({ ports }: KvLogin): Promise<Payload> {
  const role = textOf(await ports.credential('role_id', { required: true }));
  // A role may not need one.
  const secret = textOf(await ports.credential('secret_id'));
  return { kind: 'payload', json: { role_id: role, ...(secret !== '' && { secret_id: secret }) } };
}

function jwt({ uri, product, ports: { environment } }: KvLogin): Payload | Failed {
  const token = settingOf(product, 'JWT', environment);
  const role = uri.query.get('role') ?? settingOf(product, 'JWT_ROLE', environment);
  if (token !== '') return { kind: 'payload', json: { jwt: token, ...(role !== '' && { role }) } };
  const help = `set \`${variableOf(product, 'JWT')}\``;
  return failed('missing-credential', 'sign-in by `auth=jwt` needs a JWT', help);
}

function signedIn(token: string, { headers }: KvLogin): SignIn {
  const limits = { uses: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  return { kind: 'signed-in', headers: { ...headers, 'X-Vault-Token': token }, ...limits, isRenewable: false };
}

/** Without these numbers the token counts as valid for one use; the last seconds of a lease are not used. */
function budgetOf(auth: Readonly<Record<string, unknown>>, startedAt: number): Pick<SignIn, 'uses' | 'until'> {
  const [uses, lease] = [auth['num_uses'], auth['lease_duration']];
  if (typeof uses !== 'number' || typeof lease !== 'number') return { uses: 1, until: Number.POSITIVE_INFINITY };
  const until = startedAt + 1000 * (lease - Math.min(5, lease / 10));
  const forever = Number.POSITIVE_INFINITY;
  return { uses: uses === 0 ? forever : uses, until: lease === 0 ? forever : until };
}

function textOf(value: SecretValue | Uint8Array | null): string {
  if (value === null) return '';
  return ((value instanceof Uint8Array ? decodeUtf8(value) : value.revealText()) ?? '').trim();
}
