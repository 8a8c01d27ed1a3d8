/** Writes that give way to what a store has. */
import { expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, openStore, portsIn } from './open-store.js';

const folder = temporaryFolder();
const entry = (key: string, text: string) => ({ at: convention(key), value: SecretValue.fromText(text) });

test.each(['dotenv:.env', 'file:./secrets'])(
  '%s keeps what it has, says what it is, and takes the rest',
  async (spec) => {
    const store = await openStore(spec, portsIn(folder));
    await store.write?.([entry('OLD', 'kept'), entry('EMPTY', '')], CALL);
    const given = [entry('OLD', 'new'), entry('EMPTY', 'new'), entry('NEW', 'new')];
    const answers = await store.write?.(
      given.map((one) => ({ ...one, onlyIfAbsent: true as const })),
      CALL,
    );
    expect(answers?.map(({ kind }) => kind)).toEqual(['present', 'present', 'written']);
    expect(
      answers?.map((answer) => (answer.kind === 'present' ? Buffer.from(answer.value.reveal()).toString() : null)),
    ).toEqual(['kept', '', null]);
    const found = await store.read(
      given.map(({ at }) => at),
      CALL,
    );
    expect(found.map(inShort)).toEqual(['found kept', 'found ', 'found new']);
  },
);
