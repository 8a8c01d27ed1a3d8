/** The base of the fakes: what is kept, what is written down, and what goes wrong when. */
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../runtime/files/temporary-folder.js';
import { FakeVendor, type VendorFake } from './fake-vendor.js';

const folder = temporaryFolder();

/** Prints how often it was called. */
const vendor: VendorFake<{ calls: number }> = {
  program: 'counter',
  empty: () => ({ calls: 0 }),
  variables: ['COLOUR'],
  run: (_, state) => ({ stdout: `call ${++state.calls}` }),
};
const asked = (...words: string[]) => ({
  words,
  input: null,
  variable: (name: string) => (name === 'COLOUR' ? 'red' : null),
});

test('a vault is kept in its folder, and each call is written down', async () => {
  const fake = new FakeVendor(vendor, `${folder}/kept`);
  await fake.answer(asked('one'));
  expect(await new FakeVendor(vendor, `${folder}/kept`).answer(asked('two'))).toEqual({ stdout: 'call 2' });
  expect(fake.runs()).toMatchObject([{ words: ['one'], variables: { COLOUR: 'red' } }, { words: ['two'] }]);
});

test('a fault is of the calls that it names, or of the nth of them', async () => {
  const fake = new FakeVendor(vendor, `${folder}/nth`);
  fake.fail({ words: 'get', nth: 2, status: 7, stderr: 'no' }, { words: 'set', keeps: 0.5 });
  const ends = [];
  for (const word of ['get', 'get', 'get', 'set']) ends.push(await fake.answer(asked(word)));
  expect(ends.map((end) => ('status' in end ? end.status : 'fine'))).toEqual(['fine', 7, 'fine', 'fine']);
  expect(ends.at(-1)).toEqual({ stdout: Buffer.from('cal') });
  expect(fake.state).toEqual({ calls: 3 });
});

test('a fault may come after the command was carried out, and may print megabytes', async () => {
  const fake = new FakeVendor(vendor, `${folder}/done`);
  fake.fail({ signal: 'SIGKILL', isDone: true, stdout: 'ab', times: 1_000_000 });
  const end = await fake.answer(asked('set'));
  expect(end).toMatchObject({ kind: 'killed', signal: 'SIGKILL' });
  expect('stdout' in end && end.stdout?.length).toBe(2_000_000);
  expect(fake.state).toEqual({ calls: 1 });
});
