/** Credentials in a folder as systemd lays it out: files of mode 0400 in a folder of mode 0500. */
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import type { At } from '#schemas/addresses/address.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

// Before the folder is removed, which happens in the order of these lines.
afterAll(() => chmodSync(unit, 0o700));
const folder = temporaryFolder();
const unit = `${folder}/unit`;
const portsOf = (credentials: string) => portsIn(folder, { CREDENTIALS_DIRECTORY: credentials });
const read = async (...at: readonly At[]) =>
  (await (await openStore('systemd-credential', portsOf(unit))).read(at, CALL)).map(inShort);
const pass = (name: string, value: string | Uint8Array) => writeFileSync(`${unit}/${name}`, value, { mode: 0o400 });

mkdirSync(`${unit}/folder`, { recursive: true });
pass('ALPHA', 'a\n');
pass('EMPTY', '');
pass('db.password', Buffer.from([0, 0xff, 0x0d, 0x0a]));
writeFileSync(`${folder}/outside`, 'canary');
symlinkSync('../outside', `${unit}/link`);
symlinkSync('ALPHA', `${unit}/near`);
symlinkSync('gone', `${unit}/dangling`);
chmodSync(unit, 0o500);

test('a credential is read byte for byte, by the name of the secret or by item', async () =>
  expect(await read(convention('ALPHA'), native('ALPHA'), native('db.password'), convention('EMPTY'))).toEqual([
    'found a\n',
    'found a\n',
    'found \0\xff\r\n',
    'found ',
  ]));

test('a credential that was not passed is absent, and names have a case', async () =>
  expect(await read(convention('BETA'), convention('alpha'))).toEqual(['absent', 'absent']));

test('no credential was passed at all: all are absent', async () => {
  const store = await openStore('systemd-credential', portsOf(`${folder}/gone`));
  expect((await store.read([convention('ALPHA')], CALL)).map(inShort)).toEqual(['absent']);
});

test.each(['../outside', 'folder/x', '/etc/hostname', '..', '.', '', 'a\\b', 'a\0b', 'x'.repeat(256)])(
  'the name %j is refused',
  async (name) => expect(await read(native(name), convention(name))).toEqual(Array(2).fill('failed unsupported')),
);

test('the longest name is only absent; one that has more bytes than characters is refused by the system', async () =>
  expect(await read(native('x'.repeat(255)), native('é'.repeat(128)))).toEqual(['absent', 'failed failed']));

test('a link, wherever it leads, and a folder are failures of their own entry alone', async () => {
  const answers = await read(native('link'), native('near'), native('dangling'), native('folder'), convention('ALPHA'));
  expect(answers).toEqual([...Array(3).fill('failed denied'), 'failed failed', 'found a\n']);
});

test.each([{}, { CREDENTIALS_DIRECTORY: '' }])(
  'outside a unit (%j) every read fails and says why',
  async (environment) => {
    const store = await openStore('systemd-credential', portsIn(folder, environment));
    const failure = {
      kind: 'failed',
      detail: expect.stringContaining('`CREDENTIALS_DIRECTORY` is not set'),
      help: expect.stringContaining('LoadCredential='),
    };
    expect(await store.read([convention('ALPHA'), convention('BETA')], CALL)).toEqual(
      Array(2).fill({ kind: 'failed', failure }),
    );
    expect(await says(store).refusesWrite(convention('ALPHA'))).toBe('systemd-credential is read-only');
  },
);

test('a relative folder is not used', async () => {
  const store = await openStore('systemd-credential', portsOf('unit'));
  const failure = { kind: 'failed', detail: '`CREDENTIALS_DIRECTORY` is not an absolute path' };
  expect(await store.read([convention('ALPHA')], CALL)).toEqual([{ kind: 'failed', failure }]);
});

test('it is read-only, and the folder stays as it was', async () => {
  const store = await openStore('systemd-credential', portsOf(unit));
  expect([store.write, store.remove, store.list]).toEqual([undefined, undefined, undefined]);
  expect(await says(store).refusesWrite(convention('A'))).toBe('systemd-credential is read-only');
  expect(readdirSync(unit)).toHaveLength(7);
});

test('an absent credential is named where the secret has another name', async () => {
  const store = await openStore('systemd-credential', portsOf(unit));
  expect([await says(store).absence(convention('A')), await says(store).absence(native('OTHER'))]).toEqual([
    'not among the credentials of the unit',
    'no OTHER among the credentials of the unit',
  ]);
});
