/** Microsoft Entra in memory, with one application, and the service for the identity of a machine: tokens, and the errors of both. */
import type { FakeRequest, FakeResponse } from '../fake-http.js';

export const TENANT = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const APPLICATION = { tenant_id: TENANT, client_id: 'app-1', client_secret: 'canary-client-secret' };

/** The environment that signs in as this application, where Entra has this host. */
export function signedInTo(host: string): Record<string, string> {
  const named = Object.entries(APPLICATION).map(([name, text]) => [`AZURE_${name.toUpperCase()}`, text]);
  return { ...Object.fromEntries(named), AZURE_AUTHORITY_HOST: `http://${host}` };
}

export class FakeEntra {
  /** What each token is for. */
  readonly tokens = new Map<string, string>();
  /** A token of the platform that a federated credential of the application fits. */
  assertion = 'canary-assertion';
  /** The identity of the machine; null: it has none. */
  identity: string | null = 'machine-1';
  /** Seconds for which a token is valid. */
  lifetime = 3599;
  issued = 0;

  issue(resource: string): string {
    const token = `canary-token-${++this.issued}`;
    this.tokens.set(token, resource);
    return token;
  }

  /** Null: another server was asked. */
  answer({ method, path, headers, body }: FakeRequest): FakeResponse | null {
    const url = new URL(path, 'https://login.test');
    const asked = url.searchParams;
    if (url.pathname === '/metadata/identity/oauth2/token') {
      if (method !== 'GET' || headers['metadata'] !== 'true') return identityError('invalid_request', 'no Metadata');
      return this.#ofMachine(asked.get('resource'), asked.get('client_id'));
    }
    if (url.pathname === '/msi/token' && headers['x-identity-header'] === 'canary-header')
      return this.#ofMachine(asked.get('resource'), asked.get('client_id'));
    const [, tenant = ''] = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(url.pathname) ?? [];
    return tenant === '' ? null : this.#ofApplication(tenant, new URLSearchParams(body));
  }

  #ofApplication(tenant: string, form: URLSearchParams): FakeResponse {
    if (form.get('grant_type') !== 'client_credentials') return entraError(400, 'unsupported_grant_type', 70003);
    if (tenant !== TENANT) return entraError(400, 'invalid_request', 90002);
    if (form.get('client_id') !== APPLICATION.client_id) return entraError(400, 'unauthorized_client', 700016);
    const isAsserted = form.get('client_assertion_type')?.endsWith(':jwt-bearer') === true;
    if (isAsserted && form.get('client_assertion') !== this.assertion) return entraError(401, 'invalid_client', 700213);
    if (!isAsserted && form.get('client_secret') !== APPLICATION.client_secret)
      return entraError(401, 'invalid_client', 7000215);
    const [, resource] = /^(https:\/\/.+)\/\.default$/.exec(form.get('scope') ?? '') ?? [];
    if (resource === undefined) return entraError(400, 'invalid_scope', 70011);
    const token = this.issue(resource);
    return { status: 200, body: { token_type: 'Bearer', expires_in: this.lifetime, access_token: token } };
  }

  /** Its numbers are text. */
  #ofMachine(resource: string | null, client: string | null): FakeResponse {
    if (resource === null) return identityError('invalid_request', 'Required query variable "resource" is missing');
    if (this.identity === null || (client !== null && client !== this.identity))
      return identityError('invalid_request', 'Identity not found');
    const end = Math.floor(Date.now() / 1000) + this.lifetime;
    return {
      status: 200,
      body: { access_token: this.issue(resource), expires_on: String(end), resource, token_type: 'Bearer' },
    };
  }
}

function entraError(status: number, error: string, code: number): FakeResponse {
  const description = `AADSTS${code}: An error for canary-client-secret.\r\nTrace ID: 1\r\nTimestamp: 2026-11-22 10:00:00Z`;
  return { status, body: { error, error_description: description, error_codes: [code] } };
}

function identityError(error: string, description: string): FakeResponse {
  return { status: 400, body: { error, error_description: description } };
}
