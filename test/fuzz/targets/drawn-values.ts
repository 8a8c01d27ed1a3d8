/**
 * Generated values: every symbol is equally likely. Each input draws from every alphabet, and the sum is judged; the 500 inputs
 * of 20,000 runs draw a million symbols from each. The system's generator has no seed, so a failure is not repeatable.
 */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Json } from '#schemas/plan.js';
import { made } from '../../runtime/secret-types/made.js';
import type { Target } from '../target.js';
import { deviation } from '../uniformity.js';

interface Alphabet {
  readonly name: string;
  readonly symbols: readonly string[];
  /** At least 2,000 symbols. */
  readonly draw: () => Promise<readonly string[]>;
}

const PRINTED = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
const HEX = [...'0123456789abcdef'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const ALPHANUMERIC = [...LETTERS, ...LETTERS.map((letter) => letter.toUpperCase()), ...'0123456789'];
const BYTES = HEX.flatMap((high) => HEX.map((low) => high + low));

const alphabets: readonly Alphabet[] = [
  { name: 'password', symbols: ALPHANUMERIC, draw: async () => [...(await made('password', { length: 2_000 }))] },
  {
    name: 'password of ASCII',
    symbols: PRINTED,
    draw: async () => [...(await made('password', { length: 2_000, charset: 'ascii' }))],
  },
  { name: 'hex', symbols: HEX, draw: async () => [...(await made('hex', { bytes: 1_000 }))] },
  {
    name: 'base64',
    symbols: [...ALPHANUMERIC, '+', '/'],
    draw: async () => [...(await made('base64', { bytes: 1_500 }))],
  },
  {
    name: 'passphrase',
    symbols: wordlist,
    draw: () => repeated(32, 'passphrase', { words: 64 }, (text) => text.split('-')),
  },
  {
    // The last word holds the checksum.
    name: 'mnemonic',
    symbols: wordlist,
    draw: () => repeated(87, 'mnemonic', {}, (text) => text.split(' ').slice(0, -1)),
  },
  {
    // Version and variant are fixed.
    name: 'uuid',
    symbols: HEX,
    draw: () =>
      repeated(67, 'uuid', {}, (text) => [...text.replaceAll('-', '')].filter((_, at) => at !== 12 && at !== 16)),
  },
  {
    // The first and the last byte are clamped.
    name: 'wireguard_private_key',
    symbols: BYTES,
    draw: () => repeated(67, 'wireguard_private_key', {}, (text) => bytesOf(text).slice(1, -1)),
  },
];

/** Chance does this once in 10^9 alphabets. */
const MOST_DEVIATIONS = 6;

export const drawnValues: Target = {
  name: 'drawn-values',
  share: 4,
  async check({ inputs, onInput = () => {} }) {
    const drawn = alphabets.map((alphabet) => ({ alphabet, counts: new Map<string, number>() }));
    for (let input = 0; input < inputs; input++) {
      onInput();
      for (const { alphabet, counts } of drawn) {
        for (const symbol of await alphabet.draw()) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
      }
    }
    const faults = drawn.flatMap(({ alphabet, counts }) => faultsOf(alphabet, counts));
    return { inputs, failure: faults.length === 0 ? null : { input: '', error: faults.join('\n') } };
  },
  inputOf: () => alphabets.map(({ name }) => name).join(', '),
};

function faultsOf({ name, symbols }: Alphabet, counts: ReadonlyMap<string, number>): readonly string[] {
  const strangers = [...counts.keys()].filter((symbol) => !symbols.includes(symbol));
  if (strangers.length > 0) return [`${name}: ${strangers.length} symbols are not of the alphabet`];
  const away = deviation(symbols.map((symbol) => counts.get(symbol) ?? 0));
  return Math.abs(away) < MOST_DEVIATIONS ? [] : [`${name}: ${away.toFixed(1)} standard deviations from uniform`];
}

async function repeated(
  times: number,
  type: string,
  options: Readonly<Record<string, Json>>,
  symbolsOf: (text: string) => readonly string[],
): Promise<readonly string[]> {
  const drawn: string[] = [];
  for (let time = 0; time < times; time++) drawn.push(...symbolsOf(await made(type, options)));
  return drawn;
}

function bytesOf(text: string): readonly string[] {
  return Buffer.from(text, 'base64').toString('hex').match(/../gu) ?? [];
}
