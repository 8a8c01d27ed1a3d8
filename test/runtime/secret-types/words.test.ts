import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { mnemonicOf } from '#runtime/secret-types/bip39.js';
import { made } from './made.js';

/** The bits of a text in the words of the list: entropy, then its checksum. */
function bitsOf(text: string): string {
  return text.split(' ').reduce((bits, word) => bits + wordlist.indexOf(word).toString(2).padStart(11, '0'), '');
}

/** Checked as BIP-39 describes it, without the library that makes them. */
function hasValidChecksum(text: string): boolean {
  const bits = bitsOf(text);
  const length = Math.floor(bits.length / 33) * 32;
  const bytes = bits.slice(0, length).match(/.{8}/gu) ?? [];
  const hash = createHash('sha256').update(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
  const checksum = Number.parseInt(hash.digest('hex').slice(0, 2), 16).toString(2).padStart(8, '0');
  return bits.slice(length) === checksum.slice(0, bits.length - length);
}

describe('a mnemonic', () => {
  test.each([12, 15, 18, 21, 24])('of %i words has a valid checksum', async (words) => {
    const text = await made('mnemonic', { words });
    expect([text.split(' ').length, hasValidChecksum(text)]).toEqual([words, true]);
  });

  // The English test vectors that BIP-39 links to.
  const repeated = (words: string, times: number, last: string) => `${`${words} `.repeat(times)}${last}`;
  const LEGAL = 'legal winner thank year wave sausage worth useful';
  const LETTER = 'letter advice cage absurd amount doctor acoustic avoid';
  test.each([
    ['00'.repeat(16), repeated('abandon', 11, 'about')],
    ['7f'.repeat(16), `${LEGAL} legal winner thank yellow`],
    ['80'.repeat(16), `${LETTER} letter advice cage above`],
    ['ff'.repeat(16), repeated('zoo', 11, 'wrong')],
    ['00'.repeat(24), repeated('abandon', 17, 'agent')],
    ['7f'.repeat(24), repeated(LEGAL, 2, 'legal will')],
    ['80'.repeat(24), repeated(LETTER, 2, 'letter always')],
    ['ff'.repeat(24), repeated('zoo', 17, 'when')],
    ['00'.repeat(32), repeated('abandon', 23, 'art')],
    ['7f'.repeat(32), repeated(LEGAL, 2, 'legal winner thank year wave sausage worth title')],
    ['80'.repeat(32), repeated(LETTER, 2, 'letter advice cage absurd amount doctor acoustic bless')],
    ['ff'.repeat(32), repeated('zoo', 23, 'vote')],
    [
      '9e885d952ad362caeb4efe34a8e91bd2',
      'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
    ],
    [
      '6610b25967cdcca9d59875f5cb50b0ea75433311869e930b',
      'gravity machine north sort system female filter attitude volume fold club stay feature office ecology stable narrow fog',
    ],
    [
      '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c',
      'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length',
    ],
    ['c0ba5a8e914111210f2bd131f3d5e08d', 'scheme spot photo card baby mountain device kick cradle pact join borrow'],
    [
      '6d9be1ee6ebd27a258115aad99b7317b9c8d28b6d76431c3',
      'horn tenant knee talent sponsor spell gate clip pulse soap slush warm silver nephew swap uncle crack brave',
    ],
    [
      '9f6a2878b2520799a44ef18bc7df394e7061a224d2c33cd015b157d746869863',
      'panda eyebrow bullet gorilla call smoke muffin taste mesh discover soft ostrich alcohol speed nation flash devote level hobby quick inner drive ghost inside',
    ],
    ['23db8160a31d3e0dca3688ed941adbf3', 'cat swing flag economy stadium alone churn speed unique patch report train'],
    [
      '8197a4a47f0425faeaa69deebc05ca29c0a5b5cc76ceacc0',
      'light rule cinnamon wrap drastic word pride squirrel upgrade then income fatal apart sustain crack supply proud access',
    ],
    [
      '066dca1a2bb7e8a1db2832148ce9933eea0f3ac9548d793112d9a95c9407efad',
      'all hour make first leader extend hole alien behind guard gospel lava path output census museum junior mass reopen famous sing advance salt reform',
    ],
    [
      'f30f8c1da665478f49b001d94c5fc452',
      'vessel ladder alter error federal sibling chat ability sun glass valve picture',
    ],
    [
      'c10ec20dc3cd9f652c7fac2f1230f7a3c828389a14392f05',
      'scissors invite lock maple supreme raw rapid void congress muscle digital elegant little brisk hair mango congress clump',
    ],
    [
      'f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f',
      'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
    ],
  ])('official vector %s', (entropy, text) => expect(mnemonicOf(Buffer.from(entropy, 'hex'))).toBe(text));
});

describe('a passphrase', () => {
  test('is made of the words of the list, all of which are used', async () => {
    const drawn: string[] = [];
    for (let times = 0; times < 1_000; times++) drawn.push(...(await made('passphrase', { words: 64 })).split('-'));
    expect(drawn.filter((word) => !wordlist.includes(word))).toEqual([]);
    // About 31 of each are expected.
    expect(new Set(drawn).size).toBe(2048);
  });
  test('has no checksum: the last word is as free as the others', async () => {
    const texts = await Promise.all(
      Array.from({ length: 100 }, () => made('passphrase', { words: 12, separator: ' ' })),
    );
    expect(texts.filter(hasValidChecksum).length).toBeLessThan(40);
  });
});
