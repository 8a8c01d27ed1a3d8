/** KeePass databases as tests lay them out: with a key derivation of one round, made at once. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { number64 } from '#runtime/providers/kdbx/bytes.js';
import { newDocument, setFields } from '#runtime/providers/kdbx/edit-entries.js';
import { rootGroup } from '#runtime/providers/kdbx/entries.js';
import { FIELD } from '#runtime/providers/kdbx/header.js';
import { newHeader, newInner, seal } from '#runtime/providers/kdbx/sealed.js';
import { renderVariantMap } from '#runtime/providers/kdbx/variant-map.js';
import { parseXml, renderXml } from '#runtime/providers/kdbx/xml.js';

const AES_KDF = Buffer.from('7c02bb8279a74ac0927d114a00648238', 'hex');
const THEN = new Date('2026-01-02T03:04:05Z');

export interface Making {
  readonly password?: string;
  readonly keyFile?: Uint8Array;
  /** Data of fields of the header, by number; a number that a new header does not have is added. */
  readonly fields?: ReadonlyMap<number, Uint8Array>;
  readonly minor?: number;
  readonly binaries?: readonly Uint8Array[];
  /** Written in place of the XML, whatever it is. */
  readonly raw?: string;
}

/** The XML of a database with these passwords, by path. */
export function documentWith(passwords: Readonly<Record<string, string>>): string {
  const document = newDocument(THEN);
  const root = rootGroup(document);
  if (root === null) throw new Error('no root group');
  const changes = Object.entries(passwords).map(([path, value]) => {
    return { path: path.split('/'), field: 'Password', value };
  });
  setFields(root, null, changes, THEN);
  return renderXml(document);
}

/** A KDBX 4 file. In the XML, protected values are the Base64 of their text. */
export function databaseOf(xml: string, making: Making): Buffer {
  const document = parseXml(xml);
  if (document === null) throw new Error('not well-formed');
  const seed = randomBytes(32);
  const kdf = renderVariantMap([
    ['$UUID', 'bytes', AES_KDF],
    ['R', 'number', number64(1n)],
    ['S', 'bytes', seed],
  ]);
  const base = newHeader();
  const changed = new Map([[FIELD.kdf as number, kdf as Uint8Array], ...(making.fields ?? [])]);
  const added = [...changed].filter(([id]) => !base.fields.some((field) => field.id === id));
  const fields = [
    ...added.map(([id, data]) => ({ id, data })),
    ...base.fields.map(({ id, data }) => ({ id, data: changed.get(id) ?? data })),
  ];
  const inner = [...newInner()];
  inner.splice(
    -1,
    0,
    ...(making.binaries ?? []).map((data) => ({ id: 3, data: Buffer.concat([Buffer.from([0]), data]) })),
  );
  const header = { ...base, fields, minor: making.minor ?? base.minor };
  if (making.raw !== undefined) document.children.splice(0, document.children.length, making.raw);
  const sealed = seal({ kind: 'unsealed', document, inner }, header, derivedOnce(compositeOf(making), seed));
  if (!(sealed instanceof Uint8Array)) throw new Error(sealed.failure.detail);
  return Buffer.from(sealed);
}

function compositeOf({ password, keyFile }: Making): Buffer {
  const parts = [...(password === undefined ? [] : [sha256(Buffer.from(password))]), ...(keyFile ? [keyFile] : [])];
  return sha256(Buffer.concat(parts));
}

function derivedOnce(key: Uint8Array, seed: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-ecb', seed, null).setAutoPadding(false);
  return sha256(cipher.update(key));
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
