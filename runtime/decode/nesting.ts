/** Which kinds of containers are open at a place of a document: one bit for each, for documents may nest millions deep. */

export class Nesting {
  #bits = new Uint8Array(16);
  #depth = 0;

  /** Whether the innermost container is an array; null outside of everything. */
  get isArray(): boolean | null {
    if (this.#depth === 0) return null;
    const index = this.#depth - 1;
    return ((this.#bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  enter(isArray: boolean): void {
    const byte = this.#depth >> 3;
    const bit = 1 << (this.#depth & 7);
    if (byte === this.#bits.length) this.#grow();
    const bits = this.#bits[byte] ?? 0;
    this.#bits[byte] = isArray ? bits | bit : bits & ~bit;
    this.#depth++;
  }

  leave(): void {
    this.#depth--;
  }

  #grow(): void {
    const bits = new Uint8Array(this.#bits.length * 2);
    bits.set(this.#bits);
    this.#bits = bits;
  }
}
