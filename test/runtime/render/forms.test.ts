/** Each form is read back by a reader of its language; the command lists all of them. */
import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { parse } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { render } from '#runtime/cli/commands/render.js';
import { FORM_NAMES, FORMS } from '#runtime/render/forms.js';

const VALUES = [
  '',
  'plain',
  `it's "so" <&> $HOME \`id\` \\ é 🙂`,
  ' a\tb\nc\r\nd ',
  '\u0085\u2028\ufeff\u007f',
  '%41+#=',
  '-x',
];
const NAMED = { '#38': '&', '#60': '<', '#62': '>', '#34': '"', '#39': "'", '#9': '\t', '#10': '\n', '#13': '\r' };

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  json: (text) => JSON.parse(`"${text}"`),
  yaml: (text) => parseYaml(`"${text}"`),
  toml: (text) => parse(`a = "${text}"`)['a'],
  url: (text) => new URL(`https://host/?a=${text}&b=#c`).searchParams.get('a'),
  xml: (text) => text.replace(/&(?<name>[^;]*);/g, (_, name) => NAMED[name as keyof typeof NAMED]),
  shell: (text) => spawnSync('sh', ['-c', `printf %s ${text}`], { encoding: 'utf8' }).stdout,
};

test.each(Object.keys(FORMS))('%s is read back', (name) => {
  const { write } = FORMS[name] as (typeof FORMS)[string];
  for (const value of VALUES) expect(READERS[name]?.(write(value))).toBe(value);
});

test('the command lists every form', () => {
  const option = render.spec.options.find(({ name }) => name === 'escape');
  expect([...(option?.choices ?? [])].sort()).toEqual([...FORM_NAMES].sort());
});

test.each(['xml', 'shell'])('%s says what it cannot hold', (name) => {
  expect(FORMS[name]?.unwritable?.('a\0')).toMatch(/^has a /u);
  expect(FORMS[name]?.unwritable?.('a\tb\n')).toBeNull();
});
