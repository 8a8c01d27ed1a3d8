/**
 * An identity of AWS as the token of another provider: a signed request to AWS's own service for identities, which Google sends
 * to it. Keys are taken from where Google's libraries take them: the environment, or the metadata service of an instance.
 */
import { withoutProxy } from '../../http/http.js';
import { firstVariableIn, variableIn } from '../../values/environment.js';
import { type AwsKeys, signatureOf } from '../aws/signature.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type CredentialFields, fieldsIn, tableIn, textIn } from './credential-fields.js';
import type { SubjectTokens } from './federation.js';
import { isSendable, TokenServer } from './token.js';

const SERVICE = "AWS's metadata service";
const HELP = 'check the role of the instance, and the `credential_source` of the credential file';

export function tokensFromAws(fields: CredentialFields, ports: ProviderPorts): SubjectTokens | Failed {
  const source = tableIn(fields, 'credential_source');
  const address = textIn(source, 'regional_cred_verification_url');
  if (textIn(source, 'environment_id') !== 'aws1' || !URL.canParse(address.replace('{region}', 'region')))
    return failed('unsupported', 'the `credential_source` of AWS in the credential file is not of version `aws1`');
  const { environment } = ports;
  const metadata = new AwsMetadata(source, ports);
  return async (call) => {
    const given = firstVariableIn(environment, ['AWS_REGION', 'AWS_DEFAULT_REGION']);
    const region = given === '' ? await metadata.region(call) : given;
    if (typeof region !== 'string') return region;
    if (!/^[a-z0-9-]+$/.test(region)) return failed('unsupported', '`AWS_REGION` is not a region of AWS');
    const keys = keysIn((name) => variableIn(environment, name)) ?? (await metadata.keys(call));
    if ('failure' in keys) return keys;
    const url = address.replaceAll('{region}', region);
    return { kind: 'subject', text: signedRequest(new URL(url), url, region, textIn(fields, 'audience'), keys) };
  };
}

/** As Google's exchange of tokens expects it. The audience is signed, so that no one else can use the request. */
function signedRequest({ host, pathname, search }: URL, url: string, region: string, audience: string, keys: AwsKeys) {
  const target = { 'x-goog-cloud-target-resource': audience };
  const request = { method: 'POST', path: pathname + search, headers: target, isRepeatable: true } as const;
  const service = host.split('.')[0] ?? '';
  const headers = { host, ...target, ...signatureOf(request, keys, { host, region, service, time: new Date() }) };
  const listed = Object.entries(headers).map(([key, value]) => ({ key, value }));
  return encodeURIComponent(JSON.stringify({ url, method: 'POST', headers: listed }));
}

class AwsMetadata {
  readonly #source: CredentialFields;
  readonly #ports: ProviderPorts;

  constructor(source: CredentialFields, ports: ProviderPorts) {
    this.#source = source;
    this.#ports = ports;
  }

  /** That of the availability zone, without its letter. */
  async region(call: Call): Promise<string | Failed> {
    const zone = await this.#text(textIn(this.#source, 'region_url'), call);
    if (typeof zone !== 'string') return zone;
    return /^[a-z]{2,}(-[a-z0-9]+){1,5}$/.test(zone)
      ? zone.slice(0, -1)
      : failed('malformed', `${SERVICE} did not give an availability zone`);
  }

  async keys(call: Call): Promise<AwsKeys | Failed> {
    const address = textIn(this.#source, 'url');
    const role = await this.#text(address, call);
    if (typeof role !== 'string') return role;
    const printed = await this.#text(`${address}/${encodeURIComponent(role)}`, call);
    if (typeof printed !== 'string') return printed;
    const given = fieldsIn(printed);
    return (
      keysIn((name) => textIn(given ?? {}, MEMBERS[name] ?? '')) ?? failed('malformed', `${SERVICE} did not give keys`)
    );
  }

  async #text(address: string, call: Call): Promise<string | Failed> {
    if (!URL.canParse(address))
      return failed(
        'missing-credential',
        'there are no keys or no region of AWS for the credential file',
        'set `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_REGION`, or run where AWS has a metadata service',
      );
    const token = await this.#sessionToken(call);
    if (typeof token !== 'string') return token;
    return this.#ask('GET', address, token === '' ? {} : { 'x-aws-ec2-metadata-token': token }, call);
  }

  /** Version 2 of the service requires one; empty: the credential file names no address for it. */
  async #sessionToken(call: Call): Promise<string | Failed> {
    const address = textIn(this.#source, 'imdsv2_session_token_url');
    return address === '' ? '' : this.#ask('PUT', address, { 'x-aws-ec2-metadata-token-ttl-seconds': '300' }, call);
  }

  async #ask(
    method: 'GET' | 'PUT',
    address: string,
    headers: Readonly<Record<string, string>>,
    call: Call,
  ): Promise<string | Failed> {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null)
      return failed('unsupported', 'the `credential_source` of AWS has an address that is not for HTTP');
    const server = new TokenServer(SERVICE, url, { http: withoutProxy(this.#ports.http) });
    const reply = await server.ask({ method, headers }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return server.failureOf(reply, HELP);
    const text = reply.body === undefined ? reply.text : JSON.stringify(reply.body);
    return text === '' ? server.malformed(reply) : text;
  }
}

/** How the metadata service names what variables hold. */
const MEMBERS: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: 'AccessKeyId',
  AWS_SECRET_ACCESS_KEY: 'SecretAccessKey',
  AWS_SESSION_TOKEN: 'Token',
};

function keysIn(get: (variable: string) => string): AwsKeys | null {
  const [accessKeyId = '', secretAccessKey = '', sessionToken = ''] = Object.keys(MEMBERS).map(get);
  const isWhole = isSendable(accessKeyId) && secretAccessKey !== '';
  return isWhole ? { accessKeyId, secretAccessKey, sessionToken: sessionToken === '' ? null : sessionToken } : null;
}
