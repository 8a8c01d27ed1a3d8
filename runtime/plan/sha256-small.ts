/** SHA-256 (FIPS 180-4) for small inputs, so that a warm start need not load node:crypto. A test holds it to that. */

const BLOCK = 64;
const ROUNDS = 64;

/** 64 hex digits. */
export function digestSmall(bytes: Uint8Array): string {
  const state = Uint32Array.from(fractions(squareRoot, 8));
  const schedule = new Uint32Array(ROUNDS);
  const padded = pad(bytes);
  for (let start = 0; start < padded.length; start += BLOCK) {
    expand(padded, start, schedule);
    compress(state, schedule);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** A one bit, zeros, and the length in bits as 64 bits. */
function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  return padded;
}

function expand(padded: Uint8Array, start: number, w: Uint32Array): void {
  const view = new DataView(padded.buffer, start, BLOCK);
  for (let t = 0; t < 16; t++) w[t] = view.getUint32(t * 4);
  for (let t = 16; t < ROUNDS; t++) {
    const early = w[t - 15] ?? 0;
    const late = w[t - 2] ?? 0;
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    w[t] = (w[t - 16] ?? 0) + first + (w[t - 7] ?? 0) + second;
  }
}

function compress(state: Uint32Array, w: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < ROUNDS; t++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (CONSTANTS[t] ?? 0) + (w[t] ?? 0)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The standard's constants: fractions of the roots of the first primes, 32 bits each. */
function fractions(root: (prime: number) => number, count: number): number[] {
  return primes(count).map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));
}

function squareRoot(prime: number): number {
  return Math.sqrt(prime);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

const CONSTANTS = Uint32Array.from(fractions(Math.cbrt, ROUNDS));
