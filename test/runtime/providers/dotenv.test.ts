import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
const ports = portsIn(folder);
const make = (name: string, content: string | Uint8Array) => writeFileSync(`${folder}/${name}`, content);
const textOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
const read = async (spec: string, ...keys: readonly string[]) => {
  const answers = await (await openStore(spec, ports)).read(keys.map(convention), CALL);
  return answers.map(inShort);
};
const write = async (spec: string, values: Readonly<Record<string, string | Uint8Array>>) => {
  const entries = Object.entries(values).map(([key, value]) => ({
    at: convention(key),
    value: SecretValue.fromBytes(Buffer.from(value)),
  }));
  return (await (await openStore(spec, ports)).write?.(entries, CALL)) ?? [];
};
const remove = async (spec: string, ...keys: readonly string[]) => {
  const answers = await (await openStore(spec, ports)).remove?.(keys.map(convention), CALL);
  return answers?.map(({ kind }) => kind);
};
const failure = async (spec: string, key: string) => {
  const [answer] = await (await openStore(spec, ports)).read([convention(key)], CALL);
  return answer?.kind === 'failed' ? [answer.failure.kind, answer.failure.detail] : answer?.kind;
};

test.each([
  ['dotenv', '.env', 'HERE/.env'],
  ['dotenv:.env.prod', '.env.prod', 'HERE/.env.prod'],
  ['dotenv://config/.env.local', 'config/.env.local', 'HERE/config/.env.local'],
  ['dotenv:./config/../x.env', 'x.env', 'HERE/./config/../x.env'],
  ['dotenv://my secrets.env', 'my secrets.env', 'HERE/my%20secrets.env'],
  ['dotenv:~/mine.env', 'home/mine.env', 'HERE/home/mine.env'],
  [`dotenv:${folder}/abs.env`, 'abs.env', 'HERE/abs.env'],
  [`dotenv://${folder}/abs2.env`, 'abs2.env', 'HERE/abs2.env'],
])('%s is the file %s', async (spec, name, shown) => {
  mkdirSync(`${folder}/config`, { recursive: true });
  mkdirSync(`${folder}/home`, { recursive: true });
  make(name, `ALPHA=in ${name}\n`);
  expect(await read(spec, 'ALPHA')).toEqual([`found in ${name}`]);
  expect((await openStore(spec, ports)).shown).toBe(`dotenv:${shown.replace('HERE', folder)}`);
});

test('profiles share the file, and a ref names a key in it', async () => {
  make('shared.env', 'ALPHA=1\n');
  const store = await openStore('dotenv:shared.env', ports);
  const elsewhere = { kind: 'convention', project: 'other', profile: 'production', key: 'ALPHA' } as const;
  const answers = await store.read([elsewhere, native('ALPHA')], CALL);
  expect(answers.map(inShort)).toEqual(['found 1', 'found 1']);
});

test('a missing file and a missing key are misses, an empty value is a value', async () => {
  make('some.env', 'EMPTY=\n');
  expect(await read('dotenv:gone.env', 'A')).toEqual(['absent']);
  expect(await read('dotenv:some.env', 'EMPTY', 'A')).toEqual(['found ', 'absent']);
});

test('one batch reads the file once, and the next parses only what changed', async () => {
  make('counted.env', 'A=1\nB=2\n');
  let reads = 0;
  const counting: ProviderPorts = {
    ...ports,
    files: { ...ports.files, read: (path) => ports.files.read(path).finally(() => (reads += 1)) },
  };
  const store = await openStore('dotenv:counted.env', counting);
  const keys = Array.from({ length: 10_000 }, (_, index) => convention(index === 0 ? 'A' : 'B'));
  const answers = await store.read(keys, CALL);
  make('counted.env', 'A=1\nB=3\n');
  expect([answers.length, inShort((await store.read([convention('B')], CALL))[0]), reads]).toEqual([
    10_000,
    'found 3',
    2,
  ]);
});

test('a file that cannot be understood fails for every key, and nothing of it is told', async () => {
  make('broken.env', 'ALPHA=1\ncanary-key-or-value\n');
  make('latin1.env', Buffer.from('ALPHA=caf\xe9\n', 'latin1'));
  const said = '`broken.env:2:20`: expected `=` after the key';
  expect(await failure('dotenv:broken.env', 'ALPHA')).toEqual(['malformed', said]);
  expect(await failure('dotenv:latin1.env', 'ALPHA')).toEqual(['malformed', '`latin1.env` is not UTF-8 text']);
});

