import { writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { fakePrograms } from '../../../helpers/fake-programs.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { sealedFor, sealedText } from './age-files.js';
import { ageStores } from './age-store.js';

const folder = temporaryFolder();
const [own, other] = await Promise.all([generateIdentity(), generateIdentity()]);
const PLUGIN = 'AGE-PLUGIN-CARD-1QQQQQQ';
const CARD = 'age1card1qqqqqq';
const { make, bytesOf } = ageStores(folder);

/** A store where this program `age` answers. */
function withAge(age: Parameters<typeof fakePrograms>[0][string] | undefined) {
  const programs = fakePrograms(age === undefined ? {} : { age });
  return { runs: programs.runs, ...ageStores(folder, { programs }) };
}

make('card.key', `# a card\n${PLUGIN}\n`);
make('both.key', `${own}\n${PLUGIN}\n`);
make('team.txt', `${CARD}\n${await identityToRecipient(own)}\n`);
make('theirs.age', await sealedText(other, 'A=canary\n'));

test('only what no own identity decrypts goes to age, and only the identities of plugins', async () => {
  const { runs, read } = withAge(() => ({ stdout: 'A=by the card\n' }));
  expect(await read('age:theirs.age?identity=both.key', 'A')).toBe('found by the card');
  expect(runs.map(({ words, input }) => [words, input])).toEqual([
    [['--decrypt', '--identity', '-', `${folder}/theirs.age`], `${PLUGIN}\n`],
  ]);
  make('own.age', await sealedText(own, 'A=own\n'));
  expect(await read('age:own.age?identity=both.key', 'A')).toBe('found own');
  expect(runs).toHaveLength(1);
});

test('a file that was replaced meanwhile is not taken for what was read', async () => {
  make('moving.age', await sealedText(other, 'A=1\n'));
  const { read } = withAge(() => {
    writeFileSync(`${folder}/moving.age`, 'another');
    return { stdout: 'A=1\n' };
  });
  expect(await read('age:moving.age?identity=card.key', 'A')).toEqual([
    'conflict',
    '`moving.age` was replaced while `age` decrypted it',
  ]);
});

test.each([
  [
    'age: error: no identity matched any of the recipients',
    'denied',
    '`theirs.age` is not encrypted for the configured identity',
  ],
  [
    'age: error: couldn\'t start plugin: exec: "age-plugin-card": executable file not found in $PATH',
    'missing-program',
    '`age-plugin-card` was not found in `PATH`',
  ],
  [
    "age: error: card plugin: couldn't start plugin: age-plugin-card resolves to executable in current directory (./age-plugin-card)",
    'missing-program',
    '`age-plugin-card` was not found in `PATH`',
  ],
  [`age: error: the card says ${PLUGIN}\n`, 'failed', 'age: error: the card says [secret]'],
  ['', 'failed', '`age` ended with status 1'],
])('%j fails, and what it printed before does not count', async (stderr, kind, said) => {
  const { read } = withAge(() => ({ status: 1, stdout: 'A=canary\n', stderr }));
  expect(await read('age:theirs.age?identity=card.key', 'A')).toEqual([kind, said]);
});

test('without age it fails, and says what to install', async () => {
  const { read } = withAge(undefined);
  expect(await read('age:theirs.age?identity=card.key', 'A')).toEqual([
    'missing-program',
    '`age` was not found in `PATH`',
  ]);
});

test('age encrypts for recipients of plugins, and gets the text over its input', async () => {
  const { runs, set } = withAge(() => ({ stdout: '-----BEGIN AGE ENCRYPTED FILE-----\n' }));
  expect(await set('age:new.age?identity=card.key&recipients-file=team.txt', 'A', 'canary')).toBe('written');
  expect(runs.map(({ words, input }) => [words, input])).toEqual([
    [['--encrypt', '--armor', '--recipient', CARD, '--recipient', await identityToRecipient(own)], 'A=canary\n'],
  ]);
  expect(bytesOf('new.age').toString()).toBe('-----BEGIN AGE ENCRYPTED FILE-----\n');
  const failing = withAge(() => ({ status: 1, stdout: 'half', stderr: 'age: error: A=canary is not for the card' }));
  const said = await failing.set('age:unmade.age?identity=card.key&recipients-file=team.txt', 'A', 'canary');
  expect(said).toEqual(['failed', 'age: error: [secret] is not for the card']);
});

test('the recipient of a plugin identity must be listed', async () => {
  const { set } = withAge(() => ({ stdout: 'A=1\n' }));
  const unknown = ['unsupported', 'only its plugin knows the recipient of the identity'];
  expect(await set('age:fresh.age?identity=card.key', 'A', '1')).toEqual(unknown);
  expect(await set('age:fresh.age?identity=both.key', 'A', '1')).toEqual(unknown);
  expect(await set('age:theirs.age?identity=card.key', 'A', '1')).toBe('written');
  expect(await set('age:theirs.age?identity=card.key', 'A', '2')).toEqual(unknown);
  make('native.txt', `${await identityToRecipient(own)}\n`);
  expect(await set('age:fresh.age?identity=card.key&recipients-file=native.txt', 'A', '1')).toEqual([
    'unsupported',
    '`native.txt` does not include your own identity',
  ]);
  make('mine.age', await sealedFor([await identityToRecipient(own)], 'A=1\n'));
  expect(await set('age:mine.age?identity=both.key', 'A', '2')).toBe('written');
});
