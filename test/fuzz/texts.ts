/** Texts that are likely to break a reader: pieces with a meaning somewhere, and good texts with small damages. */
import fc from 'fast-check';

/** Names of prototypes, what acts on terminals, what ends or opens something in some grammar, what is nearly valid. */
export const PIECES: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'defaults', 'default'],
  ...['\0', '\x1b[31m', '\x7f', '\x85', '\u202e', '\u200b', '\u2028', '\ufeff', '\ufffe', '\u00a0', '\u0301'],
  ...['\ud800', '\udc00', '\udc00\ud800', '\u{1f600}', '\u{10ffff}', 'é', 'İ', 'ß', 'Ж', '漢'],
  ...['\n', '\r\n', '\r', '\t', ' ', '', '\n\n', ' \\\n '],
  ...['"', "'", '"""', "'''", '\\', '\\u0000', '\\ud800', '\\U0010FFFF', '\\x41', '`', '\\"'],
  ...[
    '[',
    ']',
    '[[',
    ']]',
    '{',
    '}',
    '(',
    ')',
    '<',
    '>',
    ',',
    '.',
    ':',
    ';',
    '=',
    '==',
    '#',
    '!',
    '&',
    '|',
    '*',
    '-',
    '_',
  ],
  ...[
    '$',
    '$$',
    '${',
    '${A}',
    '$${A}',
    '${A:-x}',
    '${A',
    '${}',
    '${${A}}',
    '{project}',
    '{profile}',
    '{key}',
    '{x}',
    '{{',
  ],
  ...[
    '/',
    '//',
    '://',
    '~',
    '~0',
    '~1',
    '~2',
    '/a/b',
    '/0',
    '/-1',
    '/01',
    '..',
    '../',
    './',
    '%',
    '%00',
    '%zz',
    '%E2%82',
  ],
  ...['0', '-0', '1', '-1', '1.5', '1e400', '9007199254740993', '99999999999999999999', '0x10', 'nan', 'inf', '1_0'],
  ...[
    '30s',
    '1d12h',
    '0s',
    '1',
    's',
    '1 h',
    '1.5h',
    '99999999999999999999w',
    '18446744073709551615s',
    '18446744073709551616s',
  ],
  ...['true', 'false', 'null', '1979-05-27', '1979-05-27T07:32:00Z', '25:61:61'],
  ...[
    'keyring://',
    'dotenv:.env',
    'env://NAME',
    'null',
    'file:./x',
    'user:pass@host',
    'vault://u:p@h/s?x=1#f',
    '1password',
    'C:\\x',
  ],
  ...[
    'description',
    'required',
    'providers',
    'composed',
    'generate',
    'ref',
    'refs',
    'extract',
    'type',
    'uri',
    'fallback',
    'cache',
  ],
  ...[
    'at_least_one',
    'exactly_one',
    'secrets',
    'item',
    'field',
    'extends',
    '1.0',
    'agents',
    'password',
    'x509_identity',
  ],
  ...[
    'a'.repeat(300),
    '['.repeat(300),
    '{a='.repeat(120),
    'a.'.repeat(300),
    `${'a.'.repeat(20_000)}b`,
    '"'.repeat(99),
    '=\n'.repeat(200),
  ],
];

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      maxLength: 6,
    }),
  },
);

/** Anything: pieces in a row. */
export const anyText: fc.Arbitrary<string> = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** A short word that some table may know. */
export const anyWord: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 }));

interface Damage {
  readonly kind: 'insert' | 'delete' | 'replace' | 'repeat' | 'move';
  /** Where and how long, in parts of the text's length. */
  readonly at: number;
  readonly to: number;
  readonly length: number;
  readonly piece: string;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom<Damage['kind']>('insert', 'delete', 'replace', 'repeat', 'move'),
  at: fc.nat(9_999),
  to: fc.nat(9_999),
  length: fc.oneof({ weight: 5, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(400) }),
  piece,
});

/** One of these texts after a few damages, sometimes as it is. */
export function damaged(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(damage, { maxLength: 5 }))
    .map(([text, damages]) => damages.reduce(damagedOnce, text));
}

function damagedOnce(text: string, { kind, at, to, length, piece: inserted }: Damage): string {
  const start = Math.floor((at / 10_000) * (text.length + 1));
  const end = Math.min(start + length, text.length);
  const [before, taken, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  switch (kind) {
    case 'insert':
      return before + inserted + taken + after;
    case 'delete':
      return before + after;
    case 'replace':
      return before + inserted + after;
    case 'repeat':
      return before + taken + taken + taken + after;
    case 'move': {
      const rest = before + after;
      const target = Math.floor((to / 10_000) * (rest.length + 1));
      return rest.slice(0, target) + taken + rest.slice(target);
    }
  }
}
