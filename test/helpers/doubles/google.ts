/** How Google lets in: service accounts by their key, users, workload identities, impersonation and the metadata server, in memory. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { FakeRequest, FakeResponse } from '../fake-http.js';

export const ACCOUNT = 'app@my-project.iam.gserviceaccount.com';
export const USER_FILE = {
  type: 'authorized_user',
  client_id: 'client.apps.googleusercontent.com',
  client_secret: 'canary-client-secret',
  refresh_token: 'canary-refresh-token',
} as const;

/** The credential file of the service account, with a key that is made once. */
export function serviceAccountFile() {
  made ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  return {
    type: 'service_account',
    project_id: 'my-project',
    private_key_id: 'key-1',
    private_key: String(made),
    client_email: ACCOUNT,
    token_uri: 'https://oauth2.googleapis.com/token',
  } as const;
}
let made: string | Buffer | null = null;

/** What a pool of workload identities accepts. */
export const AUDIENCE = '//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/pool/providers/ci';
const JWT_TYPE = 'urn:ietf:params:oauth:token-type:jwt';
export const AWS_TYPE = 'urn:ietf:params:aws:token-type:aws4_request';

/** The subject token of AWS: a request that Google sends on. */
export interface AwsRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

export function federationFile(origin: string, source: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return {
    type: 'external_account',
    audience: AUDIENCE,
    subject_token_type: JWT_TYPE,
    token_url: `${origin}/v1/token`,
    credential_source: source,
    ...more,
  };
}

export function impersonationUrl(origin: string): string {
  return `${origin}/v1/projects/-/serviceAccounts/${ACCOUNT}:generateAccessToken`;
}

export class FakeGoogle {
  /** Who has the tokens that are valid. Removed ones have been revoked. */
  readonly tokens = new Map<string, string>();
  readonly refreshTokens = new Set<string>([USER_FILE.refresh_token]);
  /** Tokens of other providers that a pool lets in. */
  readonly subjects = new Set<string>(['canary-subject-token']);
  /** Whether AWS would confirm the identity of this request. */
  confirms: (request: AwsRequest) => boolean = () => false;
  /** Whether this identity may act as the service account. */
  mayImpersonate: (who: string) => boolean = () => true;
  /** Whether the machine has a service account. */
  hasAccount = true;
  /** Whether the key of the service account is valid. */
  isKeyValid = true;
  /** How far Google's clock is ahead. */
  aheadMs = 0;
  seconds = 3600;
  #issued = 0;

  /** Null: not a request for a token. */
  answer(request: FakeRequest): FakeResponse | null {
    const { path } = request;
    if (path === '/token') return this.#refreshed(new URLSearchParams(request.body));
    if (path === '/v1/token') return this.#exchanged(request);
    if (path === '/v1/oauthtoken') return this.#refreshedByClient(request);
    if (path.endsWith(':generateAccessToken')) return this.#impersonated(request);
    if (path.startsWith('/computeMetadata/')) return this.#metadata(request);
    return null;
  }

