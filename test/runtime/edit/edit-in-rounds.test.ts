/** What is stored and said when a person edits more than once. */
import { expect, test } from '@jest/globals';
import { editInRounds } from '#runtime/edit/edit-in-rounds.js';
import type { PrivatePlace } from '#runtime/edit/private-place.js';
import { Failure } from '#runtime/failure.js';
import type { EditedSecret, Editing } from '#runtime/session/operations/edit.js';

const secretOf = (secret: string): EditedSecret => ({
  ...{ secret, value: null, description: '', required: true, type: null, store: 'dotenv:.env', target: 'item=A' },
  ...{ isWriteOnly: false, defaultText: null },
});
/** One of two stores is written. */
const EDITING: Editing = {
  ...{ project: 'p', profile: 'default', secrets: [secretOf('A'), secretOf('B')], others: [] },
  store: async () => ({ stored: ['A'], conflicts: ['B'], errors: [] }),
};
const place = { read: () => Buffer.from('A=1\nB=2\n') } as unknown as PrivatePlace;

test('an editor that fails after a part was stored does not hide what was', async () => {
  const ends = [null, 'ended with exit code 1'];
  const reported: (readonly string[])[] = [];
  const rounds = editInRounds(
    EDITING,
    {
      editor: { text: 'vim', name: 'vim', known: null, isMissing: false },
      place,
      open: async () => ends.shift() ?? null,
      decide: async () => 'edit',
    },
    async (stored) => void reported.push(stored),
  );
  const failure = await rounds.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(JSON.stringify(failure)).toContain('so nothing more was written');
  expect(reported).toEqual([['A']]);
});
