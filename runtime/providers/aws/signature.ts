/** Version 4 of AWS's signatures, for requests whose query is already sorted and escaped (providers-cloud 3.1 (6)). */
import { createHash, createHmac } from 'node:crypto';
import type { HttpHeaders, HttpRequest } from '../../http/http.js';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Temporary keys have one. */
  readonly sessionToken: string | null;
}

/** What a signature is valid for. */
export interface SignatureScope {
  readonly host: string;
  readonly region: string;
  readonly service: string;
  readonly time: Date;
}

/** The headers to add to a request that is otherwise complete. */
export function signatureOf(request: HttpRequest, keys: AwsKeys, scope: SignatureScope): HttpHeaders {
  const time = scope.time.toISOString().replace(/[-:]|\.\d+/g, '');
  const added: HttpHeaders = {
    'x-amz-date': time,
    ...(keys.sessionToken !== null && { 'x-amz-security-token': keys.sessionToken }),
  };
  const headers = canonicalHeaders({ ...request.headers, ...added, host: scope.host });
  const names = headers.map(([name]) => name).join(';');
  const lines = headers.map(([name, value]) => `${name}:${value}`);
  const [path = '', query = ''] = request.path.split('?');
  const canonical = [request.method, path, query, ...lines, '', names, sha256(request.body ?? '')].join('\n');
  const steps = [time.slice(0, 8), scope.region, scope.service, 'aws4_request'];
  const place = steps.join('/');
  const key = steps.reduce<Uint8Array>(hmac, Buffer.from(`AWS4${keys.secretAccessKey}`));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, place, sha256(canonical)].join('\n')).toString('hex');
  const parts = [`Credential=${keys.accessKeyId}/${place}`, `SignedHeaders=${names}`, `Signature=${signature}`];
  return { ...added, authorization: `AWS4-HMAC-SHA256 ${parts.join(', ')}` };
}

function canonicalHeaders(headers: HttpHeaders): (readonly [name: string, value: string])[] {
  return Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, ' ')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
