/** Tokens of the identity that Azure gives to a machine, an app or a shell: asked of a service beside it, without a secret. */
import { dirname } from 'node:path';
import { variableIn } from '../../values/environment.js';
import { decodeUtf8 } from '../../values/utf8.js';
import type { ApiRequest } from '../bases/api-request.js';
import { addressIn } from '../bases/endpoint.js';
import type { HttpApi } from '../bases/http-api.js';
import type { Reply } from '../bases/http-reply.js';
import { tokenOfCredential } from '../bases/http-sign-in.js';
import { type Failed, failed } from '../store-failure.js';
import type { TokenRequest } from './application.js';
import { type EntraToken, tokenIn } from './entra-token.js';

export async function tokenOfMachine(request: TokenRequest): Promise<EntraToken | Failed> {
  const given = await request.ports.credential('client_id');
  const client = given === null ? '' : tokenOfCredential('client_id', given);
  if (typeof client !== 'string') return client;
  const service = serviceFor(request, client);
  if (service.kind === 'failed') return service;
  const api = request.api(service.url.origin);
  const asked = { ...service.request, path: service.url.pathname + service.url.search, isRepeatable: true };
  const reply = await answered(api, asked, request);
  if (reply.kind === 'failed') return adviseOn(reply);
  if (reply.status === 200) return tokenIn(reply.body) ?? api.malformed(reply);
  const failure = api.failureOf(reply);
  if (reply.status !== 400) return failure;
  return failed('missing-credential', failure.failure.detail, client === '' ? NO_IDENTITY : NO_SUCH_IDENTITY);
}

const NO_IDENTITY = 'assign a managed identity to it, or set `AZURE_CLIENT_ID` if it has several';
const NO_SUCH_IDENTITY = 'assign the managed identity that `client_id` or `AZURE_CLIENT_ID` names to it, or unset that';

interface IdentityService {
  readonly kind: 'service';
  readonly url: URL;
  readonly request: Pick<ApiRequest, 'method' | 'headers' | 'form'>;
}

/** The variables say where the program runs; without any of them it is a virtual machine, or not in Azure. */
function serviceFor({ resource, ports: { environment } }: TokenRequest, client: string): IdentityService | Failed {
  const variable = (name: string) => variableIn(environment, name);
  const identity = client === '' ? {} : { client_id: client };
  const [endpoint, secret, shell] = ['IDENTITY_ENDPOINT', 'IDENTITY_HEADER', 'MSI_ENDPOINT'].map(variable);
  const metadata = { headers: { Metadata: 'true' } };
  if (endpoint && secret) {
    const query = { 'api-version': '2019-08-01', resource, ...identity };
    return at('IDENTITY_ENDPOINT', endpoint, query, { method: 'GET', headers: { 'X-IDENTITY-HEADER': secret } });
  }
  // Azure Arc.
  if (endpoint && variable('IMDS_ENDPOINT') !== '')
    return at('IDENTITY_ENDPOINT', endpoint, { 'api-version': '2019-11-01', resource }, { method: 'GET', ...metadata });
  // Cloud Shell.
  if (shell) return at('MSI_ENDPOINT', shell, {}, { method: 'POST', form: { resource }, ...metadata });
  const name = 'AZURE_POD_IDENTITY_AUTHORITY_HOST';
  const host = (variable(name) || 'http://169.254.169.254').replace(/\/+$/, '');
  const query = { 'api-version': '2018-02-01', resource, ...identity };
  return at(name, `${host}/metadata/identity/oauth2/token`, query, { method: 'GET', ...metadata });
}

function at(
  variable: string,
  text: string,
  query: Readonly<Record<string, string>>,
  request: IdentityService['request'],
): IdentityService | Failed {
  const url = addressIn(text);
  if (url === null) return failed('unsupported', `\`${variable}\` is not the address of a server`);
  url.search = new URLSearchParams(query).toString();
  return { kind: 'service', url, request };
}

/** Azure Arc first names a file that only users with access to the token can read. */
async function answered(api: HttpApi, asked: ApiRequest, request: TokenRequest): Promise<Reply | Failed> {
  const reply = await api.send(asked, request.call);
  if (reply.kind === 'failed' || reply.status !== 401) return reply;
  const [, path = ''] = /^Basic realm="?([^"]+)/i.exec(reply.headers['www-authenticate'] ?? '') ?? [];
  if (dirname(path) !== '/var/opt/azcmagent/tokens' || !path.endsWith('.key')) return reply;
  const key = await request.ports.files.read(path).catch(() => null);
  if (key === null || key.length > LARGEST_KEY)
    return failed('denied', 'the key of Azure Arc cannot be read', 'add this user to the group `himds`');
  const authorization = `Basic ${(decodeUtf8(key) ?? '').trim()}`;
  return api.send({ ...asked, headers: { ...asked.headers, authorization } }, request.call);
}

const LARGEST_KEY = 4096;

function adviseOn(failure: Failed): Failed {
  const { kind, detail } = failure.failure;
  if (kind !== 'unreachable' && kind !== 'timeout') return failure;
  return failed(kind, detail, '`auth=managed_identity` works only in Azure: elsewhere, use another `auth`');
}
