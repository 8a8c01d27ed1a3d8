/** What the bw store writes; what it shares with other stores is in `test/contract/`. */
import { describe, expect, test } from '@jest/globals';
import { bwLogin, uuid } from '../../stores/fakes/bw.js';
import { bwWorld as world, field, TITLE } from './bw-world.js';
import { CALL, convention, inShort, native } from './open-store.js';

describe('writing', () => {
  test('the item is on standard input, all of it, and no value among the arguments', async () => {
    const before = bwLogin(1, TITLE, 'old', {
      notes: 'keep',
      favorite: true,
      passwordHistory: [{ password: 'older' }],
    });
    const { write, words, fake, item } = await world({ vault: { items: [before] } });
    expect(await write([convention('A'), 'canary-new'], [convention('B'), 'canary-b'])).toEqual([
      { kind: 'written' },
      { kind: 'written' },
    ]);
    expect(words()).toEqual(['status', 'list items', `edit item ${uuid(1)}`, 'create item']);
    expect(JSON.stringify(fake.runs().map((run) => run.words))).not.toContain('canary');
    expect(item(1)).toMatchObject({ notes: 'keep', favorite: true, passwordHistory: [{ password: 'older' }] });
    expect(item(1)).toMatchObject({ login: { password: 'canary-new' } });
    expect(fake.state.items.at(-1)).toMatchObject({
      type: 1,
      name: 'tool/demo/default/B',
      login: { password: 'canary-b' },
    });
  });

  test('two fields of one item are two edits, of which the second starts from the first', async () => {
    const { write, item } = await world({ vault: { items: [bwLogin(1, 'Shop', 'old')] } });
    expect(await write([field('Shop', 'username'), 'me'], [field('Shop', 'API token'), 't'])).toEqual([
      { kind: 'written' },
      { kind: 'written' },
    ]);
    expect(item(1)).toMatchObject({
      login: { username: 'me', password: 'old' },
      fields: [{ name: 'API token', value: 't', type: 1 }],
    });
  });

  test.each([
    ['note', { type: 2, secureNote: { type: 0 }, fields: [{ name: 'value', value: 'v', type: 1 }] }],
    ['card', { type: 3, card: { number: 'v' } }],
    ['identity', { type: 4, identity: { email: 'v' } }],
    ['ssh', { type: 5, sshKey: { privateKey: 'v', publicKey: '(not set)' } }],
  ])('a new item of type %s', async (type, expected) => {
    const { write, fake, read } = await world({ spec: `bw://?type=${type}` });
    expect(await write([convention('A'), 'v'])).toEqual([{ kind: 'written' }]);
    expect(fake.state.items).toMatchObject([expected]);
    expect(await read(convention('A'))).toEqual(['found v']);
  });

  test.each([
    ['region', 0],
    ['Client Secret', 1],
    ['code', 1],
  ])('a new custom field %s is of type %i', async (name, type) => {
    const { write, item } = await world({ vault: { items: [bwLogin(1, 'Shop', 'x')] } });
    await write([field('Shop', name), 'v']);
    expect(item(1)).toMatchObject({ fields: [{ name, value: 'v', type }] });
  });

  test('an item that a ref names is never created', async () => {
    const { write, words } = await world();
    expect(await write([native('Misspelled'), 'v'], [native(uuid(9)), 'v'])).toMatchObject([
      { failure: { kind: 'unsupported', detail: expect.stringContaining('is not created') } },
      { failure: { kind: 'unsupported' } },
    ]);
    expect(words()).toEqual(['status', 'list items']);
  });

  test('a change by another client is never overwritten', async () => {
    const { write } = await world({ vault: { items: [bwLogin(1, TITLE, 'a')], changedElsewhere: [uuid(1)] } });
    expect(await write([convention('A'), 'b'])).toMatchObject([
      { failure: { kind: 'conflict', help: 'run `bw sync`, and try again' } },
    ]);
  });

  test.each([
    ['', 'unsupported'],
    ['a\0b', 'not-text'],
    ['x'.repeat(3696), 'unsupported'],
    ['x'.repeat(3695), 'written'],
    ['- --{{ "$(x)"\n`y`', 'written'],
  ])('a value that Bitwarden does not keep is refused: %#', async (text, expected) => {
    const { store, write } = await world({ vault: { items: [bwLogin(1, TITLE, 'a')] } });
    const [answer] = (await write([convention('A'), text])) ?? [];
    expect(answer?.kind === 'failed' ? answer.failure.kind : answer?.kind).toBe(expected);
    if (expected === 'written')
      expect((await store.read([convention('A')], CALL)).map(inShort)).toEqual([`found ${text}`]);
  });

  test('no value is in a message, in any form in which the program repeats it', async () => {
    const { write } = await world({ faults: [{ words: 'create', stderr: 'cannot keep canary-value' }] });
    expect(await write([convention('A'), 'canary-value'])).toMatchObject([
      { failure: { detail: 'cannot keep [secret]' } },
    ]);
  });

  test('nor is any other that the item has, all of which the program gets', async () => {
    const parts = {
      notes: 'canary-note',
      fields: [{ name: 'token', value: 'canary-field', type: 1 }],
      passwordHistory: [{ password: 'canary-older' }],
    };
    const stderr = 'cannot keep canary-login, canary-note, canary-field or canary-older';
    const { write } = await world({
      vault: { items: [bwLogin(1, 'Shop', 'canary-login', parts)] },
      faults: [{ words: 'edit', stderr }],
    });
    expect(await write([field('Shop', 'username'), 'somebody'])).toMatchObject([
      { failure: { detail: 'cannot keep [secret], [secret], [secret] or [secret]' } },
    ]);
  });
});
