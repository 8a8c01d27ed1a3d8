/** A fake as a process of its own: through the programs of the system, as the tool starts them. */
import { expect, test } from '@jest/globals';
import { nodePrograms } from '#runtime/programs/node-programs.js';
import { temporaryFolder } from '../../runtime/files/temporary-folder.js';
import { CALL, inShort, native, openStore, portsIn } from '../../runtime/providers/open-store.js';
import { FakeVendor } from './fake-vendor.js';
import type { Fault } from './fault.js';
import { type LpassState, lpassAccount, vendor } from './lpass.js';

const folder = temporaryFolder();
let made = 0;

async function read(...faults: readonly Fault[]) {
  const at = `${folder}/${++made}`;
  const fake = new FakeVendor<LpassState>(vendor, at);
  fake.change(({ accounts }) => accounts.push(lpassAccount('1', 'Shop', 'ü€')));
  fake.fail(...faults);
  const programs = nodePrograms();
  const store = await openStore('lastpass', { ...portsIn(at, { PATH: fake.installed() }), programs });
  const answers = await Promise.all([store.read([native('Shop')], CALL), store.read([native('None')], CALL)]);
  return { answers: answers.flat().map(inShort), runs: fake.runs() };
}

test('two at once share a vault, and each call is written down', async () => {
  const { answers, runs } = await read();
  expect(answers).toEqual([`found ${Buffer.from('ü€').toString('latin1')}`, 'absent']);
  expect(runs.map(({ words }) => words.at(-1)).sort()).toEqual(['None', 'Shop']);
  expect(runs.every(({ started, ended }) => started <= ended)).toBe(true);
});

test('output that comes in parts is whole, and that of a killed program is none', async () => {
  const split = await read({ words: 'Shop', splitAt: 70 });
  expect(split.answers[0]).toBe(`found ${Buffer.from('ü€').toString('latin1')}`);
  const killed = await read({ words: 'Shop', signal: 'SIGKILL', stdout: '[]' });
  expect(killed.answers).toEqual(['failed failed', 'absent']);
});
