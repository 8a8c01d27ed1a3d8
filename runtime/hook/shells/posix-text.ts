/** Texts as words of bash and zsh. */

const QUOTE = 0x27;

/** Between single quotes everything is itself, bytes that are not UTF-8 as well. */
export function quotedBytes(bytes: Uint8Array): Buffer {
  const parts: number[] = [QUOTE];
  for (const byte of bytes) {
    if (byte === QUOTE) parts.push(QUOTE, 0x5c, QUOTE, QUOTE);
    else parts.push(byte);
  }
  parts.push(QUOTE);
  return Buffer.from(parts);
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