test('a folder and a path through a file are failures, and a FIFO is only read', async () => {
  mkdirSync(`${folder}/folder.env`);
  execFileSync('mkfifo', [`${folder}/fifo.env`]);
  make('plain.env', 'A=1\n');
  expect(await failure('dotenv:folder.env', 'A')).toEqual(['failed', '`folder.env`: it is a folder']);
  spawn('sh', ['-c', 'printf "A=1\\n" > "$1"', 'sh', `${folder}/fifo.env`]);
  const store = await openStore('dotenv:fifo.env', portsIn(folder));
  expect(await store.read([convention('A')], CALL)).toMatchObject([{ kind: 'found' }]);
  expect(await store.read([convention('B')], CALL)).toEqual([{ kind: 'absent' }]);
  expect(await says(store).absence(convention('B'))).toBe('not in fifo.env');
  expect(await says(store).refusesWrite(convention('A'))).toContain('it is not a regular file, but a named pipe');
  expect((await write('dotenv:fifo.env', { A: '1' })).map(({ kind }) => kind)).toEqual(['failed']);
  const through = '`plain.env/x`: a part of the path is not a folder';
  expect(await failure('dotenv:plain.env/x', 'A')).toEqual(['failed', through]);
  expect((await write('dotenv:plain.env/x', { A: '1' })).map(({ kind }) => kind)).toEqual(['failed']);
});

test('a write changes its line in a CRLF file with a byte order mark, and follows a link', async () => {
  make('windows.env', '\ufeff# top\r\nA=1\r\nB=2\r\n');
  symlinkSync('windows.env', `${folder}/linked.env`);
  expect(await write('dotenv:linked.env', { A: 'one', C: '3' })).toEqual([{ kind: 'written' }, { kind: 'written' }]);
  expect(textOf('windows.env')).toBe('\ufeff# top\r\nA=one\r\nB=2\r\nC=3\r\n');
});

test('several writes are one rewrite; the last of equal keys counts', async () => {
  let updates = 0;
  const counting: ProviderPorts = {
    ...ports,
    files: { ...ports.files, update: (...given) => ports.files.update(...given).finally(() => (updates += 1)) },
  };
  const entries = ['A', 'B', 'A'].map((key, index) => ({
    at: convention(key),
    value: SecretValue.fromText(String(index)),
  }));
  const store = await openStore('dotenv:several.env', counting);
  expect((await store.write?.(entries, CALL))?.map(({ kind }) => kind)).toEqual(['written', 'written', 'written']);
  expect([textOf('several.env'), updates]).toEqual(['A=2\nB=1\n', 1]);
});

test('a value that replaces one which was seen is kept out if another one is there by then', async () => {
  make('seen.env', "A='seen'\nB=other\nC=x\n");
  const onlyIfHeld = SecretValue.fromText('seen');
  const entries = ['A', 'B', 'D'].map((key) => ({
    at: convention(key),
    value: SecretValue.fromText('new'),
    onlyIfHeld,
  }));
  const answers = await (await openStore('dotenv:seen.env', ports)).write?.(entries, CALL);
  // One that was removed is written once more: nothing is lost by that.
  expect(answers?.map((answer) => (answer.kind === 'present' ? answer.value.revealText() : answer.kind))).toEqual([
    'written',
    'other',
    'written',
  ]);
  expect(textOf('seen.env')).toBe('A=new\nB=other\nC=x\nD=new\n');
});

