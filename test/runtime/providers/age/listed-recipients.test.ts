/** Files of age and the lists that they are encrypted for: who was added and removed, what a file shows, and when it is written again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { armor, Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import type { ProviderPorts, RekeyAnswer } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { CALL, convention, inShort, openStore, portsIn } from '../open-store.js';

const folder = temporaryFolder();
const identities = await Promise.all([generateIdentity(), generateIdentity(), generateIdentity()]);
const [own = '', mate = '', third = ''] = identities;
const [OWN = '', MATE = '', THIRD = ''] = await Promise.all(identities.map((one) => identityToRecipient(one)));

const portsWith = (identity: string | null): ProviderPorts => ({
  ...portsIn(folder),
  credential: async () => (identity === null ? null : SecretValue.fromText(identity)),
});
const list = (name: string, ...recipients: readonly string[]) =>
  writeFileSync(`${folder}/${name}.txt`, `# the team\n${recipients.join('\n')}\n`);
const storeOf = async (name: string, identity: string | null = own) =>
  openStore(`age:${name}.age?recipients-file=${name}.txt`, portsWith(identity));
const set = async (name: string, value: string) => {
  const entry = { at: convention('A'), value: SecretValue.fromText(value) };
  return ((await (await storeOf(name)).write?.([entry], CALL)) ?? [])[0];
};
const rekey = async (name: string, isTrial = false) => (await storeOf(name)).rekey?.(CALL, isTrial);
const bytesOf = (name: string) => readFileSync(`${folder}/${name}.age`);
const canRead = async (name: string, identity: string) => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter.decrypt(armor.decode(bytesOf(name).toString()), 'text').catch(() => null);
};
const byAge = async (name: string, plain: string, ...recipients: readonly string[]) => {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  writeFileSync(`${folder}/${name}.age`, armor.encode(await encrypter.encrypt(plain)));
};
const comparisonIn = (answer: RekeyAnswer | undefined) =>
  answer !== undefined && 'comparison' in answer ? answer.comparison : answer;
const different = (lacks: readonly string[], extra: readonly string[]) => ({
  kind: 'different',
  difference: { lacks, extra },
});

test('an equal value is written again for others in the list, though as many as before', async () => {
  list('swap', OWN, MATE);
  await set('swap', '1');
  list('swap', OWN, THIRD);
  expect(await set('swap', '1')).toEqual({
    kind: 'written',
    rekeyed: { list: '`swap.txt`', difference: { lacks: [THIRD], extra: [MATE] } },
  });
  expect([await canRead('swap', mate), await canRead('swap', third)]).toEqual([null, 'A=1\n']);
  const before = bytesOf('swap');
  expect(await set('swap', '1')).toEqual({ kind: 'written' });
  expect(bytesOf('swap').equals(before)).toBe(true);
});

test('who was added and removed is known of a file that was written for a list', async () => {
  list('known', OWN, MATE);
  await set('known', '1');
  list('known', OWN, THIRD);
  const store = await storeOf('known');
  expect(comparisonIn(await store.recipients?.(CALL))).toEqual(different([THIRD], [MATE]));
  const before = bytesOf('known');
  expect(comparisonIn(await rekey('known', true))).toEqual(different([THIRD], [MATE]));
  expect(bytesOf('known').equals(before)).toBe(true);
  expect(await rekey('known')).toMatchObject({ kind: 'rekeyed', list: '`known.txt`' });
  expect([await canRead('known', mate), await canRead('known', third)]).toEqual([null, 'A=1\n']);
  expect(await rekey('known')).toMatchObject({ kind: 'compared', comparison: { kind: 'same' } });
});

test('of a file of another program only the number shows; encrypted again, it is known', async () => {
  list('foreign', OWN, MATE);
  await byAge('foreign', 'A=1\n', OWN, THIRD);
  expect(comparisonIn(await (await storeOf('foreign')).recipients?.(CALL))).toEqual({ kind: 'alike' });
  await byAge('foreign', 'A=1\n', OWN);
  expect(comparisonIn(await (await storeOf('foreign')).recipients?.(CALL))).toEqual(
    different(['1 recipient of the kind `age1…`'], []),
  );
  await byAge('foreign', 'A=1\n', OWN, THIRD);
  expect(comparisonIn(await rekey('foreign'))).toEqual({ kind: 'alike' });
  expect(await canRead('foreign', third)).toBeNull();
  expect(comparisonIn(await (await storeOf('foreign')).recipients?.(CALL))).toEqual({ kind: 'same' });
});

test('an equal value in such a file is written for the list, unless it is certainly for its writer alone', async () => {
  list('sole', OWN);
  await byAge('sole', 'A=1\n', OWN);
  const before = bytesOf('sole');
  await set('sole', '1');
  expect(bytesOf('sole').equals(before)).toBe(true);
  list('pair', OWN, MATE);
  await byAge('pair', 'A=1\n', OWN, THIRD);
  await set('pair', '1');
  expect([await canRead('pair', mate), await canRead('pair', third)]).toEqual(['A=1\n', null]);
});

test('a list without the writer is refused, and the file stays as it is', async () => {
  list('locked', OWN, MATE);
  await set('locked', '1');
  list('locked', MATE);
  const before = bytesOf('locked');
  expect(await rekey('locked')).toMatchObject({ kind: 'failed', failure: { kind: 'unsupported' } });
  expect(bytesOf('locked').equals(before)).toBe(true);
});

test('a store without a list, and one without a file, have nothing to encrypt again', async () => {
  list('none', OWN);
  expect(await rekey('none')).toEqual({ kind: 'no file' });
  await byAge('plain', 'A=1\n', OWN);
  const store = await openStore('age:plain.age', portsWith(own));
  expect(await store.rekey?.(CALL, false)).toEqual({ kind: 'no list' });
  expect(await store.recipients?.(CALL)).toEqual({ kind: 'no list' });
});

test.each([
  ['the file of SOPS', '.config/sops/age/keys.txt', {}],
  ['the file of SOPS in a configured folder', 'elsewhere/sops/age/keys.txt', { XDG_CONFIG_HOME: 'elsewhere' }],
  ['the file of a variable', 'keys/mine.txt', { SOPS_AGE_KEY_FILE: 'keys/mine.txt' }],
])('without an identity %s is used', async (_, path, variables) => {
  const home = `${folder}/home-of-${path.replaceAll(/\W/gu, '-')}`;
  const environment = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, `${home}/${value}`]));
  mkdirSync(`${home}/${path.slice(0, path.lastIndexOf('/'))}`, { recursive: true });
  await byAge('usual', 'A=1\n', OWN);
  const read = async () => {
    const store = await openStore('age:usual.age', { ...portsIn(folder, environment), home });
    return (await store.read([convention('A')], CALL)).map((answer) =>
      answer.kind === 'failed' ? answer.failure.kind : inShort(answer),
    );
  };
  expect(await read()).toEqual(['missing-credential']);
  writeFileSync(`${home}/${path}`, `# no identity\n${own}\n`);
  expect(await read()).toEqual(['found 1']);
  writeFileSync(`${home}/${path}`, 'not an identity\n');
  expect(await read()).toEqual(['missing-credential']);
});
