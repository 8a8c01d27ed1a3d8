/** A program that serves, and whether this process waits for it. */
import { expect, test } from '@jest/globals';
import { ServerProcess } from '#runtime/json-rpc/server-process.js';

test('it is held once, however often that is said: some runtimes count', async () => {
  const program = new ServerProcess({ path: 'cat', words: [], folder: '/', variables: { PATH: process.env['PATH'] } });
  const said: string[] = [];
  const { input } = program;
  Object.assign(input, { ref: () => said.push('ref'), unref: () => said.push('unref') });
  for (const isHeld of [true, false, false, true, true]) program.hold(isHeld);
  expect(said).toEqual(['unref', 'ref']);
  program.kill();
  expect(await program.ended).toEqual({ kind: 'killed', signal: 'SIGKILL' });
});
