/** The key of a database: a password, a key file, or both. */
import { createHash } from 'node:crypto';
import { decodeUtf8 } from '../../values/utf8.js';
import { bytesInBase64 } from '../bases/base64.js';
import { type KeyFile, readKeyFile } from '../bases/key-file.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { attributeOf, elementIn, parseXml, textOf, type XmlElement } from './xml.js';

/**
 * 32 bytes each; the first that opens the file counts. An empty password is one, and beside a key file it may also mean that there
 * is none: variables are often set and empty. Without any key there is nothing to open with.
 */
export async function compositeKeys(
  file: KeyFile | null,
  ports: ProviderPorts,
): Promise<readonly Uint8Array[] | Failed> {
  const password = await ports.credential('password', { mayBeEmpty: true });
  if (file === null) return password === null ? NO_KEY : [joined(sha256(password.reveal()))];
  const key = await fileKey(file, ports);
  if ('failure' in key) return key;
  const alone = joined(key);
  if (password === null) return [alone];
  const both = joined(sha256(password.reveal()), key);
  return password.isEmpty ? [both, alone] : [both];
}

/** The key of a new database: an empty password would protect nothing. */
export async function keyForNew(file: KeyFile | null, ports: ProviderPorts): Promise<Uint8Array | Failed> {
  const password = await ports.credential('password', { mayBeEmpty: true });
  const secret = password === null || password.isEmpty ? null : sha256(password.reveal());
  if (secret === null && file === null) return password === null ? NO_KEY : EMPTY_PASSWORD;
  const key = file === null ? null : await fileKey(file, ports);
  if (key !== null && 'failure' in key) return key;
  return joined(...[secret, key].filter((part) => part !== null));
}

async function fileKey(file: KeyFile, ports: ProviderPorts): Promise<Uint8Array | Failed> {
  const bytes = await readKeyFile(file, ports);
  return bytes instanceof Uint8Array ? keyOf(bytes, file.name) : bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(Buffer.concat(parts));
}

const EMPTY_PASSWORD = failed(
  'missing-credential',
  'the password is empty, and a new database is not made with an empty password',
  'set `TOOL_KDBX_PASSWORD`, or bind `password` in the `credentials` of the alias to a value',
);

const NO_KEY = failed(
  'missing-credential',
  'neither a password nor a key file is configured',
  'bind `password` in the `credentials` of the alias, set `TOOL_KDBX_PASSWORD`, or add `?keyfile=FILE` to the address',
);

/**
 * The kinds that KeePass and KeePassXC know: XML of two versions, 32 bytes, 64 hexadecimal digits, and any other file. They
 * refuse an empty one too: its key is known to everyone.
 */
function keyOf(bytes: Uint8Array, name: string): Uint8Array | Failed {
  if (bytes.length === 0) return failed('malformed', `${name} is empty, so it is not a key file`);
  const text = decodeUtf8(bytes) ?? '';
  const document = text.includes('<KeyFile') ? parseXml(text) : null;
  const root = document === null ? null : elementIn(document, 'KeyFile');
  if (root !== null) return xmlKey(root) ?? failed('malformed', `${name} is a damaged key file`);
  if (bytes.length === 32) return bytes;
  return /^[0-9a-f]{64}$/iu.test(text) ? Buffer.from(text, 'hex') : sha256(bytes);
}

/** Null if it is damaged: version 2 has a hash of its key. */
function xmlKey(root: XmlElement): Uint8Array | null {
  const version = inside(root, 'Meta', 'Version');
  const data = inside(root, 'Key', 'Data');
  const text = data === null ? null : textOf(data)?.replaceAll(/\s/gu, '');
  if (version === null || data === null || text === null || text === undefined || text === '') return null;
  if (textOf(version)?.startsWith('1.')) return bytesInBase64(text);
  if (textOf(version)?.startsWith('2.') !== true || !/^(?:[0-9a-f]{2})+$/iu.test(text)) return null;
  const key = Buffer.from(text, 'hex');
  const hash = sha256(key).toString('hex').slice(0, 8);
  return attributeOf(data, 'Hash')?.toLowerCase() === hash ? key : null;
}

function inside(root: XmlElement, outer: string, inner: string): XmlElement | null {
  const found = elementIn(root, outer);
  return found === null ? null : elementIn(found, inner);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
