/** The server of a KV store and how it is verified, from the URI and the variables of the product's own tools. */
import { isOff } from '#schemas/providers/option-text.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { FileFault } from '../../files/files.js';
import type { TlsSettings } from '../../http/http.js';
import { basePathOf, originAt } from '../bases/endpoint.js';
import type { ApiServer } from '../bases/http-api.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { type Failed, failed, refused } from '../store-failure.js';
import { type KvProduct, settingOf, variableOf } from './kv-product.js';

/** 412: a replica is behind; 472 and 473: a standby. All are transient (providers-cloud 3.6). */
const PASSING_STATUSES = [412, 472, 473];

/** Where a server is: below a path where a gateway has several. */
export interface KvAddress {
  readonly origin: string;
  readonly basePath: string;
}

/**
 * Of the host that the address names, else of the variable, whose path counts as it does for the product's own program; that of
 * the web page, which people paste, does not. Userinfo, query and fragment are dropped, and in no message.
 */
export function addressOf(uri: StoreUri, product: KvProduct, { environment }: ProviderPorts): KvAddress | Refused {
  const isPlain = isOff(uri.query.get('tls'));
  const variable = variableOf(product, 'ADDR');
  if (uri.authority !== '') {
    const origin = originAt(uri, isPlain);
    return typeof origin === 'string' ? { origin, basePath: '' } : origin;
  }
  const address = settingOf(product, 'ADDR', environment);
  if (address === '') {
    const help = `write \`${uri.scheme}://HOST:8200\`, or set \`${variable}\``;
    return refused('unsupported', `\`${uri.scheme}\` names no server`, help);
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && ['http:', 'https:'].includes(url.protocol))
    return { origin: url.origin, basePath: basePathOf(url).replace(OF_WEB_PAGE, '') };
  return refused('unsupported', `\`${variable}\` is not an address that starts with \`https://\` or \`http://\``);
}

const OF_WEB_PAGE = /\/ui(\/.*)?$/;

export async function serverOf(
  address: KvAddress,
  product: KvProduct,
  ports: ProviderPorts,
): Promise<ApiServer | Failed> {
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
  return { ...address, tls, passingStatuses: PASSING_STATUSES };
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
