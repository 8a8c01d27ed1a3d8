/** Values from the bytes of D-Bus, of any type. What does not fit them is a fault, whatever the bytes are. */
import { invalidMessage } from './bus-fault.js';
import { alignmentOf, innerTypesOf, typesOf } from './signature.js';
import { type BusValue, Variant } from './values.js';

const MOST_NESTED = 64;

export class ValueReader {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;
  #at = 0;
  #depth = 0;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  /** One value for each type of the signature. */
  readAll(signature: string): readonly BusValue[] {
    return typesOf(signature).map((type) => this.#read(type));
  }

  #read(type: string): BusValue {
    this.#align(alignmentOf(type));
    switch (type.charAt(0)) {
      case 'y':
        return this.#take(1).readUInt8();
      case 'b':
        return this.#number() !== 0;
      case 'n':
        return this.#view(2).getInt16(0, this.#isLittle);
      case 'q':
        return this.#view(2).getUint16(0, this.#isLittle);
      case 'i':
        return this.#view(4).getInt32(0, this.#isLittle);
      case 'u':
      case 'h':
        return this.#number();
      case 'x':
        return this.#view(8).getBigInt64(0, this.#isLittle);
      case 't':
        return this.#view(8).getBigUint64(0, this.#isLittle);
      case 'd':
        return this.#view(8).getFloat64(0, this.#isLittle);
      case 's':
      case 'o':
        return this.#text(this.#number());
      case 'g':
        return this.#text(this.#take(1).readUInt8());
      case 'v':
        return this.#variant();
      case 'a':
        return this.#array(type);
      default:
        return this.#nested(() => innerTypesOf(type).map((inner) => this.#read(inner)));
    }
  }

  #variant(): Variant {
    const signature = this.#text(this.#take(1).readUInt8());
    const [type, more] = typesOf(signature);
    if (type === undefined || more !== undefined) throw invalidMessage();
    return this.#nested(() => new Variant(type, this.#read(type)));
  }

  #array(type: string): BusValue {
    const [inner = ''] = innerTypesOf(type);
    const length = this.#number();
    this.#align(alignmentOf(inner));
    if (inner === 'y') return this.#take(length);
    const end = this.#at + length;
    if (end > this.#bytes.length) throw invalidMessage();
    return this.#nested(() => {
      const values: BusValue[] = [];
      while (this.#at < end) values.push(this.#read(inner));
      if (this.#at !== end) throw invalidMessage();
      return values;
    });
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > MOST_NESTED) throw invalidMessage();
    const value = read();
    this.#depth--;
    return value;
  }

  #text(length: number): string {
    const text = this.#take(length).toString();
    this.#take(1);
    return text;
  }

  #number(): number {
    return this.#view(4).getUint32(0, this.#isLittle);
  }

  #view(length: number): DataView {
    const { buffer, byteOffset } = this.#take(length);
    return new DataView(buffer, byteOffset, length);
  }

  #align(size: number): void {
    this.#take((size - (this.#at % size)) % size);
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw invalidMessage();
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
