import { expect, test } from '@jest/globals';
import type { FileStanza } from '#runtime/recipients/age-header.js';
import { compareHeader, listedRecipients } from '#runtime/recipients/age-recipients.js';

const SSH = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOmOX8lAg+gl7/uQg/OwoN506c1yaqX1Kc0rsnxDRHl4';
const TAG = 'tag-of-another';
const stanza = (...args: readonly string[]): FileStanza => ({ args: [...args], body: new Uint8Array(0) });
const file = (...kinds: readonly (readonly string[])[]) => kinds.map((args) => stanza(...args));

test('a list is its keys, without comments and what age skips', () => {
  expect(listedRecipients(`# Ann\nage1a\n\n ${SSH} ann@host\r\nage1a\necdsa-sha2-nistp256 AAAA b\n`)).toEqual([
    'age1a',
    SSH,
  ]);
});

test('keys of SSH are told apart, and all others counted', () => {
  const compared = (stanzas: readonly FileStanza[], ...list: readonly string[]) => compareHeader(stanzas, list);
  expect(compared(file(['X25519', 'a']), 'age1a')).toEqual({ kind: 'alike' });
  expect(compared(file(['X25519', 'a'], ['X25519', 'b'], ['X25519', 'c']), 'age1a')).toEqual({
    kind: 'different',
    difference: { lacks: [], extra: ['2 recipients of the kind `age1…`'] },
  });
  expect(compared(file(['ssh-ed25519', TAG, 'x']), SSH)).toEqual({
    kind: 'different',
    difference: { lacks: [expect.stringMatching(/^ssh-ed25519 AAAA/u)], extra: [`ssh-ed25519 ${TAG}…`] },
  });
  expect(compared(file(['piv-p256', 'x', 'y']), 'age1yubikey1qqq')).toEqual({ kind: 'alike' });
  expect(compared(file(['X25519', 'x']), 'age1pq1qqq')).toMatchObject({ kind: 'different' });
});
