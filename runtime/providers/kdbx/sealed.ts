/** Decrypting and encrypting whole databases, KDBX 3 and 4; all that is not decrypted XML stays as it was found. */
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { decodeUtf8 } from '../../values/utf8.js';
import { type Failed, failed } from '../store-failure.js';
import { headerCode, isSame, joinHashedBlocks, joinKeyedBlocks, splitIntoKeyedBlocks } from './blocks.js';
import { ByteReader, Cut, number32 } from './bytes.js';
import { AES_ID, type Cipher, cipherOf } from './cipher.js';
import {
  damaged,
  FIELD,
  type HeaderField,
  fieldOf,
  fieldsIn,
  type Header,
  renderFields,
  renderHeader,
} from './header.js';
import { applyInnerStream, type InnerStream } from './inner-stream.js';
import { newParameters } from './key-derivation.js';
import { elementIn, parseLimitedXml, renderXml, textOf, type XmlElement } from './xml.js';

export interface UnsealedDatabase {
  readonly kind: 'unsealed';
  /** Protected values are the Base64 of their plain text. */
  readonly document: XmlElement;
  /** Of KDBX 4: the binaries, and how values are protected. */
  readonly inner: readonly HeaderField[];
}

const INNER = { end: 0, streamId: 1, streamKey: 2, binary: 3 } as const;
const CHACHA20 = 3;
const IS_COMPRESSED = 1;
/** What a file may grow to when it is decompressed, with its attachments; and how much of that may be XML. */
const LARGEST = 2 ** 28;
const LARGEST_XML = 2 ** 26;

/** `key`: derived as the header says. `name`: what messages call the file. Decompresses in another thread, so that signals are heard. */
export async function unseal(header: Header, key: Uint8Array, name: string): Promise<UnsealedDatabase | Failed> {
  const cipher = cipherOf(fieldOf(header, FIELD.cipher));
  if (typeof cipher === 'string') return failed('unsupported', `\`${name}\` is encrypted with ${cipher}`, USE_AES);
  try {
    return await (header.major === 4 ? unseal4(header, key, cipher, name) : unseal3(header, key, cipher, name));
  } catch (error) {
    // The runtime's own errors (padding, compression) and Cut: without the bytes that they are about.
    if (error instanceof Cut || isFromRuntime(error)) return damaged(name);
    if (error instanceof Beyond) return failed('unsupported', `\`${name}\` has ${error.message}, which is the limit`);
    throw error;
  }
}

const USE_AES = 'choose AES or ChaCha20 in the database security settings';

/** KDBX 4: the code of the header shows whether the key is right, and the codes of blocks that nothing was changed. */
async function unseal4(
  header: Header,
  key: Uint8Array,
  cipher: Cipher,
  name: string,
): Promise<UnsealedDatabase | Failed> {
  const reader = new ByteReader(header.body);
  const { contentKey, codeKey } = keysOf(header, key);
  if (!isSame(reader.take(32), headerCode(header.bytes, codeKey))) return wrongKey(name);
  const sealed = joinKeyedBlocks(reader.rest(), codeKey);
  if (sealed === null) return damaged(name);
  const plain = cipher.decrypt(sealed, contentKey, fieldOf(header, FIELD.iv));
  const content = new ByteReader(await decompressed(header, plain));
  const inner = fieldsIn(content, 4);
  const stream = { id: innerStreamId(inner), key: fieldOf({ fields: inner }, INNER.streamKey) };
  const document = documentIn(content.rest(), stream, name);
  return 'failure' in document ? document : { kind: 'unsealed', document, inner };
}

/** KDBX 3: nothing tells a wrong key from a damaged start; the hash of the header is in the document, if it is there at all. */
async function unseal3(
  header: Header,
  key: Uint8Array,
  cipher: Cipher,
  name: string,
): Promise<UnsealedDatabase | Failed> {
  const { contentKey } = keysOf(header, key);
  const plain = decryptedOrNull(header, contentKey, cipher);
  const start = fieldOf(header, FIELD.startBytes);
  if (plain === null || start.length !== 32 || !isSame(plain.subarray(0, 32), start)) return wrongKey(name);
  const content = joinHashedBlocks(plain.subarray(32));
  if (content === null) return damaged(name);
  const id = Buffer.from(fieldOf(header, FIELD.streamId));
  const stream = { id: id.length === 4 ? id.readUInt32LE() : -1, key: fieldOf(header, FIELD.streamKey) };
  const document = documentIn(await decompressed(header, content), stream, name);
  if ('failure' in document) return document;
  const hash = headerHashIn(document);
  const isGenuine = hash === null || hash === createHash('sha256').update(header.bytes).digest('base64');
  return isGenuine ? { kind: 'unsealed', document, inner: [] } : damaged(name);
}

function decryptedOrNull(header: Header, key: Uint8Array, cipher: Cipher): Uint8Array | null {
  try {
    return cipher.decrypt(header.body, key, fieldOf(header, FIELD.iv));
  } catch {
    return null;
  }
}

/** What the content has more of than the limit. */
class Beyond extends Error {}

