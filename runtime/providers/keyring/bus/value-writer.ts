/** Values in the bytes of D-Bus, little-endian. Only the types that are sent to a Secret Service. */
import { alignmentOf, innerTypesOf, typesOf } from './signature.js';
import { type BusValue, Variant } from './values.js';

export class ValueWriter {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /** One value for each type of the signature. */
  writeAll(signature: string, values: readonly BusValue[]): this {
    for (const [index, type] of typesOf(signature).entries()) this.#write(type, values[index]);
    return this;
  }

  align(size: number): this {
    return this.#add(new Uint8Array((size - (this.#length % size)) % size));
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  #write(type: string, value: BusValue | undefined): void {
    this.align(alignmentOf(type));
    const first = type.charAt(0);
    if (first === 'y' && typeof value === 'number') this.#add(Uint8Array.of(value));
    else if (first === 'u' && typeof value === 'number') this.#number(value);
    else if (first === 'b' && typeof value === 'boolean') this.#number(value ? 1 : 0);
    else if ((first === 's' || first === 'o') && typeof value === 'string') this.#text(value);
    else if (first === 'g' && typeof value === 'string') this.#signature(value);
    else if (first === 'v' && value instanceof Variant) {
      this.#signature(value.type);
      this.#write(value.type, value.value);
    } else if (type === 'ay' && value instanceof Uint8Array) this.#number(value.length).#add(value);
    else if (first === 'a' && isList(value)) this.#array(type, value);
    else if ((first === '(' || first === '{') && isList(value)) {
      for (const [index, inner] of innerTypesOf(type).entries()) this.#write(inner, value[index]);
    } else throw new TypeError(`a value does not fit the D-Bus type ${type}`);
  }

  /** The length counts the values, not what aligns the first of them. */
  #array(type: string, values: readonly BusValue[]): void {
    const [inner = ''] = innerTypesOf(type);
    const size = Buffer.alloc(4);
    this.#add(size).align(alignmentOf(inner));
    const start = this.#length;
    for (const value of values) this.#write(inner, value);
    size.writeUInt32LE(this.#length - start);
  }

  #text(text: string): void {
    const bytes = Buffer.from(`${text}\0`);
    this.#number(bytes.length - 1).#add(bytes);
  }

  #signature(text: string): void {
    this.#add(Buffer.from(`${String.fromCharCode(text.length)}${text}\0`, 'latin1'));
  }

  #number(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return this.#add(bytes);
  }

  #add(bytes: Uint8Array): this {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    return this;
  }
}

function isList(value: BusValue | undefined): value is readonly BusValue[] {
  return Array.isArray(value);
}
