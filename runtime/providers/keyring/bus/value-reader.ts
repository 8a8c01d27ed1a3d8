/** Values from the bytes of D-Bus, of any type. What does not fit them is a fault, whatever the bytes are. */
import { BusFault } from './bus-fault.js';
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
        return this.#isLittle ? this.#take(2).readInt16LE() : this.#take(2).readInt16BE();
      case 'q':
        return this.#isLittle ? this.#take(2).readUInt16LE() : this.#take(2).readUInt16BE();
      case 'i':
        return this.#isLittle ? this.#take(4).readInt32LE() : this.#take(4).readInt32BE();
      case 'u':
      case 'h':
        return this.#number();
      case 'x':
        return this.#isLittle ? this.#take(8).readBigInt64LE() : this.#take(8).readBigInt64BE();
      case 't':
        return this.#isLittle ? this.#take(8).readBigUInt64LE() : this.#take(8).readBigUInt64BE();
      case 'd':
        return this.#isLittle ? this.#take(8).readDoubleLE() : this.#take(8).readDoubleBE();
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
    if (type === undefined || more !== undefined) throw incomplete();
    return this.#nested(() => new Variant(type, this.#read(type)));
  }

  #array(type: string): BusValue {
    const [inner = ''] = innerTypesOf(type);
    const length = this.#number();
    this.#align(alignmentOf(inner));
    if (inner === 'y') return this.#take(length);
    const end = this.#at + length;
    if (end > this.#bytes.length) throw incomplete();
    return this.#nested(() => {
      const values: BusValue[] = [];
      while (this.#at < end) values.push(this.#read(inner));
      if (this.#at !== end) throw incomplete();
      return values;
    });
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > MOST_NESTED) throw incomplete();
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
    return this.#isLittle ? this.#take(4).readUInt32LE() : this.#take(4).readUInt32BE();
  }

  #align(size: number): void {
    this.#take((size - (this.#at % size)) % size);
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw incomplete();
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

function incomplete(): BusFault {
  return new BusFault('malformed', 'the session bus sent a message that is not valid');
}
