import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  armor,
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateIdentity,
  identityToRecipient,
} from 'age-encryption';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { sealedFor, sealedText } from './age/age-files.js';
import { CALL, convention, inShort, openSpec, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
const [own, other] = await Promise.all([generateIdentity(), generateIdentity()]);
const [ownRecipient, otherRecipient] = await Promise.all([own, other].map((one) => identityToRecipient(one)));
if (ownRecipient === undefined || otherRecipient === undefined) throw new Error('no recipients');

/** The credential is what an alias binds or `AGE_IDENTITY` holds. */
const portsWith = (credential: string | Uint8Array | null): ProviderPorts => ({
  ...portsIn(folder),
  credential: async () => (credential === null ? null : SecretValue.fromBytes(Buffer.from(credential))),
});
const make = (name: string, content: string | Uint8Array) => writeFileSync(`${folder}/${name}`, content);
const bytesOf = (name: string) => readFileSync(`${folder}/${name}`);
const failureIn = (answer: unknown) => {
  const { failure } = Object(answer);
  return failure === undefined ? answer : [failure.kind, failure.detail];
};
const read = async (spec: string, key: string, identity: string | Uint8Array | null = own) => {
  const [answer] = await (await openStore(spec, portsWith(identity))).read([convention(key)], CALL);
  return answer?.kind === 'failed' ? failureIn(answer) : inShort(answer);
};
const set = async (spec: string, key: string, value: string, identity: string | null = own) => {
  const entry = { at: convention(key), value: SecretValue.fromText(value) };
  const [answer] = (await (await openStore(spec, portsWith(identity))).write?.([entry], CALL)) ?? [];
  return answer?.kind === 'failed' ? failureIn(answer) : answer?.kind;
};
const isArmored = (name: string) => bytesOf(name).toString('latin1').startsWith('-----BEGIN AGE ENCRYPTED FILE-----\n');
const opened = async (name: string, identity: string) => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const bytes = bytesOf(name);
  return decrypter.decrypt(isArmored(name) ? armor.decode(bytes.toString()) : bytes, 'text');
};
/** What a write or a removal must leave as it is. */
const unchanged = async (name: string, work: () => Promise<unknown>) => {
  const before = bytesOf(name);
  const result = await work();
  expect(bytesOf(name).equals(before)).toBe(true);
  return result;
};

make('own.key', `# created: 2026-01-01\n# public key: ${ownRecipient}\n${own}\n`);
make('everyone.txt', `# the team\n${ownRecipient}\r\n\n  ${otherRecipient}  \n`);
make('others.txt', `${otherRecipient}\n`);

test('the identity comes from the credential, then from the file of the option', async () => {
  make('which.age', await sealedText(own, 'A=1\n'));
  expect(await read('age:which.age', 'A')).toBe('found 1');
  expect(await read('age:which.age?identity=own.key', 'A', null)).toBe('found 1');
  expect(await read('age:which.age?identity=own.key', 'A', other)).toEqual([
    'denied',
    '`which.age` is not encrypted for the configured identity',
  ]);
  expect(await read('age:which.age', 'A', null)).toEqual(['missing-credential', 'no identity is configured']);
  expect(await read('age:which.age', 'A', `# both\n${other}\r\n${own}\n`)).toBe('found 1');
});

