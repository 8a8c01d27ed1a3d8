/** Sign-in as an application: with its client secret, or with a token of the platform on which it runs (workload identity). */
import { ENTRA_HOST } from '#schemas/providers/azure-reach.js';
import { cleaned } from '../../values/cleaned.js';
import { type Environment, variableIn } from '../../values/environment.js';
import { isPrivate, originIn } from '../bases/endpoint.js';
import type { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { tokenOfCredential } from '../bases/http-sign-in.js';
import { tokenInFile } from '../bases/token-file.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type Issuer, isTenant } from './challenge.js';
import { type EntraToken, tokenIn } from './entra-token.js';

export interface TokenRequest {
  readonly resource: string;
  /** The issuer that the service names; null: it names none. */
  readonly issuer: Issuer | null;
  /** The API of a server of Microsoft Entra. */
  readonly api: (origin: string) => HttpApi;
  readonly ports: ProviderPorts;
  readonly call: Call;
}

/** Null if no credential is given. Some of the three, but not all, are a mistake. */
export async function tokenBySecret(request: TokenRequest): Promise<EntraToken | Failed | null> {
  const { ports } = request;
  const given = await Promise.all(NAMES.map((name) => textOf(name, ports)));
  const [tenant = '', client = '', secret = ''] = given.map((text) => (typeof text === 'string' ? text : ''));
  const unfit = given.find((text) => typeof text !== 'string');
  if (typeof unfit === 'object') return unfit;
  const missing = NAMES.filter((_, index) => given[index] === '');
  if (missing.length === NAMES.length) return null;
  if (missing.length > 0) return incomplete(missing, ports.environment);
  return requested(request, tenant, client, { client_secret: secret });
}

/** With the token of the platform, as it is in its file then. */
export async function tokenByWorkload(request: TokenRequest): Promise<EntraToken | Failed> {
  const { ports } = request;
  const path = variableIn(ports.environment, FILE);
  if (path === '')
    return failed(
      'missing-credential',
      `\`auth=workload_identity\` needs \`${FILE}\``,
      'the platform sets it: in Kubernetes, label the pod with `azure.workload.identity/use: "true"`',
    );
  const required = (name: string) => textOf(name, ports, { required: true });
  const [tenant, client] = await Promise.all([required('tenant_id'), required('client_id')]);
  if (typeof tenant !== 'string') return tenant;
  if (typeof client !== 'string') return client;
  const assertion = await tokenInFile(path, `the file that \`${FILE}\` names`, ports);
  if (typeof assertion !== 'string') return assertion;
  return requested(request, tenant, client, {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  });
}

const NAMES = ['tenant_id', 'client_id', 'client_secret'];
const FILE = 'AZURE_FEDERATED_TOKEN_FILE';

async function textOf(name: string, ports: ProviderPorts, ask = { required: false }): Promise<string | Failed> {
  const value = await ports.credential(name, ask);
  if (value === null) return '';
  const token = tokenOfCredential(name, value);
  return name === 'tenant_id' && typeof token === 'string' && !isTenant(token)
    ? failed('unsupported', 'credential `tenant_id` is not the id or the domain of a tenant')
    : token;
}

function incomplete(missing: readonly string[], environment: Environment): Failed {
  const names = missing.map((name) => `\`${name}\``).join(' and ');
  const isWorkload = missing.join() === 'client_secret' && variableIn(environment, FILE) !== '';
  const variables = missing.map((name) => `\`AZURE_${name.toUpperCase()}\``).join(' and ');
  const help = isWorkload
    ? 'write `?auth=workload_identity` to sign in with the token of the platform'
    : `set ${variables}; without any of the three, the Azure CLI signs in`;
  return failed('missing-credential', `the sign-in to Microsoft Entra lacks ${names}`, help);
}

async function requested(
  { resource, issuer, api, ports, call }: TokenRequest,
  tenant: string,
  client: string,
  proof: Readonly<Record<string, string>>,
): Promise<EntraToken | Failed> {
  const origin = authorityOf(ports.environment, issuer);
  if (typeof origin !== 'string') return origin;
  const form = { grant_type: 'client_credentials', client_id: client, ...proof, scope: `${resource}/.default` };
  const path = `/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  const reply = await api(origin).send({ method: 'POST', path, form, isRepeatable: true }, call);
  if (reply.kind === 'failed') return reply;
  if (reply.status === 200) return tokenIn(reply.body) ?? api(origin).malformed(reply);
  return refusalIn(reply) ?? api(origin).failureOf(reply);
}

/**
 * The user's setting, else that of the public cloud. A service names its own, but a secret is not sent where a manifest
 * leads, through the address of a service.
 */
function authorityOf(environment: Environment, issuer: Issuer | null): string | Failed {
  const text = variableIn(environment, 'AZURE_AUTHORITY_HOST');
  if (text === '') {
    if (issuer === null || PUBLIC.includes(issuer.origin)) return `https://${ENTRA_HOST}`;
    const cloud = cleaned(issuer.origin);
    return failed(
      'unsupported',
      `tokens for this service are issued by ${cloud}, not by the public cloud`,
      `set \`AZURE_AUTHORITY_HOST=${cloud}\` if the credentials are meant for it`,
    );
  }
  const origin = originIn(text.includes('://') ? text : `https://${text}`);
  if (origin !== null && isPrivate(new URL(origin))) return origin;
  return failed('unsupported', '`AZURE_AUTHORITY_HOST` is not the address of a server', 'write `https://HOST`');
}

const PUBLIC = [`https://${ENTRA_HOST}`, 'https://login.windows.net'];

/** Of Entra's words only the number is shown: they are long, and what is refused may be in them. */
function refusalIn({ status, body }: Reply): Failed | null {
  const { error, error_codes } = objectIn(body) ?? {};
  if (typeof error !== 'string' || ![400, 401, 403].includes(status)) return null;
  const [code] = Array.isArray(error_codes) ? error_codes : [];
  const number = typeof code === 'number' ? ` with AADSTS${code}` : '';
  const help = typeof code === 'number' ? REASONS.find(([codes]) => codes.includes(code))?.[1] : undefined;
  return failed('denied', `Microsoft Entra refused the sign-in${number}`, help ?? 'check the credentials for Azure');
}

const REASONS: readonly (readonly [codes: readonly number[], help: string])[] = [
  [[7000215], 'the client secret is wrong: use its value, not its id'],
  [[7000222], 'the client secret has expired: create a new one'],
  [[700016], 'the tenant has no such application: check `client_id` and `tenant_id`'],
  [[90002, 900023], 'the tenant does not exist: check `tenant_id`'],
  [[500011], 'the tenant does not know the service that the token is for: check `tenant_id` and the address'],
  [[700024], `the token in the file that \`${FILE}\` names has expired`],
  [
    [70021, 700211, 700212, 700213],
    'no federated credential of the application fits the token of the platform: check issuer, subject and audience',
  ],
];
