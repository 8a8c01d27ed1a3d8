/** The two forms of files of age: armored, which is text, and binary. */

const BEGIN = '-----BEGIN AGE ENCRYPTED FILE-----';
const END = '-----END AGE ENCRYPTED FILE-----';
const ARMOR = /^\s*-----BEGIN AGE/;
/** Blanks before it are allowed. */
const LONGEST_START = 1_000;
const MAGIC = 'age-encryption.org/';

export function isArmor(bytes: Uint8Array): boolean {
  return ARMOR.test(Buffer.from(bytes.subarray(0, LONGEST_START)).toString('latin1'));
}

/** Whether bytes are a file of age in either form. */
export function isEncrypted(bytes: Uint8Array): boolean {
  return isArmor(bytes) || Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;
}

/** The bytes of an armored file as programs write it; null where the library must look. */
export function usuallyArmored(file: Uint8Array): Buffer | null {
  const lines = Buffer.from(file).toString('latin1').replaceAll('\r\n', '\n').trim().split('\n');
  if (lines.shift() !== BEGIN || lines.pop() !== END) return null;
  const isRegular = lines.every(
    ({ length }, index) => length === 64 || (index === lines.length - 1 && length > 0 && length < 64),
  );
  const text = lines.join('');
  const bytes = Buffer.from(text, 'base64');
  return isRegular && bytes.toString('base64') === text ? bytes : null;
}
