/** Access keys of App Configuration: connection strings, and the signatures of requests (providers-cloud 3.5 (5)). */
import { createHash, createHmac } from 'node:crypto';
import type { HttpHeaders, HttpRequest } from '../../http/http.js';
import { originIn } from '../bases/endpoint.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

export interface AccessKey {
  readonly kind: 'key';
  readonly id: string;
  readonly secret: Uint8Array;
}

const NAMES = ['Endpoint', 'Id', 'Secret'];

/** `host`: of the store that the manifest names. A connection string for another one is not used for it. */
export async function accessKeyFor(host: string, ports: ProviderPorts): Promise<AccessKey | Failed> {
  const value = await ports.credential('connection_string', { required: true });
  const parts = (value?.revealText() ?? '')
    .trim()
    .split(';')
    .filter((part) => part !== '');
  const fields = new Map(parts.map((part) => /^([^=]*)=(.*)$/s.exec(part) ?? []).map(([, name, text]) => [name, text]));
  const [endpoint = '', id = '', secret = ''] = NAMES.map((name) => fields.get(name));
  const isWhole = parts.length === NAMES.length && fields.size === NAMES.length;
  if (!isWhole || !/^[\x21-\x7e]+$/.test(id) || !/^[A-Za-z0-9+/]+={0,2}$/.test(secret))
    return failed(
      'unsupported',
      'credential `connection_string` is not a connection string of a store',
      'copy it from the access keys of the store: `Endpoint=https://...;Id=...;Secret=...`',
    );
  if (originIn(endpoint)?.toLowerCase() !== `https://${host}`)
    return failed(
      'unsupported',
      `credential \`connection_string\` is for another store than \`${host}\``,
      'use the connection string of this store',
    );
  return { kind: 'key', id, secret: Buffer.from(secret, 'base64') };
}

/** Headers that sign a request as it is sent to this host, with its port. */
export function signatureOf(
  { method, path, body = '' }: Pick<HttpRequest, 'method' | 'path' | 'body'>,
  { id, secret }: AccessKey,
  host: string,
  time: Date,
): HttpHeaders {
  const date = time.toUTCString();
  const hash = createHash('sha256').update(body).digest('base64');
  const signature = createHmac('sha256', secret).update(`${method}\n${path}\n${date};${host};${hash}`).digest('base64');
  const signed = `Credential=${id}&SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`;
  return { 'x-ms-date': date, 'x-ms-content-sha256': hash, authorization: `HMAC-SHA256 ${signed}` };
}
