/** The typed map in which KDBX 4 keeps the parameters of its key derivation. */
import { ByteReader, number32 } from './bytes.js';

/** Numbers are unsigned; anything that is not a number or bytes is left out. */
export type VariantMap = ReadonlyMap<string, bigint | Uint8Array>;

const TYPE = { end: 0, uint32: 0x04, uint64: 0x05, int32: 0x0c, int64: 0x0d, bytes: 0x42 } as const;
const VERSION = Buffer.from([0x00, 0x01]);

/** Throws `Cut`. */
export function parseVariantMap(bytes: Uint8Array): VariantMap {
  const reader = new ByteReader(bytes);
  const map = new Map<string, bigint | Uint8Array>();
  reader.take(VERSION.length);
  for (;;) {
    const type = reader.number(1);
    if (type === TYPE.end) return map;
    const key = Buffer.from(reader.take(reader.number(4))).toString('utf8');
    const value = reader.take(reader.number(4));
    if (type === TYPE.bytes) map.set(key, value);
    if (NUMBERS.includes(type)) map.set(key, numberIn(value));
  }
}

const NUMBERS: readonly number[] = [TYPE.uint32, TYPE.uint64, TYPE.int32, TYPE.int64];

function numberIn(value: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(value).reverse().toString('hex') || '0'}`);
}

/** The bytes of a map in a new file. A number is written with 4 or 8 bytes, as its bytes are given. */
export function renderVariantMap(items: readonly (readonly [string, 'number' | 'bytes', Uint8Array])[]): Uint8Array {
  const rendered = items.flatMap(([key, kind, value]) => {
    const number = value.length === 4 ? TYPE.uint32 : TYPE.uint64;
    const name = Buffer.from(key);
    const type = Buffer.from([kind === 'bytes' ? TYPE.bytes : number]);
    return [type, number32(name.length), name, number32(value.length), value];
  });
  return Buffer.concat([VERSION, ...rendered, Buffer.from([TYPE.end])]);
}
