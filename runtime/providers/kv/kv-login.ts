/** A login to a KV server, the token it gives, and how long that is valid (providers-cloud 3.6 (5)). */
import type { HttpHeaders } from '../../http/http.js';
import type { HttpApi } from '../bases/http-api.js';
import { objectIn } from '../bases/http-reply.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { failureOfServer } from './kv-errors.js';
import type { KvLogin } from './kv-sign-in.js';

export interface Payload {
  readonly kind: 'payload';
  readonly json: Readonly<Record<string, string>>;
}

/** A token that the server gave. */
export interface Grant {
  readonly token: string;
  /** How many requests it is valid for. */
  readonly uses: number;
  /** Until when it is used, and when it ends; the last seconds of a lease are for its renewal. */
  readonly until: number;
  readonly endsAt: number;
  readonly isRenewable: boolean;
}

export async function logIn(
  method: string,
  { json }: Payload,
  { uri, product, headers }: KvLogin,
  api: HttpApi,
  call: Call,
): Promise<Grant | Failed> {
  const mount = (uri.query.get('auth_mount') ?? method).split('/').filter(Boolean).map(encodeURIComponent).join('/');
  const startedAt = Date.now();
  const path = `/v1/auth/${mount}/login`;
  // A SecretID may be valid for one login, so a login is not repeated after its response was lost.
  const reply = await api.send({ method: 'POST', path, json, headers, isRepeatable: false }, call);
  if (reply.kind === 'failed') return reply;
  const isRefused = [400, 401, 403].includes(reply.status);
  if (isRefused && !reply.isPage)
    return failed('denied', `${product.name} refused the sign-in by \`auth=${method}\``, ADVICE[method]);
  if (reply.status !== 200) return failureOfServer(reply) ?? api.failureOf(reply);
  return grantIn(reply.body, startedAt) ?? api.malformed(reply);
}

/** What the server says is not quoted: it may repeat what was sent. */
const ADVICE: Readonly<Record<string, string>> = {
  approle: 'check `role_id`, `secret_id` and `auth_mount`: a SecretID expires, and may be valid for a few logins only',
  jwt: 'check `role`, `audience` and `auth_mount`, and which issuer and claims the role accepts',
  kubernetes: 'check `role` and `auth_mount`, and which service accounts and namespaces the role accepts',
};

/**
 * The same token with a new lease: cheaper than a login, which an AppRole may not be able to do a second time. Null: it
 * cannot be renewed, or not any more.
 */
export async function renewed(
  grant: Grant,
  headers: HttpHeaders,
  api: HttpApi,
  call: Call,
): Promise<Grant | Failed | null> {
  const now = Date.now();
  if (!grant.isRenewable || now < grant.until || now >= grant.endsAt) return null;
  const path = '/v1/auth/token/renew-self';
  const reply = await api.send({ method: 'POST', path, json: {}, headers, isRepeatable: true }, call);
  if (reply.kind === 'failed') return reply;
  const next = reply.status === 200 ? grantIn(reply.body, now) : null;
  // Close to the longest life of the token the server gives what is left of it, in whole seconds.
  return next?.endsAt === Number.POSITIVE_INFINITY ? null : next;
}

/** Without its numbers the token counts as valid for one use. */
function grantIn(body: unknown, startedAt: number): Grant | null {
  const auth = objectIn(objectIn(body)?.['auth']);
  const token = auth?.['client_token'];
  if (typeof token !== 'string' || token === '') return null;
  const [uses, lease] = [auth?.['num_uses'], auth?.['lease_duration']];
  const forever = Number.POSITIVE_INFINITY;
  if (typeof uses !== 'number' || typeof lease !== 'number')
    return { token, uses: 1, until: forever, endsAt: forever, isRenewable: false };
  return {
    token,
    uses: uses === 0 ? forever : uses,
    until: lease === 0 ? forever : startedAt + 1000 * (lease - Math.min(5, lease / 10)),
    endsAt: lease === 0 ? forever : startedAt + 1000 * lease,
    // A renewal would take one of its uses.
    isRenewable: auth?.['renewable'] === true && uses === 0,
  };
}