async function decompressed(header: Header, content: Uint8Array): Promise<Uint8Array> {
  if (!isCompressed(header)) return content;
  try {
    return await promisify(gunzip)(content, { maxOutputLength: LARGEST });
  } catch (error) {
    if (isFromRuntime(error) && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new Beyond(`more than ${inMib(LARGEST)} MiB decompressed`);
    throw error;
  }
}

function inMib(bytes: number): number {
  return bytes / 2 ** 20;
}

function isCompressed(header: Header): boolean {
  return fieldOf(header, FIELD.compression)[0] === IS_COMPRESSED;
}

function documentIn(xml: Uint8Array, stream: InnerStream, name: string): XmlElement | Failed {
  if (xml.length > LARGEST_XML) throw new Beyond(`more than ${inMib(LARGEST_XML)} MiB of XML`);
  const text = decodeUtf8(xml);
  const document = text === null ? null : parseLimitedXml(text);
  if (typeof document === 'string') throw new Beyond(document);
  if (document === null || elementIn(document, 'KeePassFile') === null) return damaged(name);
  if (applyInnerStream(document, stream)) return document;
  return failed('unsupported', `\`${name}\` protects its values in a way that is not supported`);
}

function headerHashIn(document: XmlElement): string | null {
  const file = elementIn(document, 'KeePassFile');
  const meta = file === null ? null : elementIn(file, 'Meta');
  const hash = meta === null ? null : elementIn(meta, 'HeaderHash');
  return (hash === null ? null : textOf(hash)) || null;
}

function innerStreamId(inner: readonly HeaderField[]): number {
  const id = Buffer.from(fieldOf({ fields: inner }, INNER.streamId));
  return id.length === 4 ? id.readUInt32LE() : -1;
}

/** Whether the parts that are not XML are all known, so that the file can be written. */
export function isWritableInside({ inner }: UnsealedDatabase): boolean {
  return inner.every(({ id }) => id <= INNER.binary);
}

/**
 * The bytes of a KDBX 4 file with this content: header, key derivation and binaries are those that were found. Everything random is
 * made again, except the salt of the key derivation, which belongs to the key. The document is changed: its values are protected.
 */
export function seal({ document, inner }: UnsealedDatabase, header: Header, key: Uint8Array): Uint8Array | Failed {
  const cipher = cipherOf(fieldOf(header, FIELD.cipher));
  const stream = { id: innerStreamId(inner), key: randomBytes(64) };
  if (typeof cipher === 'string' || !applyInnerStream(document, stream))
    return failed('unsupported', 'the database cannot be encrypted');
  const iv = randomBytes(cipher.ivLength);
  const changed = new Map<number, Uint8Array>([
    [FIELD.masterSeed, randomBytes(32)],
    [FIELD.iv, iv],
  ]);
  const bytes = renderHeader(header, changed);
  const seeded = { ...header, fields: header.fields.map((one) => ({ ...one, data: changed.get(one.id) ?? one.data })) };
  const { contentKey, codeKey } = keysOf(seeded, key);
  const innerBytes = renderFields(inner, new Map([[INNER.streamKey, stream.key]]));
  const plain = Buffer.concat([innerBytes, Buffer.from(renderXml(document), 'utf8')]);
  const content = cipher.encrypt(isCompressed(header) ? gzipSync(plain) : plain, contentKey, iv);
  const hash = createHash('sha256').update(bytes).digest();
  return Buffer.concat([bytes, hash, headerCode(bytes, codeKey), splitIntoKeyedBlocks(content, codeKey)]);
}

/** The header of a new file: KDBX 4, AES, compressed, Argon2id. */
export function newHeader(): Header {
  const fields = [
    { id: FIELD.cipher, data: AES_ID },
    { id: FIELD.compression, data: number32(IS_COMPRESSED) },
    { id: FIELD.masterSeed, data: new Uint8Array() },
    { id: FIELD.iv, data: new Uint8Array() },
    { id: FIELD.kdf, data: newParameters() },
    { id: FIELD.end, data: Buffer.from('\r\n\r\n') },
  ];
  return { kind: 'header', major: 4, minor: 0, fields, bytes: new Uint8Array(), body: new Uint8Array() };
}

export function newInner(): readonly HeaderField[] {
  return [
    { id: INNER.streamId, data: number32(CHACHA20) },
    { id: INNER.streamKey, data: new Uint8Array() },
    { id: INNER.end, data: new Uint8Array() },
  ];
}

function keysOf(header: Pick<Header, 'fields'>, key: Uint8Array): { contentKey: Buffer; codeKey: Buffer } {
  const seed = fieldOf(header, FIELD.masterSeed);
  const contentKey = createHash('sha256').update(seed).update(key).digest();
  const codeKey = createHash('sha512')
    .update(seed)
    .update(key)
    .update(Buffer.from([1]))
    .digest();
  return { contentKey, codeKey };
}

/** Not `instanceof Error`: it can come from another realm. */
function isFromRuntime(error: unknown): error is { readonly code: unknown } {
  return typeof error === 'object' && error !== null && 'code' in error;
}

function wrongKey(name: string): Failed {
  return failed('denied', `\`${name}\` cannot be unlocked: the password or the key file is wrong`);
}
