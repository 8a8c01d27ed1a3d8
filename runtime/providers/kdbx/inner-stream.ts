/** The second encryption of protected values: one key stream over all of them, in the order of the document. */
import { createHash } from 'node:crypto';
import { chacha20 } from '@noble/ciphers/chacha.js';
import { salsa20 } from '@noble/ciphers/salsa.js';
import { bytesInBase64 } from '../bases/base64.js';
import { attributeOf, type XmlElement } from './xml.js';

export interface InnerStream {
  readonly id: number;
  readonly key: Uint8Array;
}
const NONE = 0;
const SALSA20 = 2;
const CHACHA20 = 3;
const SALSA20_NONCE = Buffer.from('e830094b97205d2a', 'hex');

/**
 * Decrypts or encrypts, which is the same, all protected values of the document in place. False if the stream is not known or a
 * value is not Base64: then nothing is changed.
 */
export function applyInnerStream(document: XmlElement, stream: InnerStream): boolean {
  const values = protectedIn(document, []);
  const contents = values.map(contentOf);
  const given = Buffer.concat(contents.map((content) => content ?? Buffer.alloc(0)));
  const changed = xored(given, stream);
  if (changed === null || contents.includes(null)) return false;
  let offset = 0;
  for (const [index, { children }] of values.entries()) {
    const end = offset + (contents[index]?.length ?? 0);
    const text = Buffer.from(changed.subarray(offset, end)).toString('base64');
    children.splice(0, children.length, ...(text === '' ? [] : [text]));
    offset = end;
  }
  return true;
}

export function isProtected(element: XmlElement): boolean {
  return element.attributes !== '' && attributeOf(element, 'Protected')?.toLowerCase() === 'true';
}

function protectedIn(element: XmlElement, values: XmlElement[]): XmlElement[] {
  if (isProtected(element)) values.push(element);
  for (const child of element.children) if (typeof child !== 'string') protectedIn(child, values);
  return values;
}

function contentOf({ children }: XmlElement): Buffer | null {
  if (!children.every((child) => typeof child === 'string')) return null;
  return bytesInBase64(children.join('').replaceAll(/\s/gu, ''));
}

function xored(bytes: Uint8Array, { id, key }: InnerStream): Uint8Array | null {
  if (id === NONE) return bytes;
  if (id === SALSA20) return salsa20(createHash('sha256').update(key).digest(), SALSA20_NONCE, bytes);
  if (id !== CHACHA20) return null;
  const hash = createHash('sha512').update(key).digest();
  return chacha20(hash.subarray(0, 32), hash.subarray(32, 44), bytes);
}
