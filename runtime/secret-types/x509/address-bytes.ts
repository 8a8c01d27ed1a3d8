/** IP addresses as certificates contain them: 4 or 16 bytes. The text is valid (`schemas/secret-types/option-text.ts`). */
export function addressBytes(text: string): Buffer {
  return text.includes(':') ? ip6Bytes(text) : ip4Bytes(text);
}

function ip4Bytes(text: string): Buffer {
  return Buffer.from(text.split('.').map(Number));
}

/** `::` is as many groups of zeros as are missing. */
function ip6Bytes(text: string): Buffer {
  const [before = '', after] = text.split('::');
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')];
  const zeros = Buffer.alloc(after === undefined ? 0 : 16 - head.length - tail.length);
  return Buffer.concat([head, zeros, tail]);
}

function groupsOf(half: string): Buffer {
  if (half === '') return Buffer.alloc(0);
  return Buffer.concat(
    half.split(':').map((group) => {
      return group.includes('.') ? ip4Bytes(group) : Buffer.from(group.padStart(4, '0'), 'hex');
    }),
  );
}
