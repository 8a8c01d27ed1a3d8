/** The header of a KeePass database: its version, and the fields that say how the rest is encrypted. Readable without a key. */
import { createHash } from 'node:crypto';
import { type Failed, failed } from '../store-failure.js';
import { ByteReader, Cut, number32 } from './bytes.js';

export interface Header {
  readonly kind: 'header';
  readonly major: 3 | 4;
  readonly minor: number;
  readonly fields: readonly HeaderField[];
  /** From the signature to the last field. */
  readonly bytes: Uint8Array;
  /** What follows the header and, in KDBX 4, its hash. */
  readonly body: Uint8Array;
}
export interface HeaderField {
  readonly id: number;
  readonly data: Uint8Array;
}

export const FIELD = {
  end: 0,
  comment: 1,
  cipher: 2,
  compression: 3,
  masterSeed: 4,
  transformSeed: 5,
  transformRounds: 6,
  iv: 7,
  streamKey: 8,
  startBytes: 9,
  streamId: 10,
  kdf: 11,
  publicData: 12,
} as const;

const SIGNATURE = Buffer.from('03d9a29a67fb4bb5', 'hex');
const FIRST_PROGRAM = Buffer.from('03d9a29a65fb4bb5', 'hex');
/** 4.1 brought elements, not another structure. */
const LAST_MINOR = 1;
const WRITABLE_FIELDS: readonly number[] = [
  FIELD.end,
  FIELD.comment,
  FIELD.cipher,
  FIELD.compression,
  FIELD.masterSeed,
  FIELD.iv,
  FIELD.kdf,
  FIELD.publicData,
];

/** `name`: what messages call the file. */
export function parseHeader(file: Uint8Array, name: string): Header | Failed {
  const signature = file.subarray(0, SIGNATURE.length);
  if (FIRST_PROGRAM.equals(signature)) {
    return failed('unsupported', `\`${name}\` is a database of KeePass 1`, 'import it into a KDBX 4 database');
  }
  if (!SIGNATURE.equals(signature)) return failed('malformed', `\`${name}\` is not a KeePass database`);
  try {
    const reader = new ByteReader(file);
    reader.take(SIGNATURE.length);
    const minor = reader.number(2);
    const major = reader.number(2);
    if (major !== 3 && major !== 4) {
      return failed('unsupported', `\`${name}\` is a KDBX ${major} database; KDBX 3 and 4 are supported`);
    }
    const fields = fieldsIn(reader, major === 3 ? 2 : 4);
    const bytes = file.subarray(0, reader.offset);
    // Damage is found before a key is derived as the damaged header says.
    if (major === 4 && !createHash('sha256').update(bytes).digest().equals(reader.take(32))) return damaged(name);
    return { kind: 'header', major, minor, fields, bytes, body: reader.rest() };
  } catch (error) {
    if (error instanceof Cut) return damaged(name);
    throw error;
  }
}

export function damaged(name: string): Failed {
  return failed('malformed', `\`${name}\` is damaged or cut off`);
}

/** Up to the field that ends them, which is included. Throws `Cut`. */
export function fieldsIn(reader: ByteReader, lengthOfLength: 2 | 4): readonly HeaderField[] {
  const fields: HeaderField[] = [];
  for (;;) {
    const id = reader.number(1);
    const data = reader.take(reader.number(lengthOfLength));
    fields.push({ id, data });
    if (id === FIELD.end) return fields;
  }
}

export function fieldOf({ fields }: Pick<Header, 'fields'>, id: number): Uint8Array {
  return fields.find((field) => field.id === id)?.data ?? new Uint8Array();
}

/** The bytes of a header of version 4, with other data for some fields. */
export function renderHeader({ minor, fields }: Header, changed: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const version = Buffer.from([minor & 0xff, minor >> 8, 4, 0]);
  return Buffer.concat([SIGNATURE, version, renderFields(fields, changed)]);
}

export function renderFields(fields: readonly HeaderField[], changed: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const parts = fields.flatMap(({ id, data }) => {
    const bytes = changed.get(id) ?? data;
    return [Buffer.from([id]), number32(bytes.length), bytes];
  });
  return Buffer.concat(parts);
}

/** Why a file with this header is only read, null if it can be written too. */
export function readOnlyProblem({ major, minor, fields }: Header, name: string): Failed | null {
  if (major === 3) return failed('unsupported', `\`${name}\` is a KDBX 3 database, which is read-only`, SAVE_AS_4);
  if (minor > LAST_MINOR || fields.some(({ id }) => !WRITABLE_FIELDS.includes(id))) {
    return failed('unsupported', `\`${name}\` has a newer form of KDBX 4, which is read-only`);
  }
  return null;
}

const SAVE_AS_4 = 'in KeePassXC, choose the format KDBX 4 in the database security settings, and save it';
