/** Sections of Git's configuration: Git reads what is written, other bytes stay, and what was added goes without a trace. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseCredentialUrl } from '#runtime/credential-helpers/credential-url.js';
import { withHelper, withoutHelpers } from '#runtime/credential-helpers/git/edit-git-config.js';
import { helperLine, isOurs } from '#runtime/credential-helpers/git/helper-line.js';
import { readGitConfig } from '#runtime/credential-helpers/git/read-git-config.js';
import { temporaryFolder } from '../../files/temporary-folder.js';

const folder = temporaryFolder();
const NONE = { username: null, usernameSecret: null, tokenSecret: null, file: null, profile: null, provider: null };
const TOOL = { kind: 'in the path', name: 'tool' } as const;

function added(text: string | null, url: string, username: string | null = null): string | null {
  const parsed = parseCredentialUrl(url);
  if (parsed.kind === 'bad') throw new Error(parsed.problem);
  const edited = withHelper(text, { url: parsed, helper: helperLine(TOOL, url, { ...NONE, username }), username });
  if (edited.kind !== 'edited') throw new Error(edited.kind);
  return edited.text;
}
function removed(text: string | null, url: string | null): string | null {
  const edited = withoutHelpers(text, (own) => url === null || own === url);
  if (edited.kind !== 'edited') throw new Error(edited.kind);
  return edited.text;
}

function git(text: string, ...words: string[]): string {
  const path = `${folder}/config`;
  writeFileSync(path, text, 'latin1');
  return execFileSync('git', ['config', '--file', path, ...words], { encoding: 'latin1' });
}

const CONFIGS: readonly (readonly [string, string | null])[] = [
  ['no file', null],
  ['an empty file', ''],
  ['a key before the first section', 'x = 1\n[core]\n\tbare = false\n'],
  ['a usual file', '[core]\n\tbare = false\n[user]\n\tname = A\n'],
  ['a file without a last line end', '[core]\n\tbare = false'],
  ['CRLF', '[core]\r\n\tbare = false\r\n'],
  ['CRLF without a last line end', '[core]\r\n\tbare = false\r\n\tx = y'],
  ['comments at the end', '[core]\n\tbare = false ; why\n# the end\n'],
  ['a byte order mark', '\xef\xbb\xbf[core]\n\tbare = false\n'],
  ['bytes that are not UTF-8', '[user]\n\tname = M\xfcller\n'],
  ['continued and quoted values', '[alias]\n\tl = "!f() { \\\n  git log \\"$@\\"; }; f"\n\tx = a # b\n'],
  ['keys on the line of a header', '[core] bare = false\n[a.b] c\n[x "y\\"z"]d=1\n'],
  ['sections for the same address', '[credential "https://example.com"]\n\tusername = bob\n'],
  ['a helper for all addresses', '[credential]\n\thelper = store\n[include]\n\tpath = other\n'],
];
const URLS = [
  'https://example.com',
  'https://example.com/team',
  'https://example.com/team/app',
  'https://other.example',
];

describe.each(CONFIGS)('%s', (_, before) => {
  test('is given back, in whatever order addresses are added and removed', () => {
    for (const order of permutations(URLS)) {
      const all = order.reduce<string | null>(
        (text, url) => added(text, url, url === order[0] ? 'alice' : null),
        before,
      );
      expect(order.reduce<string | null>(removed, all)).toBe(before);
      expect([...order].reverse().reduce<string | null>(removed, all)).toBe(before);
      expect(removed(all, null)).toBe(before);
      // Once more for the same address changes nothing that stays behind.
      expect(removed(added(all, order[1] ?? ''), null)).toBe(before);
    }
  });

  test('is read by Git with the general address before the special one', () => {
    const all =
      ['https://example.com/team/app', 'https://example.com/team', 'https://example.com'].reduce<string | null>(
        (text, url) => added(text, url),
        before,
      ) ?? '';
    const lines = git(all, '--get-regexp', '^credential\\.https://example\\.com.*\\.helper$').split('\n');
    expect(lines.filter((line) => line !== '')).toEqual([
      'credential.https://example.com.helper ',
      'credential.https://example.com.helper tool --url https://example.com',
      'credential.https://example.com/team.helper ',
      'credential.https://example.com/team.helper tool --url https://example.com/team',
      'credential.https://example.com/team/app.helper ',
      'credential.https://example.com/team/app.helper tool --url https://example.com/team/app',
    ]);
    const own = git(before ?? '', '--list').split('\n');
    const left = git(all, '--list').split('\n');
    expect(own.filter((line) => !left.includes(line))).toEqual([]);
  });
});

function permutations(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item) => permutations(items.filter((one) => one !== item)).map((rest) => [item, ...rest]));
}

test('a file that was made for it ends in a line end, so that lines can be appended', () => {
  expect(added(null, 'https://example.com')).toMatch(/example\.com\n$/u);
});

test('a comment in our section stays with its header', () => {
  const own = added('[a]\n', 'https://example.com', 'alice') ?? '';
  const mixed = own.replace('\tusername', '\t# mine\n\tusername');
  expect(removed(mixed, null)).toBe('[a]\n[credential "https://example.com"]\n\t# mine\n');
});

test('a general address is not written into the section of a special one to which others added something', () => {
  const special = `${added('', 'https://example.com/team')}\n\tprovider = generic\n`;
  const all = added(special, 'https://example.com') ?? '';
  expect(git(all, '--get', 'credential.https://example.com/team.provider')).toBe('generic\n');
  expect(git(all, '--get-all', 'credential.https://example.com/team.helper')).toContain('tool --url');
  expect(removed(all, 'https://example.com')).toBe(special);
});

function userFor(config: string, url: string): string {
  const printed = git(config, '--get-urlmatch', 'credential.username', url);
  return Buffer.from(printed, 'latin1').toString('utf8').trim();
}

describe('users of one mail server', () => {
  const MAIL = 'smtp://mail.example.com:587';
  const USERS = ['alice', 'bob@example.com', 'ü/"x'];

  test.each(permutations(USERS))('have a section each: %s, %s, %s', (...order) => {
    const before = '[core]\n\tbare = false\n';
    const all = order.reduce<string | null>((text, user) => added(text, MAIL, user), before) ?? '';
    expect(order.reduce<string | null>((text, user) => added(text, MAIL, user), all)?.length).toBe(all.length);
    for (const user of order) {
      const url = `smtp://${encodeURIComponent(user)}@mail.example.com:587`;
      expect(userFor(all, url)).toBe(user);
    }
    // Where Git names none, the first one answers.
    expect(userFor(all, MAIL)).toBe(order[0]);
    expect(removed(all, MAIL)).toBe(before);
  });
});

test('what others add to our section stays with its header', () => {
  const mixed = `${added(null, 'https://example.com')}\tprovider = generic\n`;
  expect(removed(mixed, null)).toBe('[credential "https://example.com"]\n\tprovider = generic\n');
});

test('what follows our section stays', () => {
  const text = `${added('[a]\n\tb = c\n', 'https://example.com')}# mine\n[d]\n\te = f\n`;
  expect(removed(text, null)).toBe('[a]\n\tb = c\n# mine\n[d]\n\te = f\n');
});

test.each([
  ['[credential "https://example.com"]\n\thelper = store\n', 'store'],
  [
    '[credential "HTTPS://Example.com:443/"]\n\thelper = \n\thelper = !gh auth git-credential\n',
    '!gh auth git-credential',
  ],
  ['[credential "https://example.com"]\n\thelper = "manager --x" ; c\n', 'manager --x'],
])('a foreign helper for exactly this address is named: %j', (text, helper) => {
  const parsed = parseCredentialUrl('https://example.com');
  if (parsed.kind === 'bad') throw new Error(parsed.problem);
  const section = { url: parsed, helper: 'tool --url https://example.com', username: null };
  expect(withHelper(text, section)).toEqual({ kind: 'foreign', helper });
});

test.each([
  '[credential]\n\thelper = store\n',
  '[credential "https://example.com/team"]\n\thelper = store\n',
  '[credential "https://other.example"]\n\thelper = store\n',
  '[credential "https://example.com"]\n\thelper = \n',
  '[remote "https://example.com"]\n\thelper = store\n',
])('a foreign helper for another address stays: %j', (text) => {
  expect(added(text, 'https://example.com')?.startsWith(text)).toBe(true);
});

test.each([
  ['[core\n', 1],
  ['[a]\n\tb = "open\n', 2],
  ['[a]\n\tb = \\q\n', 2],
  ['[a]\n\n1b = c\n', 3],
  ['[a "b]\n', 1],
])('%j is malformed, for Git too', (text, line) => {
  expect(readGitConfig(text)).toEqual({ kind: 'malformed', line });
  expect(() => git(text, '--list')).toThrow();
});

test.each(["/opt/o'neil/git-credential-tool", '/opt/a b/$(id)/git-credential-tool.js', '/opt/git-credential-tool'])(
  'sh starts %s with the words that were given',
  (program) => {
    const line = helperLine({ kind: 'words', words: [program] }, "https://example.com/o'neil", {
      ...NONE,
      username: '`id` $HOME "x"',
      file: '/a b/manifest.toml',
      provider: '--x',
    });
    expect(isOurs(line)).toBe(true);
    const printed = execFileSync('sh', ['-c', `set -- ${line.replace(/^!/u, '')} get; printf '%s\\n' "$@"`], {
      encoding: 'utf8',
    });
    expect(printed.split('\n').slice(0, -1)).toEqual([
      program,
      '--url',
      "https://example.com/o'neil",
      '--username',
      '`id` $HOME "x"',
      '--file',
      '/a b/manifest.toml',
      '--provider=--x',
      'get',
    ]);
    const url = parseCredentialUrl("https://example.com/o'neil");
    if (url.kind === 'bad') throw new Error(url.problem);
    const edited = withHelper('', { url, helper: line, username: '#a"b\\' });
    if (edited.kind !== 'edited') throw new Error(edited.kind);
    expect(git(edited.text ?? '', '--get-all', 'credential.https://example.com/o%27neil.helper')).toBe(`\n${line}\n`);
    expect(git(edited.text ?? '', '--get', 'credential.https://example.com/o%27neil.username')).toBe('#a"b\\\n');
    expect(removed(edited.text, null)).toBe('');
  },
);

test.each(['store', '!gh auth git-credential', 'tool', 'tools --url x', '/usr/bin/git-credential-manager --url x'])(
  '%s is not ours',
  (helper) => expect(isOurs(helper)).toBe(false),
);
