/** What stores whose descriptor names their entries do alike. */
import { expect, test } from '@jest/globals';
import { type EntryRequests, eachEntry, entryStore } from '#runtime/providers/bases/entry-store.js';
import { failed } from '#runtime/providers/store-failure.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { setec } from '#schemas/providers/setec.js';
import { parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { CALL, convention, native, portsIn } from '../open-store.js';

const URI = parseStoreUri('setec://secrets.test') as StoreUri;
const found = (text: string) => ({ kind: 'found', value: SecretValue.fromText(text) }) as const;

/** A store that holds its names, and what it was asked for. */
function opened(more: Partial<EntryRequests> = {}) {
  const asked: string[] = [];
  const requests: EntryRequests = {
    noun: 'secret',
    container: () => 'here',
    target: (name) => `item=${name}`,
    read: async (entries) =>
      entries.map(({ name }) => {
        asked.push(name);
        return found(name);
      }),
    close: async () => {},
    ...more,
  };
  return { asked, store: entryStore(setec, URI, portsIn('/nowhere'), requests) };
}

test('an address that the store cannot have is refused, and the others are asked for', async () => {
  const { asked, store } = opened();
  const answers = await store.read([native('a'), native(''), native('b')], CALL);
  expect(answers.map((answer) => (answer.kind === 'found' ? answer.value.revealText() : answer.kind))).toEqual([
    ...['a', 'failed', 'b'],
  ]);
  expect(asked).toEqual(['a', 'b']);
});

test('where nothing fits, nothing is asked for', async () => {
  const read = async () => {
    throw new Error('it was asked');
  };
  expect(await opened({ read }).store.read([native('')], CALL)).toMatchObject([{ kind: 'failed' }]);
});

test('an answer that is left out is a failure, not a missing entry', async () => {
  const { store } = opened({ read: async () => [] });
  expect(await store.read([native('a')], CALL)).toMatchObject([{ kind: 'failed' }]);
});

test('equal entries are requested once', async () => {
  const sent: string[] = [];
  const api = {
    inBatch: async <Item, Done>(items: readonly Item[], work: (item: Item) => Promise<Done>) =>
      Promise.all(items.map(work)),
  };
  const { store } = opened({
    read: (entries) =>
      eachEntry(api, entries, async ({ name }) => {
        sent.push(name);
        return found(name);
      }),
  });
  expect(await store.read([native('a'), native('b'), native('a')], CALL)).toHaveLength(3);
  expect(sent).toEqual(['a', 'b']);
});

test('a store without a request for it has no such method', () => {
  const { store } = opened();
  expect([store.write, store.remove, store.list]).toEqual([undefined, undefined, undefined]);
  const whole = opened({ write: async () => [], remove: async () => [], list: async () => [] }).store;
  expect([whole.write, whole.remove, whole.list]).not.toContain(undefined);
});

test('a value that the store cannot hold, and a version, are not written', async () => {
  const written: string[] = [];
  const { store } = opened({
    valueProblem: ({ value }) => (value.revealText() === '' ? failed('unsupported', 'it is empty') : null),
    write: async (wanted) =>
      wanted.map(({ entry }) => {
        written.push(entry.name);
        return { kind: 'written' };
      }),
  });
  const value = (text: string) => SecretValue.fromText(text);
  const answers = await store.write?.(
    [
      { at: native('a'), value: value('') },
      { at: native('b'), value: value('x') },
      { at: { kind: 'native', item: 'c', version: '3' }, value: value('x') },
    ],
    CALL,
  );
  expect(answers?.map(({ kind }) => kind)).toEqual(['failed', 'written', 'failed']);
  expect(written).toEqual(['b']);
});

test('an entry without the field is absent, and the reason names the field', async () => {
  const { store } = opened({ read: async (entries) => entries.map(() => ({ kind: 'no field' })) });
  expect(await store.read([native('a')], CALL)).toEqual([{ kind: 'absent' }]);
  expect(await store.absence?.(native('a'))).toBe('setec: secret a has no field ');
  expect(await store.absence?.(native('b'))).toBe('setec: no secret b');
});

test('messages name the entry, its version, and what else the store says', async () => {
  const { store } = opened();
  expect(await store.absence?.({ kind: 'native', item: 'a', version: '3' })).toBe('setec: no version 3 of secret a');
  expect(await store.target?.(convention('A'))).toBe('item=tool/demo/default/A');
  const other = opened({ missing: (name) => `key ${name} in here` }).store;
  expect(await other.absence?.(native('a'))).toBe('setec: no key a in here');
});

test('a change is refused for the entry, or because nothing can be changed', async () => {
  const { store } = opened({ refusal: () => failed('missing-credential', 'the account is not known') });
  expect(await store.refusal?.(native('a'), 'write')).toBe('the account is not known');
  expect(await store.refusal?.(native(''), 'write')).toContain('is not a name of a secret');
  expect(await opened().store.refusal?.(native('a'), 'write')).toBeNull();
});

test('an identity is that of the container, with the entry or the part of those by convention', async () => {
  const { store } = opened({ part: 'prd' });
  expect(await store.identity(null)).toBe('here\nprd');
  expect(await store.identity(convention('A'))).toBe(await store.identity(native('tool/demo/default/A')));
  expect(await opened().store.identity(null)).toBe('here');
});
