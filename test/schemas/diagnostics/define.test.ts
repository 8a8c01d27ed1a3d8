import { expect, test } from '@jest/globals';
import { defineCodes } from '#schemas/diagnostics/define.js';

const codes = defineCodes({
  E9901: {
    title: 'a title',
    kind: 'invalid_spec',
    message: (p: { name: string; count: number }) => `\`${p.name}\` ${p.count}`,
    help: (p: { name: string }) => `rename \`${p.name}\``,
  },
});

test('what is quoted stands as it is', () => expect(codes.E9901({ name: 'A', count: 2 }).message).toBe('`A` 2'));

test('a long text is cut, the words around it are not', () => {
  const { message, help } = codes.E9901({ name: 'N'.repeat(100_000), count: 7 });
  expect(message).toBe(`\`${'N'.repeat(999)}…\` 7`);
  expect(help).toBe(`rename \`${'N'.repeat(999)}…\``);
});

test('no character is cut in two', () =>
  expect(codes.E9901({ name: `${'N'.repeat(998)}😀😀`, count: 0 }).message.isWellFormed()).toBe(true));
