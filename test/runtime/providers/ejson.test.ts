import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { boxed, KNOWN_VALUE, PRIVATE_KEY, PUBLIC_KEY } from './ejson/ejson-files.js';
import { CALL, convention, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
const portsWith = (key: string): ProviderPorts => ({
  ...portsIn(folder),
  credential: async () => SecretValue.fromText(key),
});
const write = (name: string, content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify({ _public_key: PUBLIC_KEY, ...Object(content) });
  writeFileSync(`${folder}/${name}`, text);
};
/** The value, or the kind and the detail of the failure. */
const readAll = async (name: string, requests: readonly At[], key = PRIVATE_KEY) => {
  const answers = await (await openStore(`ejson:${name}`, portsWith(key))).read(requests, CALL);
  return answers.map((answer) => {
    if (answer.kind === 'found') return answer.value.revealText();
    return answer.kind === 'failed' ? [answer.failure.kind, answer.failure.detail] : answer.kind;
  });
};
const read = async (name: string, pointer: string, key = PRIVATE_KEY) =>
  (await readAll(name, [native(pointer)], key))[0];

test('a value that another implementation encrypted', async () => {
  write('known.ejson', { a: KNOWN_VALUE });
  expect(await read('known.ejson', '/a')).toBe('1234password');
  expect(await read('known.ejson', '/a', ` ${PRIVATE_KEY.toUpperCase()}\n`)).toBe('1234password');
});

test('an entry without coordinates is at project, profile and key; their special characters are escaped', async () => {
  write('named.ejson', { demo: { default: { KEY: boxed('by name') } }, 'a/b': { 'c~d': boxed('escaped') } });
  expect(await readAll('named.ejson', [convention('KEY'), native('/a~1b/c~0d'), convention('GONE')])).toEqual([
    'by name',
    'escaped',
    'absent',
  ]);
});

test('values are found at any depth, in lists, and under names that every object has', async () => {
  write('deep.ejson', '');
  write(
    'deep.ejson',
    `{"_public_key":"${PUBLIC_KEY}","a":{"b":["x",["${boxed('in a list')}"]],"":"${boxed('no name')}"},"__proto__":{"c":"${boxed('own')}"}}`,
  );
  const found = ['/a/b/1/0', '/a/', '/__proto__/c'].map(native);
  expect(await readAll('deep.ejson', found)).toEqual(['in a list', 'no name', 'own']);
  const absent = ['/a/b/01', '/a/b/-', '/a/b/2', '/a/b/length', '/a/b/0/0', '/constructor', '/toString', '/a/c/d'];
  expect(await readAll('deep.ejson', absent.map(native))).toEqual(absent.map(() => 'absent'));
});

test('empty values, text beyond ASCII and the last of members of one name', async () => {
  write('texts.ejson', { empty: boxed(''), text: boxed('é\0😀\r\n') });
  expect(await readAll('texts.ejson', [native('/empty'), native('/text')])).toEqual(['', 'é\0😀\r\n']);
  write('twice.ejson', `{"_public_key":"${PUBLIC_KEY}","a":"${boxed('one')}","a":"${boxed('two')}"}`);
  expect(await read('twice.ejson', '/a')).toBe('two');
});

test('a value whose own name starts with an underscore is not encrypted; those below it are', async () => {
  write('plain.ejson', { _note: 'as it is', _list: ['first'], _group: { a: boxed('encrypted'), _b: KNOWN_VALUE } });
  const pointers = ['/_note', '/_list/0', '/_group/a', '/_group/_b', '/_public_key'];
  expect(await readAll('plain.ejson', pointers.map(native))).toEqual([
    'as it is',
    'first',
    'encrypted',
    KNOWN_VALUE,
    PUBLIC_KEY,
  ]);
});

test('what is not a string cannot be a value', async () => {
  write('kinds.ejson', { a: 1, b: true, c: null, d: {}, e: [] });
  const pointers = ['/a', '/b', '/c', '/d', '/e'];
  const said = ['malformed', 'the selected value is not a string'];
  expect(await readAll('kinds.ejson', pointers.map(native))).toEqual(pointers.map(() => said));
});

test('a value that was not encrypted fails, and the others are read', async () => {
  write('open.ejson', { a: 'canary', b: boxed('b') });
  expect(await readAll('open.ejson', [native('/a'), native('/b')])).toEqual([
    ['malformed', 'the value is not encrypted'],
    'b',
  ]);
});

test('a changed value fails, wherever it was changed', async () => {
  const value = boxed('canary');
  const body = value.slice(3, -1).split(':');
  const flipped = (index: number) =>
    `EJ[${body.map((part, at) => (at === index ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part)).join(':')}]`;
  const short = `EJ[${[...body.slice(0, 3), 'AAAA'].join(':')}]`;
  const weak = `EJ[${['1', Buffer.alloc(32).toString('base64'), body[2], body[3]].join(':')}]`;
  write('changed.ejson', { 1: flipped(1), 2: flipped(2), 3: flipped(3), short, weak });
  const said = ['malformed', 'the value was changed, or is encrypted for another key'];
  expect(await readAll('changed.ejson', ['/1', '/2', '/3', '/short', '/weak'].map(native))).toEqual(
    Array(5).fill(said),
  );
  write('newer.ejson', { a: value.replace('EJ[1', 'EJ[2'), b: boxed(Buffer.from([0xff])) });
  expect(await readAll('newer.ejson', [native('/a'), native('/b')])).toEqual([
    ['unsupported', 'the value is encrypted in a newer form of EJSON'],
    ['malformed', 'the value is not UTF-8 text'],
  ]);
});

test.each([
  ['text', 'canary', 'is not a JSON object'],
  ['a list', '[]', 'is not a JSON object'],
  ['a byte order mark', `\ufeff{"_public_key":"${PUBLIC_KEY}"}`, 'is not a JSON object'],
  ['no key', '{"a":"canary"}', 'does not contain `_public_key`'],
  ['a key further down', `{"a":{"_public_key":"${PUBLIC_KEY}"}}`, 'does not contain `_public_key`'],
  ['half a key', '{"_public_key":"a4e0"}', 'has no valid `_public_key`'],
])('a document of %s fails', async (_, text, said) => {
  write('broken.ejson', text);
  expect(await read('broken.ejson', '/a')).toEqual(['malformed', `\`broken.ejson\` ${said}`]);
});

test('a key of another document, and text that is no key, are told apart', async () => {
  write('theirs.ejson', { a: KNOWN_VALUE });
  expect(await read('theirs.ejson', '/a', '02'.repeat(32))).toEqual([
    'denied',
    '`theirs.ejson` is not encrypted for the key of the credential `private_key`',
  ]);
  for (const key of ['canary', PRIVATE_KEY.slice(1), `${PRIVATE_KEY} x`]) {
    expect(await read('theirs.ejson', '/a', key)).toEqual([
      'failed',
      'the credential `private_key` is not a key of EJSON',
    ]);
  }
});

test('the credential is missed before the file; a missing file holds nothing', async () => {
  const missed = new Error('the credential is missing');
  const ports = { ...portsIn(folder), credential: () => Promise.reject(missed) };
  const store = await openStore('ejson:gone.ejson', ports);
  await expect(store.read([native('/a')], CALL)).rejects.toBe(missed);
  expect(await read('gone.ejson', '/a')).toBe('absent');
  expect(await read('gone/gone.ejson', '/a')).toBe('absent');
  write('there.ejson', {});
  expect([
    await says(store).absence(native('/a')),
    await says(await openStore('ejson:there.ejson', ports)).absence(convention('A')),
  ]).toEqual(['gone.ejson: no such file', 'no /demo/default/A in there.ejson']);
});

test('links and folders fail, and so does a document that is too large', async () => {
  write('target.ejson', {});
  symlinkSync('target.ejson', `${folder}/link.ejson`);
  mkdirSync(`${folder}/folder.ejson`);
  write('large.ejson', ' '.repeat(16 * 1024 * 1024 + 1));
  writeFileSync(`${folder}/empty.ejson`, '\n');
  const answers = await Promise.all(['link', 'folder', 'large', 'empty'].map((name) => read(`${name}.ejson`, '/a')));
  expect(answers).toEqual([
    ['denied', expect.stringContaining('`link.ejson`')],
    ['failed', expect.stringContaining('`folder.ejson`')],
    ['malformed', '`large.ejson` is larger than 16 MiB'],
    ['malformed', '`empty.ejson` is empty: its content was lost'],
  ]);
});

test('it is read-only, and the same file is the same store', async () => {
  const store = await openStore('ejson', portsWith(PRIVATE_KEY));
  expect([store.write, store.remove, store.list]).toEqual([undefined, undefined, undefined]);
  expect(await says(store).refusesWrite(convention('A'))).toBe('ejson is read-only');
  expect(store.shown).toBe(`ejson:${folder}/secrets.ejson`);
  write('target.ejson', {});
  const [direct, dotted] = await Promise.all(
    ['target', './target'].map(async (name) => (await openStore(`ejson:${name}.ejson`, portsWith(''))).identity(null)),
  );
  expect(direct).toBe(dotted);
});