test('a new file is private, and its folder too', async () => {
  await write('dotenv:made/new.env', { A: '1' });
  expect([statSync(`${folder}/made/new.env`).mode & 0o777, statSync(`${folder}/made`).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
});

test('what is no text is refused and the rest is written', async () => {
  const answers = await write('dotenv:mixed.env', {
    BYTES: Buffer.from([0xff]),
    NUL: 'a\0b',
    'no key': 'canary-value',
    GOOD: 'x',
  });
  const said = answers.map((answer) =>
    answer.kind === 'failed' ? [answer.failure.kind, answer.failure.help] : answer.kind,
  );
  const rename = 'rename the secret in the manifest';
  expect(said).toEqual([['not-text', undefined], ['not-text', undefined], ['unsupported', rename], 'written']);
  expect(textOf('mixed.env')).toBe('GOOD=x\n');
});

test('a broken file is left as it is', async () => {
  make('kept.env', 'OTHER="never closed\n');
  expect((await write('dotenv:kept.env', { A: '1' })).map(({ kind }) => kind)).toEqual(['failed']);
  expect(await remove('dotenv:kept.env', 'OTHER')).toEqual(['failed']);
  expect(textOf('kept.env')).toBe('OTHER="never closed\n');
});

test('a call that is given up changes nothing', async () => {
  make('given-up.env', 'A=1\n');
  const store = await openStore('dotenv:given-up.env', ports);
  const entry = { at: convention('A'), value: SecretValue.fromText('2') };
  const answers = await store.write?.([entry], { signal: AbortSignal.abort() });
  const detail = '`given-up.env` was not changed, because the call was given up';
  expect(answers).toEqual([{ kind: 'failed', failure: { kind: 'timeout', detail } }]);
  expect(textOf('given-up.env')).toBe('A=1\n');
});

test('removing tells what was there; removing the last key leaves an empty file', async () => {
  make('removed.env', 'A=1\nA=2\n');
  expect(await remove('dotenv:removed.env', 'A', 'B', 'A')).toEqual(['removed', 'absent', 'removed']);
  expect(textOf('removed.env')).toBe('');
});

test('removing what is not there neither rewrites nor makes the file', async () => {
  make('untouched.env', 'A=1');
  const before = statSync(`${folder}/untouched.env`).ino;
  expect(await remove('dotenv:untouched.env', 'B')).toEqual(['absent']);
  expect(await remove('dotenv:unmade/x.env', 'B')).toEqual(['absent']);
  expect([statSync(`${folder}/untouched.env`).ino, existsSync(`${folder}/unmade`)]).toEqual([before, false]);
});

test('a key that no file can hold is refused on get, set, remove and before asking', async () => {
  make('keys.env', 'A=1\n');
  const store = await openStore('dotenv:keys.env', ports);
  expect(await read('dotenv:keys.env', 'with space', 'A')).toEqual(['failed unsupported', 'found 1']);
  expect(await remove('dotenv:keys.env', 'A=B', 'B')).toEqual(['failed', 'absent']);
  expect(await says(store).refusesWrite(convention('with space'))).toBe(
    '`with space` is not a valid dotenv key, which cannot contain white space, `=`, `#` or control characters; rename the secret in the manifest',
  );
  expect(await says(store).refusesWrite(native('A#B'))).toBe(
    '`A#B` is not a valid dotenv key, which cannot contain white space, `=`, `#` or control characters; rename the `item` of the ref',
  );
  expect(await says(store).refusesWrite(convention('A'))).toBeNull();
});

test('what stands in the way of the file is told before anybody is asked', async () => {
  mkdirSync(`${folder}/way.env`);
  const store = await openStore('dotenv:way.env', ports);
  expect(await says(store).refusesWrite(convention('A'))).toBe('`way.env`: it is a folder');
});

test('the keys are listed once each, without their values', async () => {
  make('listed.env', 'B=canary-1\nA=canary-2\nB=canary-3\n');
  const store = await openStore('dotenv:listed.env', ports);
  const gone = await openStore('dotenv:unlisted.env', ports);
  const entry = (name: string) => ({ name, at: null, description: `${name} secret`, required: true });
  expect(await store.list?.(CALL)).toEqual({ kind: 'listed', entries: [entry('B'), entry('A')] });
  expect(await gone.list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
  expect((await (await openStore('dotenv:way.env', ports)).list?.(CALL))?.kind).toBe('failed');
});

test('one entry has one identity, however the file is spelled', async () => {
  make('same.env', '');
  symlinkSync('same.env', `${folder}/alias.env`);
  const identity = async (spec: string, key: string | null) =>
    (await openStore(spec, ports)).identity(key === null ? null : convention(key));
  const stores = ['dotenv:same.env', 'dotenv://./same.env', 'dotenv:alias.env', `dotenv:${folder}/same.env`];
  const identities = await Promise.all(stores.map((spec) => identity(spec, 'A')));
  expect(new Set(identities).size).toBe(1);
  expect(await identity('dotenv:same.env', 'B')).not.toBe(identities[0]);
  expect(await identity('dotenv:same.env', null)).toBe(await identity('dotenv:alias.env', null));
  expect(await identity('dotenv:same.env', null)).not.toBe(await identity('dotenv:listed.env', null));
});

test('an absent key is told apart from an absent file', async () => {
  make('there.env', 'OTHER=1\n');
  const absence = async (spec: string, at = convention('KEY')) => says(await openStore(spec, ports)).absence(at);
  expect([
    await absence('dotenv:there.env'),
    await absence('dotenv:gone.env'),
    await absence('dotenv:there.env', native('DB_PASS')),
  ]).toEqual(['not in there.env', 'gone.env: no such file', 'no DB_PASS in there.env']);
});

test('lists each key once, with the comment above it, and whether it is empty', async () => {
  make('listed.env', '# The first\nA=canary\nB=\nA="canary-2"\n');
  expect(await (await openStore('dotenv:listed.env', ports)).list?.(CALL)).toEqual({
    kind: 'listed',
    entries: [
      { name: 'A', at: null, description: 'The first', required: true },
      { name: 'B', at: null, description: 'B secret', required: false },
    ],
  });
});
