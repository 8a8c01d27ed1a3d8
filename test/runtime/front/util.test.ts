/** The tokens of command lines in the front are those of Node. */
import { parseArgs } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as front from '#runtime/front/util.js';

const OPTIONS = {
  profile: { type: 'string', short: 'P' },
  file: { type: 'string', short: 'f' },
  help: { type: 'boolean', short: 'h' },
  'clean-env': { type: 'boolean' },
} as const;

const word = fc.oneof(
  fc.constantFrom('--', '-', '', '-P', '-f', '-h', '--profile', '--file', '--help', '--clean-env', '--other', 'word'),
  fc
    .tuple(fc.constantFrom('', '-', '--', '---'), fc.stringMatching(/^[Pfhx=a-]{0,5}$/u))
    .map(([dashes, rest]) => dashes + rest),
);

test('any command line', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (args) => {
      const config = { args, options: OPTIONS, strict: false, allowPositionals: true, tokens: true } as const;
      expect(front.parseArgs(config).tokens).toEqual(parseArgs(config).tokens);
    }),
  );
});
