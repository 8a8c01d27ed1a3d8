/**
 * A double of Bitwarden's server, as far as one organization of Secrets Manager goes: an access token, a project, its secrets. The names and
 * values in it are encrypted, as the server gets them.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import { listening } from '../shared/loopback.mjs';
import { encrypted } from './keys.mjs';

/** `put` adds a secret; `fail`: an answer in place of all others, or null; `requests`: what arrived. */
export async function startSecrets(certificate) {
  const ids = { organization: randomUUID(), project: randomUUID(), token: randomUUID() };
  const key = randomBytes(64);
  const seed = randomBytes(16);
  const state = { ids, key, seed, secrets: new Map(), requests: [], fail: null, isMember: true };
  const server = createServer({ cert: certificate.cert, key: certificate.key }, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    state.requests.push(`${request.method} ${request.url}`);
    const { status = 200, json } = state.fail ?? answer(state, `${request.method} ${request.url}`, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json));
  });
  const { host, stop } = await listening(server);
  const put = (name, value) => {
    const secret = secretOf(state, name, value);
    state.secrets.set(secret.id, secret);
  };
  return { host, stop, state, put, token: `0.${ids.token}.C2IgxjjLF7qSshsbwe8JGcbM075YXw:${seed.toString('base64')}` };
}

function answer(state, call, body) {
  const { ids, secrets } = state;
  const secretsOf = () => [...secrets.values()];
  switch (call) {
    case 'POST /identity/connect/token':
      return token(state, new URLSearchParams(body));
    case `GET /api/projects/${ids.project}/secrets`:
      return {
        json: {
          secrets: secretsOf().map(({ value, note, ...rest }) => rest),
          projects: [],
          object: 'SecretsWithProjectsList',
        },
      };
    case 'POST /api/secrets/get-by-ids': {
      const wanted = JSON.parse(body).ids;
      return { json: { data: secretsOf().filter(({ id }) => wanted.includes(id)), object: 'list' } };
    }
    default:
      return { status: 404, json: { message: 'Resource not found.', object: 'error' } };
  }
}

function token({ ids, key, seed, isMember }, form) {
  if (form.get('client_id') !== ids.token) return { status: 400, json: { error: 'invalid_client' } };
  const part = (json) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const organization = isMember ? { organization: ids.organization } : {};
  const claims = { sub: randomUUID(), exp: 4_000_000_000, scope: ['api.secrets'], ...organization };
  const json = {
    access_token: `${part({ alg: 'none' })}.${part(claims)}.x`,
    expires_in: 3600,
    token_type: 'Bearer',
    scope: 'api.secrets',
    encrypted_payload: encrypted(JSON.stringify({ encryptionKey: key.toString('base64') }), tokenKey(seed)),
  };
  return { json };
}

/** The key that a token stands for: HKDF-SHA256 of its last part. */
function tokenKey(seed) {
  const hmac = (secret, ...parts) =>
    parts.reduce((all, part) => all.update(part), createHmac('sha256', secret)).digest();
  const start = hmac('bitwarden-accesstoken', seed);
  const first = hmac(start, 'sm-access-token', Buffer.of(1));
  return Buffer.concat([first, hmac(start, first, 'sm-access-token', Buffer.of(2))]);
}

function secretOf({ ids, key }, name, value) {
  const [sealedName, sealedValue, note] = [name, value, ''].map((text) => encrypted(text, key));
  const dates = { creationDate: '2026-11-01T08:00:00Z', revisionDate: '2026-11-01T08:00:00Z' };
  const projects = [{ id: ids.project, name: encrypted('Shop', key) }];
  return {
    id: randomUUID(),
    organizationId: ids.organization,
    key: sealedName,
    value: sealedValue,
    note,
    ...dates,
    projects,
    object: 'secret',
  };
}
