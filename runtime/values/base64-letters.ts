/** The letters of base64 that stand for bytes wherever they begin in a longer text. */

const BITS = 6;

/**
 * At each of the three places where bytes can begin in a group. There, the first and the last letter can hold bits of what is around
 * them: they are left out.
 */
export function base64Inside(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return letters.slice(Math.ceil((before * 8) / BITS), Math.floor(((before + bytes.length) * 8) / BITS));
  });
}

export function withUrlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
