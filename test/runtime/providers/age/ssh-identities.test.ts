import { expect, test } from '@jest/globals';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { CALL, convention, openStore, portsIn } from '../open-store.js';
import { sealedFor } from './age-files.js';
import { ageStores } from './age-store.js';
import { ED25519_FILE, ED25519_KEY, ED25519_LINE, PROTECTED_KEY, RSA_FILE, RSA_KEY, RSA_LINE } from './ssh-keys.js';

const folder = temporaryFolder();
const { make, read, set, bytesOf } = ageStores(folder);
const KEYS = [
  ['ed25519', ED25519_KEY, ED25519_LINE, ED25519_FILE],
  ['rsa', RSA_KEY, RSA_LINE, RSA_FILE],
] as const;

for (const [name, key] of KEYS) make(name, key);

test.each(KEYS)('what age encrypts for a key is read, and written for it again: %s', async (name, key, _, file) => {
  make(`${name}.age`, file);
  expect(await read(`age:${name}.age?identity=${name}`, 'A')).toBe('found 1');
  expect(await set(`age:${name}.age?identity=${name}`, 'B', '2')).toBe('written');
  expect(await read(`age:${name}.age?identity=${name}`, 'B')).toBe('found 2');
  const stores = ageStores(folder, { credential: async () => SecretValue.fromText(key.replaceAll('\n', '\r\n')) });
  expect(await stores.read(`age:${name}.age`, 'A')).toBe('found 1');
});

test('a list mixes keys of every kind, and comments of SSH keys do not matter', async () => {
  const own = await generateIdentity();
  make('own.key', own);
  make('everyone.txt', `${ED25519_LINE}\n${RSA_LINE} and more\n${await identityToRecipient(own)}\n`);
  expect(await set('age:shared.age?identity=ed25519&recipients-file=everyone.txt', 'A', '1')).toBe('written');
  for (const key of ['ed25519', 'rsa', 'own.key'])
    expect(await read(`age:shared.age?identity=${key}`, 'A')).toBe('found 1');
  const before = bytesOf('shared.age');
  expect(await set('age:shared.age?identity=rsa', 'A', '2')).toEqual([
    'unsupported',
    '`shared.age` has other recipients, who could no longer decrypt it',
  ]);
  expect(bytesOf('shared.age').equals(before)).toBe(true);
});

test('a key that does not match is no damage, and a list without it is refused', async () => {
  make('theirs.age', ED25519_FILE);
  const other = ['denied', '`theirs.age` is not encrypted for the configured identity'];
  expect(await read('age:theirs.age?identity=rsa', 'A')).toEqual(other);
  make('native.age', await sealedFor([await identityToRecipient(await generateIdentity())], 'A=1\n'));
  expect(await read('age:native.age?identity=ed25519', 'A')).toEqual([other[0], other[1]?.replace('theirs', 'native')]);
  make('others.txt', `${RSA_LINE}\n`);
  expect(await set('age:unmade.age?identity=ed25519&recipients-file=others.txt', 'A', '1')).toEqual([
    'unsupported',
    '`others.txt` does not include your own identity',
  ]);
});

const wireOf = (line: string) => line.split(' ')[1] ?? '';
test.each([
  ['a passphrase', PROTECTED_KEY, 'unsupported', 'is an SSH key that is protected by a passphrase'],
  ['a cut', ED25519_KEY.replace(/^.*\n(?=-----END)/mu, ''), 'failed', 'is not a valid SSH key'],
  ['no end', ED25519_KEY.slice(0, 200), 'failed', 'is not a valid SSH key'],
  ['a PEM without a key', '-----BEGIN RSA PRIVATE KEY-----\ncanary\n', 'failed', 'is not a valid SSH key'],
  [
    'PEM with a passphrase',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\ncanary\n',
    'unsupported',
    'is an SSH key that is protected by a passphrase',
  ],
])('a private key with %s is refused, and not shown', async (_, key, kind, said) => {
  make('bad.key', key);
  make('bad.age', ED25519_FILE);
  expect(await read('age:bad.age?identity=bad.key', 'A')).toEqual([kind, `\`bad.key\` ${said}`]);
});

test.each([
  ['of another kind', 'ssh-dss AAAA canary', 'unsupported', 'is an SSH key of a kind that age does not support'],
  ['on a card', 'sk-ssh-ed25519@openssh.com AAAA', 'unsupported', 'is an SSH key of a kind that age does not support'],
  ['cut off', ED25519_LINE.slice(0, 60), 'failed', 'is not a valid SSH key'],
  ['of two kinds', `ssh-rsa ${wireOf(ED25519_LINE)}`, 'failed', 'is not a valid SSH key'],
])('a line with a key %s is refused, and not shown', async (_, line, kind, said) => {
  make('bad.txt', `${ED25519_LINE}\n${line}\n`);
  expect(await set('age:unmade.age?recipients-file=bad.txt', 'A', '1')).toEqual([
    kind,
    `line 2 of \`bad.txt\` ${said}`,
  ]);
});

test('keys of other kinds, which age skips, are skipped with a warning; a list of nothing else is refused', async () => {
  const field = (text: string) => Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
  const keyOf = (kind: string) => `${kind} ${Buffer.concat([field(kind), field('canary')]).toString('base64')} laptop`;
  const others = [keyOf('ecdsa-sha2-nistp256'), keyOf('sk-ssh-ed25519@openssh.com'), keyOf('ssh-dss'), SHORT_RSA];
  make('mixed.txt', [ED25519_LINE, ...others].join('\n'));
  make('others.txt', others.join('\n'));
  const store = await openStore('age:mixed.age?identity=ed25519&recipients-file=mixed.txt', portsIn(folder));
  const [answer] = (await store.write?.([{ at: convention('A'), value: SecretValue.fromText('1') }], CALL)) ?? [];
  const types = ['ecdsa-sha2-nistp256', 'sk-ssh-ed25519@openssh.com', 'ssh-dss', 'ssh-rsa'];
  const noteOn = (type: string, index: number) =>
    `line ${index + 2} of \`mixed.txt\` is skipped: age does not encrypt for this key of type \`${type}\``;
  expect(answer).toMatchObject({ kind: 'written', notes: types.map(noteOn) });
  expect(await read('age:mixed.age?identity=ed25519', 'A')).toBe('found 1');
  expect(await set('age:unmade.age?recipients-file=others.txt', 'A', '1')).toEqual([
    'failed',
    '`others.txt` contains no recipient',
  ]);
});

const SHORT_RSA =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQCn6PvuKt+w3J9jUFYkV1nQ30n4pAur+L/PSrikWcrDqKEzxh5OayVMZmt4eumf5sWHPDf2C6whCrtiiNPET98hYVlM+xaDHYdCnvSwDD2vOeA4IpUsujSj8stGXqjQrp/C509u8Fg1Jhu8b80Nx/qt5WK8mtw+WU8zkIJem3mU3w== short';