test('a file that is not there holds nothing, and needs no identity for that', async () => {
  expect(await read('age:gone.age', 'A', null)).toBe('absent');
  const store = await openStore('age:gone.age', portsWith(null));
  expect(await store.list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
  expect(await says(store).absence(convention('A'))).toBe('gone.age: no such file');
});

test('the usual file, and how the store shows itself: never its identity', async () => {
  const store = await openStore('age:?identity=own.key', portsWith(null));
  expect(store.shown).toBe(`age:${folder}/secrets.age`);
});

test('one batch decrypts once, and the next only what changed', async () => {
  make('counted.age', await sealedText(own, 'A=1\nB=2\n'));
  let fetched = 0;
  const ports = {
    ...portsWith(own),
    credential: () =>
      portsWith(own)
        .credential('identity')
        .finally(() => fetched++),
  };
  const store = await openStore('age:counted.age', ports);
  const keys = Array.from({ length: 1000 }, (_, index) => convention(index % 2 === 0 ? 'A' : 'B'));
  expect((await store.read(keys, CALL)).length).toBe(1000);
  await store.read(keys, CALL);
  make('counted.age', await sealedText(own, 'A=3\n'));
  expect([inShort((await store.read([convention('A')], CALL))[0]), fetched]).toEqual(['found 3', 2]);
});

test.each([
  [
    'a key that is none',
    'canary-not-a-key',
    'failed',
    'line 1 of the credential `identity` is not a valid age identity',
  ],
  [
    'a key with a slip',
    own.replace(/.$/u, (last) => (last === 'Q' ? 'P' : 'Q')),
    'failed',
    'line 1 of the credential `identity` is not a valid age identity',
  ],
  ['comments', '# nothing\n\n', 'failed', 'the credential `identity` contains no age identity'],
  ['bytes', Buffer.from([0xff]), 'failed', 'the credential `identity` is not UTF-8 text'],
  [
    'a key of a plugin with a slip',
    `${own}\nAGE-PLUGIN-YUBIKEY-1QQbQ`,
    'failed',
    'line 2 of the credential `identity` is not a valid age identity',
  ],
])('%s is no identity', async (_, identity, kind, detail) => {
  make('refused.age', await sealedText(own, 'A=1\n'));
  expect(await read('age:refused.age', 'A', identity)).toEqual([kind, detail]);
});

test('an identity file is reported by its name, and a key in the place of a path is not repeated', async () => {
  make('named.age', await sealedText(own, 'A=1\n'));
  expect(await read('age:named.age?identity=none.key', 'A', null)).toEqual(['failed', '`none.key`: no such file']);
  expect(await read('age:named.age?identity=named.age/x', 'A', null)).toEqual([
    'failed',
    '`named.age/x`: a part of the path is not a folder',
  ]);
  const refused = await openSpec(`age:named.age?identity=${own}`, portsWith(null));
  expect(JSON.stringify(refused)).toContain('`identity` is the path of a file, not a key');
  expect(JSON.stringify(refused)).not.toContain(own);
});

const damaged = async (name: string, change: (bytes: Uint8Array) => Uint8Array) =>
  make(name, change(await sealedFor([ownRecipient], 'A=canary\n')));

test('a file that is damaged, cut off or of another kind fails as a whole, and is never replaced', async () => {
  await damaged('cut.age', (bytes) => bytes.subarray(0, -1));
  await damaged('header.age', (bytes) => bytes.subarray(0, 60));
  await damaged('flipped.age', (bytes) => bytes.with(bytes.length - 1, 1 ^ (bytes.at(-1) ?? 0)));
  make('empty.age', '');
  make('plain.age', 'A=canary\n');
  make('armor.age', (await sealedText(own, 'A=canary\n')).replace('-----END AGE ENCRYPTED FILE-----\n', ''));
  for (const name of ['cut.age', 'header.age', 'flipped.age', 'empty.age', 'plain.age', 'armor.age']) {
    const problem = name === 'empty.age' ? 'empty: its content was lost' : 'damaged, cut off, or not a file of age';
    const said = ['malformed', `\`${name}\` is ${problem}`];
    expect(await read(`age:${name}`, 'A')).toEqual(said);
    expect(await unchanged(name, () => set(`age:${name}`, 'B', '2'))).toEqual(said);
  }
});

test('a wrong key and a passphrase fail, and the file is never replaced', async () => {
  make('theirs.age', await sealedText(other, 'A=1\n'));
  expect(await unchanged('theirs.age', () => set('age:theirs.age', 'B', '2'))).toEqual([
    'denied',
    '`theirs.age` is not encrypted for the configured identity',
  ]);
  const encrypter = new Encrypter();
  encrypter.setPassphrase('canary');
  encrypter.setScryptWorkFactor(4);
  make('passphrase.age', await encrypter.encrypt('A=1\n'));
  const said = ['unsupported', '`passphrase.age` is protected by a passphrase'];
  expect(await unchanged('passphrase.age', () => set('age:passphrase.age', 'B', '2'))).toEqual(said);
});

test('plain text that is not dotenv is reported by its place, and nothing of it', async () => {
  make('broken.age', await sealedText(own, 'A=1\ncanary-key-or-value\n'));
  const said = ['malformed', '`broken.age:2:20`: expected `=` after the key'];
  expect(await read('age:broken.age', 'A')).toEqual(said);
  expect(await unchanged('broken.age', () => set('age:broken.age', 'B', '2'))).toEqual(said);
});

test('a new file is private, armored, and for its writer', async () => {
  expect(await set('age:made/new.age', 'A', '1')).toBe('written');
  expect([isArmored('made/new.age'), await opened('made/new.age', own)]).toEqual([true, 'A=1\n']);
  expect([statSync(`${folder}/made/new.age`).mode & 0o777, statSync(`${folder}/made`).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  expect(readdirSync(`${folder}/made`)).toEqual(['new.age']);
  expect(await set('age:made/binary.age?armor=false', 'A', '1')).toBe('written');
  expect([isArmored('made/binary.age'), await opened('made/binary.age', own)]).toEqual([false, 'A=1\n']);
});

test('a write keeps comments, mode and armor, which only the option changes', async () => {
  make('kept.age', await sealedFor([ownRecipient], '# kept\r\nA=1\r\n'));
  chmodSync(`${folder}/kept.age`, 0o640);
  expect(await set('age:kept.age', 'B', 'two words')).toBe('written');
  expect([isArmored('kept.age'), await opened('kept.age', own)]).toEqual([false, '# kept\r\nA=1\r\nB=two words\r\n']);
  expect(await set('age:kept.age?armor=true', 'C', '3')).toBe('written');
  expect([isArmored('kept.age'), statSync(`${folder}/kept.age`).mode & 0o777]).toEqual([true, 0o640]);
  make('kept.age', bytesOf('kept.age').toString().replaceAll('\n', '\r\n'));
  expect(await read('age:kept.age', 'C')).toBe('found 3');
  expect(await set('age:kept.age?armor=false', 'C', '4')).toBe('written');
  expect(isArmored('kept.age')).toBe(false);
});

test('what changes nothing leaves every byte; removing the last key leaves an encrypted file', async () => {
  make('removed.age', await sealedText(own, 'A=1\n'));
  const store = await openStore('age:removed.age', portsWith(own));
  const remove = (key: string) => store.remove?.([convention(key)], CALL);
  expect(await unchanged('removed.age', async () => remove('B'))).toEqual([{ kind: 'absent' }]);
  expect(await unchanged('removed.age', () => set('age:removed.age', 'A', '1'))).toBe('written');
  expect(await remove('A')).toEqual([{ kind: 'removed' }]);
  expect(await opened('removed.age', own)).toBe('');
  const gone = await openStore('age:never/made.age', portsWith(null));
  expect(await gone.remove?.([convention('A')], CALL)).toEqual([{ kind: 'absent' }]);
  expect(existsSync(`${folder}/never`)).toBe(false);
});

test('each recipient in the file can decrypt what is written', async () => {
  make('team.age', await sealedText(own, 'A=1\n'));
  expect(await set('age:team.age?recipients-file=everyone.txt', 'B', '2')).toBe('written');
  expect([await opened('team.age', own), await opened('team.age', other)]).toEqual(['A=1\nB=2\n', 'A=1\nB=2\n']);
});

test('the first write to a recipients file needs no identity; one that locks its writer out is refused', async () => {
  expect(await set('age:first.age?recipients-file=others.txt', 'A', '1', null)).toBe('written');
  expect(await opened('first.age', other)).toBe('A=1\n');
  const said = ['unsupported', '`others.txt` does not include your own identity'];
  expect(await set('age:locked.age?recipients-file=others.txt', 'A', '1')).toEqual(said);
  make('mine.age', await sealedText(own, 'A=1\n'));
  expect(await unchanged('mine.age', () => set('age:mine.age?recipients-file=others.txt', 'A', '2'))).toEqual(said);
  expect(await set('age:nobody.age', 'A', '1', null)).toEqual(['missing-credential', 'no identity is configured']);
  expect([existsSync(`${folder}/locked.age`), existsSync(`${folder}/nobody.age`)]).toEqual([false, false]);
});

test('without a recipients file no other recipient is locked out', async () => {
  make('shared.age', await sealedFor([ownRecipient, otherRecipient], 'A=1\n'));
  expect(await read('age:shared.age', 'A')).toBe('found 1');
  const said = ['unsupported', '`shared.age` has other recipients, who could no longer decrypt it'];
  expect(await unchanged('shared.age', () => set('age:shared.age', 'A', '2'))).toEqual(said);
  // An identity that is not a recipient stands for none of them.
  const both = `${own}\n${await generateIdentity()}\n`;
  expect(await unchanged('shared.age', () => set('age:shared.age', 'A', '2', both))).toEqual(said);
  expect(await set('age:shared.age', 'A', '2', `${own}\n${other}\n`)).toBe('written');
  expect([await opened('shared.age', own), await opened('shared.age', other)]).toEqual(['A=2\n', 'A=2\n']);
});

test.each([
  ['no recipient', '# none\n', '`roster.txt` contains no recipient'],
  ['a slip', `${ownRecipient}x\n`, 'line 1 of `roster.txt` is not a valid age recipient'],
  ['an identity', `\n${own}\n`, 'line 2 of `roster.txt` is an identity, which must stay secret'],
  ['an SSH key', 'ssh-ed25519 AAAA canary\n', 'line 1 of `roster.txt` is not a valid SSH key'],
  ['a plugin with a slip', 'age1yubikey1qqbq\n', 'line 1 of `roster.txt` is not a valid age recipient'],
  [
    'an identity of a plugin',
    'AGE-PLUGIN-YUBIKEY-1QQQQ\n',
    'line 1 of `roster.txt` is an identity, which must stay secret',
  ],
])('a recipients file with %s is refused, and no line of it is shown', async (_, roster, said) => {
  make('roster.txt', roster);
  const result = await set('age:unmade.age?recipients-file=roster.txt', 'A', '1');
  expect([result, existsSync(`${folder}/unmade.age`)]).toEqual([[expect.any(String), said], false]);
});

test('post-quantum identities work alone, and are not mixed with others', async () => {
  const hybrid = await generateHybridIdentity();
  expect(await set('age:quantum.age', 'A', '1', hybrid)).toBe('written');
  expect(await read('age:quantum.age', 'A', hybrid)).toBe('found 1');
  make('mixed.txt', `${ownRecipient}\n${await identityToRecipient(hybrid)}\n`);
  const said = ['unsupported', 'post-quantum recipients cannot be mixed with others'];
  expect(await set('age:mixed.age?recipients-file=mixed.txt', 'A', '1')).toEqual(said);
  expect(await set('age:mixed.age', 'A', '1', `${own}\n${hybrid}`)).toEqual(said);
  expect(existsSync(`${folder}/mixed.age`)).toBe(false);
});

test('names and values that no dotenv text can hold are refused', async () => {
  expect(await set('age:names.age', 'with space', '1')).toEqual([
    'unsupported',
    '`with space` is not a valid dotenv key, which cannot contain white space, `=`, `#` or control characters',
  ]);
  expect(await set('age:names.age', 'A', 'a\0b')).toEqual(['not-text', 'age cannot hold a value with a NUL character']);
  mkdirSync(`${folder}/way.age`);
  expect(await read('age:way.age', 'A')).toEqual(['failed', '`way.age`: it is a folder']);
});
