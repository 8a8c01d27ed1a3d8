/** The server of a KV store and how it is verified, from the URI and the variables of the product's own tools. */
import type { StoreUri } from '#schemas/stores/store-uri.js';
import { FileFault } from '../../files/files.js';
import type { HttpServer, TlsSettings } from '../../http/http.js';
import { originAt } from '../bases/endpoint.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { type Failed, failed, refused } from '../store-failure.js';
import { type KvProduct, settingOf, variableOf } from './kv-product.js';

/** 412: a replica is behind; 472 and 473: a standby. All are transient (providers-cloud 3.6). */
const PASSING_STATUSES = [412, 472, 473];

/** The origin; userinfo, path and query of the variable are dropped, and in no message. */
export function originOf(uri: StoreUri, product: KvProduct, { environment }: ProviderPorts): string | Refused {
  const isPlain = ['false', '0'].includes(uri.query.get('tls') ?? '');
  const variable = variableOf(product, 'ADDR');
  if (uri.authority !== '') return originAt(uri, isPlain);
  const address = settingOf(product, 'ADDR', environment);
  if (address === '') {
    const help = `write \`${uri.scheme}://HOST:8200\`, or set \`${variable}\``;
    return refused('unsupported', `\`${uri.scheme}\` names no server`, help);
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  return refused('unsupported', `\`${variable}\` is not an address that starts with \`https://\` or \`http://\``);
}

export async function serverOf(origin: string, product: KvProduct, ports: ProviderPorts): Promise<HttpServer | Failed> {
  const setting = (name: string) => settingOf(product, name, ports.environment);
  const files = await Promise.all(
    ['CACERT', 'CLIENT_CERT', 'CLIENT_KEY'].map(async (name) => {
      const path = setting(name);
      return path === '' ? null : readPem(path, name, product, ports);
    }),
  );
  const unreadable = files.find((file) => file !== null && 'failure' in file);
  if (unreadable !== undefined && unreadable !== null && 'failure' in unreadable) return unreadable;
  const [read, certificate, key] = files.map((file) => (file !== null && 'failure' in file ? null : file));
  const given = setting('CACERT_BYTES');
  const authorities = given === '' ? read : Buffer.from(given);
  const tls: TlsSettings = {
    ...(authorities && { authorities }),
    ...(certificate && { certificate }),
    ...(key && { key }),
    ...(setting('TLS_SERVER_NAME') !== '' && { serverName: setting('TLS_SERVER_NAME') }),
    ...(/^(1|t|true)$/i.test(setting('SKIP_VERIFY')) && { isUnverified: true }),
  };
  return { origin, tls, passingStatuses: PASSING_STATUSES };
}

async function readPem(
  path: string,
  name: string,
  product: KvProduct,
  { files }: ProviderPorts,
): Promise<Uint8Array | Failed> {
  const bytes = await files.read(path).catch((error: unknown) => {
    if (error instanceof FileFault) return null;
    throw error;
  });
  return bytes ?? failed('unsupported', `the file that \`${variableOf(product, name)}\` names cannot be read`);
}
