/** Documents as SOPS encrypts them for keys of age, made without SOPS. The real program is in `test/stores/sops.mjs`. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { armor, Encrypter } from 'age-encryption';

export type Plain = string | Buffer | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };
export interface SopsOptions {
  /** Metadata in addition, such as rules. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Which paths are encrypted; left out: all. */
  readonly encrypts?: (path: readonly string[]) => boolean;
}

/** A JSON document, which is a YAML document too. */
export async function sopsJson(
  recipients: readonly string[],
  plain: Readonly<Record<string, Plain>>,
  { metadata = {}, encrypts = () => true }: SopsOptions = {},
): Promise<string> {
  const key = randomBytes(32);
  const hash = createHash('sha512');
  const isOnlyEncrypted = metadata['mac_only_encrypted'] === true;
  if (isOnlyEncrypted) hash.update(createHash('sha256').update('sops').digest());
  const walk = (node: Plain, path: readonly string[]): unknown => {
    if (node === null) return null;
    if (Array.isArray(node)) return node.map((item) => walk(item, path));
    if (typeof node === 'object' && !Buffer.isBuffer(node))
      return Object.fromEntries(Object.entries(node).map(([name, below]) => [name, walk(below, [...path, name])]));
    const [text, type] = spelled(node);
    if (encrypts(path) || !isOnlyEncrypted) hash.update(text);
    return encrypts(path) ? encrypted(text, type, key, `${path.join(':')}:`) : node;
  };
  const tree = walk(plain, []) as Record<string, unknown>;
  const lastmodified = '2026-01-02T03:04:05Z';
  const mac = encrypted(hash.digest('hex').toUpperCase(), 'str', key, lastmodified);
  const age = await Promise.all(
    recipients.map(async (recipient) => ({ recipient, enc: await sealed(recipient, key) })),
  );
  return JSON.stringify({ ...tree, sops: { age, lastmodified, mac, version: '3.13.2', ...metadata } }, null, 2);
}

/** The same as a dotenv document, which holds text alone. */
export async function sopsDotenv(recipient: string, plain: Readonly<Record<string, string>>): Promise<string> {
  const { sops, ...values } = JSON.parse(await sopsJson([recipient], plain));
  const [{ enc }] = sops.age;
  const metadata = {
    age__list_0__map_enc: enc.replaceAll('\n', '\\n'),
    age__list_0__map_recipient: recipient,
    lastmodified: sops.lastmodified,
    mac: sops.mac,
    version: sops.version,
  };
  const lines = Object.entries(metadata).map(([name, value]) => `sops_${name}=${value}\n`);
  return [...Object.entries(values).map(([name, value]) => `${name}=${value}\n`), ...lines].join('');
}

function spelled(
  value: string | Buffer | number | boolean | readonly Plain[] | { readonly [key: string]: Plain },
): [string | Buffer, string] {
  if (Buffer.isBuffer(value)) return [value, 'str'];
  if (typeof value === 'boolean') return [value ? 'True' : 'False', 'bool'];
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? [String(value), 'int'] : [withoutExponent(value), 'float'];
  return [String(value), 'str'];
}

/** As SOPS encrypts floats. */
function withoutExponent(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)\.?(\d*)(?:e(.*))?$/u.exec(`${value}`) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  return `${sign}${padded.slice(0, point)}${padded.length > point ? `.${padded.slice(point)}` : ''}`;
}

export function encrypted(plain: string | Buffer, type: string, key: Uint8Array, path: string): string {
  if (plain === '') return '';
  const iv = randomBytes(32);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(path));
  const data = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()]);
  const parts = [data, iv, cipher.getAuthTag()].map((part) => part.toString('base64'));
  return `ENC[AES256_GCM,data:${parts[0]},iv:${parts[1]},tag:${parts[2]},type:${type}]`;
}

async function sealed(recipient: string, key: Uint8Array): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return armor.encode(await encrypter.encrypt(key));
}
