import { expect, test } from '@jest/globals';
import { armor, Encrypter, generateIdentity } from 'age-encryption';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { sealedFor, sealedText } from './age-files.js';
import { ageStores } from './age-store.js';

const folder = temporaryFolder();
const own = await generateIdentity();
const { make } = ageStores(folder);

async function protectedKey(work: number, text = `# mine\n${own}\n`): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase('correct-horse');
  encrypter.setScryptWorkFactor(work);
  return encrypter.encrypt(text);
}
/** A store with a person who answers, and what they were prompted for. */
function answering(answer: string | null) {
  const prompts: string[] = [];
  const passphrase = async (name: string) => {
    prompts.push(name);
    return answer === null ? null : SecretValue.fromText(answer);
  };
  return { prompts, ...ageStores(folder, { passphrase }) };
}

make('own.key', await protectedKey(4));
make('armored.key', armor.encode(await protectedKey(4)));
make('secrets.age', await sealedText(own, 'A=1\n'));

test.each(['own.key', 'armored.key'])('%s: the passphrase is prompted for once', async (key) => {
  const { prompts, read, set } = answering('correct-horse');
  expect(await read(`age:secrets.age?identity=${key}`, 'A')).toBe('found 1');
  expect(prompts).toEqual([key]);
  expect(await set(`age:new-${key}.age?identity=${key}`, 'A', '2')).toBe('written');
  // A store of its own, whose file was made and is then read.
  expect(prompts).toEqual([key, key]);
});

test('a credential may be protected too', async () => {
  const key = armor.encode(await protectedKey(4));
  const stores = ageStores(folder, {
    credential: async () => SecretValue.fromText(key),
    passphrase: async () => SecretValue.fromText('correct-horse'),
  });
  expect(await stores.read('age:secrets.age', 'A')).toBe('found 1');
});

test('without a person, with a wrong passphrase and with too much work it fails', async () => {
  const { read } = answering(null);
  expect(await read('age:secrets.age?identity=own.key', 'A')).toEqual([
    'locked',
    '`own.key` is protected by a passphrase, and no one can be prompted for it',
  ]);
  const wrong = answering('canary');
  expect(await wrong.read('age:secrets.age?identity=own.key', 'A')).toEqual([
    'denied',
    'the passphrase of `own.key` is not correct',
  ]);
  const text = Buffer.from(await protectedKey(4)).toString('latin1');
  make('costly.key', Buffer.from(text.replace(/ 4\n/u, ' 21\n'), 'latin1'));
  const costly = answering('correct-horse');
  expect(await costly.read('age:secrets.age?identity=costly.key', 'A')).toEqual([
    'unsupported',
    '`costly.key` asks for more work than a passphrase may cost',
  ]);
  expect(costly.prompts).toEqual([]);
});

test('files that are encrypted for someone, damaged, or hold no identity', async () => {
  const { read, prompts } = answering('correct-horse');
  make('sealed.key', await sealedFor([await recipientOf()], own));
  make('cut.key', (await protectedKey(4)).subarray(0, 100));
  make('empty.key', await protectedKey(4, '# nothing\n'));
  const said = await Promise.all(
    ['sealed', 'cut', 'empty'].map((key) => read(`age:secrets.age?identity=${key}.key`, 'A')),
  );
  expect(said).toEqual([
    ['unsupported', '`sealed.key` is encrypted, but not with a passphrase'],
    ['malformed', '`cut.key` is damaged or cut off'],
    ['failed', '`empty.key` contains no age identity'],
  ]);
  expect(prompts).toEqual(['empty.key']);
});

async function recipientOf(): Promise<string> {
  const { identityToRecipient } = await import('age-encryption');
  return identityToRecipient(own);
}
