/** Changes by a program that does not lock what it changes: one process after the other. */
import { expect, test } from '@jest/globals';
import { FileFault } from '#runtime/files/files.js';
import { nodeFiles } from '#runtime/files/node-files.js';
import { inTurn } from '#runtime/providers/bases/in-turn.js';
import { temporaryFolder } from '../../files/temporary-folder.js';

const files = nodeFiles();
const folder = temporaryFolder();
const place = { path: `${folder}/index`, name: 'the index' };
const CALL = { signal: new AbortController().signal };
const busy = () => new FileFault('busy', 'cannot write /path: busy', 'busy');

test('what the work answers and what it throws is its own', async () => {
  expect(await inTurn(place, async () => 'done', files, CALL)).toBe('done');
  const fault = busy();
  const failing = inTurn(place, () => Promise.reject(fault), files, CALL);
  await expect(failing).rejects.toBe(fault);
});

test('a lock that cannot be had is a failure that names the place, and the work is not done', async () => {
  let isDone = false;
  const work = async () => {
    isDone = true;
  };
  const locked = { ...files, alone: () => Promise.reject(busy()) };
  expect(await inTurn(place, work, locked, CALL)).toEqual({
    kind: 'failed',
    failure: { kind: 'busy', detail: 'the index: busy' },
  });
  const givenUp = AbortSignal.abort();
  expect(await inTurn(place, work, files, { signal: givenUp })).toEqual({
    kind: 'failed',
    failure: { kind: 'timeout', detail: 'the call was given up' },
  });
  expect(isDone).toBe(false);
});