  /** Whom a request to an API with this audience is from, or Google's refusal. */
  whoIs({ headers }: FakeRequest, audience: string): string | FakeResponse {
    const [, token] = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '') ?? [];
    if (token === undefined)
      return apiError(
        401,
        'UNAUTHENTICATED',
        'Request is missing required authentication credential.',
        'CREDENTIALS_MISSING',
      );
    const who = this.tokens.get(token) ?? this.#signer(token, audience);
    return (
      who ??
      apiError(
        401,
        'UNAUTHENTICATED',
        'Request had invalid authentication credentials.',
        'ACCESS_TOKEN_TYPE_UNSUPPORTED',
      )
    );
  }

  /** The service account that signed a token itself. */
  #signer(token: string, audience: string): string | null {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const [{ alg, kid }, { iss, sub, aud, scope, iat, exp }] = [decoded(header), decoded(claims)];
    const { client_email: account, private_key: key, private_key_id: id } = serviceAccountFile();
    const now = (Date.now() + this.aheadMs) / 1000;
    const isCurrent = Number(iat) <= now + SKEW_SECONDS && Number(exp) >= now - SKEW_SECONDS;
    // For one API, or for all.
    const isForIt = aud === audience || (aud === undefined && scope === SCOPE);
    const isRight = alg === 'RS256' && kid === id && iss === account && sub === account && isForIt;
    if (!this.isKeyValid || !isRight || !isCurrent || Number(exp) - Number(iat) > 3600) return null;
    const signed = Buffer.from(`${header}.${claims}`);
    return verify('RSA-SHA256', signed, createPublicKey(key), Buffer.from(signature, 'base64url')) ? account : null;
  }

  #refreshed(form: URLSearchParams): FakeResponse {
    if (form.get('grant_type') !== 'refresh_token')
      return oauthError(400, 'unsupported_grant_type', 'Invalid grant_type');
    if (form.get('client_id') !== USER_FILE.client_id || form.get('client_secret') !== USER_FILE.client_secret)
      return oauthError(401, 'invalid_client', 'The OAuth client was not found.');
    if (!this.refreshTokens.has(form.get('refresh_token') ?? ''))
      return oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
    return this.#issue('user');
  }

  #refreshedByClient({ headers, body }: FakeRequest): FakeResponse {
    const form = new URLSearchParams(body);
    const isClient =
      headers['authorization'] === `Basic ${Buffer.from('workforce:canary-client-secret').toString('base64')}`;
    if (!isClient) return oauthError(401, 'invalid_client', 'The client is not known.');
    return this.refreshTokens.has(form.get('refresh_token') ?? '')
      ? this.#issue('workforce user')
      : oauthError(400, 'invalid_grant', 'The refresh token is not valid.');
  }

  /** It repeats what it was sent, as no server should. */
  #exchanged({ body }: FakeRequest): FakeResponse {
    const form = Object.fromEntries(new URLSearchParams(body));
    const { grant_type, requested_token_type, subject_token = '', subject_token_type, audience, scope } = form;
    if (grant_type !== 'urn:ietf:params:oauth:grant-type:token-exchange')
      return oauthError(400, 'unsupported_grant_type', 'Unsupported grant_type');
    if (requested_token_type !== 'urn:ietf:params:oauth:token-type:access_token' || scope !== SCOPE)
      return oauthError(400, 'invalid_request', 'Invalid requested_token_type or scope');
    if (audience !== AUDIENCE)
      return oauthError(400, 'invalid_target', 'The target service indicated by the "audience" parameters is invalid.');
    const isLetIn =
      subject_token_type === AWS_TYPE
        ? this.confirms(JSON.parse(decodeURIComponent(subject_token)))
        : subject_token_type === JWT_TYPE && this.subjects.has(subject_token);
    if (!isLetIn)
      return oauthError(
        400,
        'invalid_grant',
        `The given credential ${subject_token} is rejected by the attribute condition.`,
      );
    return this.#issue('workload', { issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' });
  }

  #impersonated(request: FakeRequest): FakeResponse {
    const who = this.whoIs(request, 'https://iamcredentials.googleapis.com/');
    if (typeof who !== 'string') return who;
    if (!this.mayImpersonate(who)) {
      const message = "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).";
      return apiError(403, 'PERMISSION_DENIED', message, 'IAM_PERMISSION_DENIED');
    }
    const { scope, lifetime } = JSON.parse(request.body);
    if (scope?.[0] !== SCOPE || !/^\d+s$/.test(lifetime ?? ''))
      return apiError(400, 'INVALID_ARGUMENT', 'Invalid scope or lifetime.');
    const accessToken = this.#token(ACCOUNT);
    return {
      status: 200,
      body: { accessToken, expireTime: new Date(Date.now() + 1000 * parseInt(lifetime, 10)).toISOString() },
    };
  }

  #metadata({ path, headers }: FakeRequest): FakeResponse {
    const flavor = { 'metadata-flavor': 'Google', server: 'Metadata Server for VM' };
    if (headers['metadata-flavor'] !== 'Google')
      return {
        status: 403,
        headers: { ...flavor, 'content-type': 'text/html' },
        body: '<html>Missing Metadata-Flavor:Google header.</html>',
      };
    const isToken = path === '/computeMetadata/v1/instance/service-accounts/default/token';
    if (!isToken || !this.hasAccount)
      return { status: 404, headers: { ...flavor, 'content-type': 'text/html' }, body: '<html>404 Not Found</html>' };
    return { ...this.#issue(ACCOUNT), headers: flavor };
  }

  #issue(who: string, more = {}): FakeResponse {
    const body = { access_token: this.#token(who), expires_in: this.seconds, token_type: 'Bearer', ...more };
    return { status: 200, body };
  }

  #token(who: string): string {
    const token = `ya29.canary-token-${++this.#issued}`;
    this.tokens.set(token, who);
    return token;
  }
}

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const SKEW_SECONDS = 300;

/** An error of Google's APIs. */
export function apiError(code: number, status: string, message: string, reason = ''): FakeResponse {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }];
  return { status: code, body: { error: { code, message, status, ...(reason !== '' && { details }) } } };
}

function oauthError(status: number, error: string, description: string): FakeResponse {
  return { status, body: { error, error_description: description } };
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
}
