/** Ways to sign in to Infisical: a token, or a machine identity by Universal Auth (providers-cloud 3.8 (5)). */
import type { SecretValue } from '../../values/secret-value.js';
import type { HttpApi } from '../bases/http-api.js';
import { objectIn } from '../bases/http-reply.js';
import { lastingSignIn, type SignIn, tokenOf, tokenOfCredential } from '../bases/http-sign-in.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

export async function signIn(ports: ProviderPorts, api: HttpApi, call: Call): Promise<SignIn | Failed> {
  const given = await tokenGiven(ports);
  if (given !== null) return withToken(tokenOfCredential('token', given));
  const identity = await identityIn(ports);
  if (identity.kind === 'failed') return identity;
  const startedAt = Date.now();
  const { clientId, clientSecret } = identity;
  // A client secret may be valid for a number of sign-ins, so one whose response was lost is not repeated.
  const path = '/api/v1/auth/universal-auth/login';
  const reply = await api.send({ method: 'POST', path, json: { clientId, clientSecret }, isRepeatable: false }, call);
  if (reply.kind === 'failed') return reply;
  if ([400, 401, 403, 404, 422].includes(reply.status) && api.isOwn(reply))
    return failed('denied', 'Infisical refused the sign-in of the machine identity', IDENTITY_HELP);
  if (reply.status !== 200) return api.failureOf(reply);
  const { accessToken, expiresIn } = objectIn(reply.body) ?? {};
  const token = typeof accessToken === 'string' ? tokenOf('token', accessToken) : null;
  if (typeof token !== 'string' || typeof expiresIn !== 'number') return api.malformed(reply);
  return { ...withBearer(token), until: endOf(expiresIn, startedAt), isRenewable: true };
}

/** What the alias binds comes before what the environment has, also where it is another way to sign in (spec 5.1 (2)). */
async function tokenGiven(ports: ProviderPorts): Promise<SecretValue | null> {
  const token = await ports.credential('token', { bound: true });
  if (token !== null) return token;
  for (const name of ['client_id', 'client_secret'])
    if ((await ports.credential(name, { bound: true })) !== null) return null;
  return ports.credential('token');
}

function withToken(token: string | Failed): SignIn | Failed {
  if (typeof token !== 'string') return token;
  // Infisical reads from the folder that such a token is for, whatever folder is requested.
  if (token.startsWith('st.'))
    return failed('unsupported', 'the credential `token` is a service token of Infisical', 'use a machine identity');
  return withBearer(token);
}

function withBearer(token: string): SignIn {
  return lastingSignIn({ authorization: `Bearer ${token}` });
}

interface MachineIdentity {
  readonly kind: 'identity';
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Throws a CredentialFault that names the half that is missing. */
async function identityIn(ports: ProviderPorts): Promise<MachineIdentity | Failed> {
  const [id, secret] = [await ports.credential('client_id'), await ports.credential('client_secret')];
  if (id === null && secret === null)
    return failed(
      'missing-credential',
      'neither `client_id` and `client_secret` nor `token` is configured',
      'bind them in the `credentials` of the alias, or set `INFISICAL_CLIENT_ID` and `INFISICAL_CLIENT_SECRET`',
    );
  const clientId = tokenOfCredential('client_id', id ?? (await ports.credential('client_id', { required: true })));
  if (typeof clientId !== 'string') return clientId;
  const whole = secret ?? (await ports.credential('client_secret', { required: true }));
  const clientSecret = tokenOfCredential('client_secret', whole);
  return typeof clientSecret === 'string' ? { kind: 'identity', clientId, clientSecret } : clientSecret;
}

/** The last seconds of a token are not used; one that lasts for 0 seconds does not expire. */
function endOf(seconds: number, startedAt: number): number {
  return seconds > 0 ? startedAt + 1000 * (seconds - Math.min(5, seconds / 10)) : Number.POSITIVE_INFINITY;
}

const IDENTITY_HELP = 'check `client_id` and `client_secret`, and whether the secret has expired or was used too often';
