/** What the protonpass store does with `pass-cli`; what it shares with other stores is in `test/contract/`. */
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeVendor } from '../../stores/fakes/fake-vendor.js';
import { type PassAccount, putItem, vendor } from '../../stores/fakes/pass-cli.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
let made = 0;

interface Parts {
  readonly spec?: string;
  readonly reason?: string | null;
  readonly variables?: Readonly<Record<string, string>>;
  readonly account?: (account: PassAccount) => void;
}

async function world({ spec = 'protonpass', reason = null, variables = {}, account }: Parts = {}) {
  const fake = new FakeVendor(vendor, `${folder}/${made++}`);
  fake.change((each) => account?.(each));
  const programs = fake.programs();
  const ports = portsIn(folder, variables);
  const store = await openStore(spec, { ...ports, programs, context: { ...ports.context, reason } });
  const read = async (...addresses: readonly At[]) => (await store.read(addresses, CALL)).map(inShort);
  const write = async (values: Readonly<Record<string, string>>, more: { readonly onlyIfAbsent?: true } = {}) =>
    store.write?.(
      Object.entries(values).map(([title, text]) => ({
        at: native(title),
        value: SecretValue.fromText(text),
        ...more,
      })),
      CALL,
    );
  const notes = () => fake.state.vaults['tool']?.items.map(({ title, note }) => `${title}: ${note}`);
  return { fake, programs, store, read, write, notes, lines: () => fake.runs().map(({ words }) => words.join(' ')) };
}

describe('a read', () => {
  const held = (account: PassAccount) => {
    putItem(account, 'tool', { title: 'demo/default/A', note: 'of a' });
    putItem(account, 'tool', { title: 'B b', note: 'two\nlines ' });
    putItem(account, 'tool', { title: 'EMPTY' });
    putItem(account, 'tool', { title: 'TRASHED', note: 'old', state: 'Trashed' });
  };
  const wanted = [convention('A'), native('B b'), native('GONE'), native('EMPTY'), native('TRASHED')];
  const answers = ['found of a', 'found two\nlines ', 'absent', 'absent', 'absent'];

  test('of any number is one process', async () => {
    const { read, lines } = await world({ account: held });
    expect(await read(...wanted)).toEqual(answers);
    expect(lines()).toEqual(['item list tool --show-secrets --output json']);
  });

  test('by an agent is one more, and one for each', async () => {
    const { read, lines } = await world({ account: (account) => held(Object.assign(account, { session: 'agent' })) });
    expect(await read(...wanted)).toEqual(answers);
    expect(lines()).toEqual([
      'item list tool --show-secrets --output json',
      'item list tool --output json',
      'item view --share-id=SHARE-tool== --item-id=-item0== --output json',
      'item view --share-id=SHARE-tool== --item-id=-item1== --output json',
      'item view --share-id=SHARE-tool== --item-id=-item2== --output json',
    ]);
  });

  test.each([
    ['error: unrecognized argument\n', 2],
    ['Error: Agents may not see all secrets\n', 1],
    ['Error: not allowed for this session\n', 1],
  ])('without contents in the listing is one for each, however the program says so: %s', async (stderr, status) => {
    const { fake, read, lines } = await world({ account: held });
    fake.fail({ words: '--show-secrets', status, stderr });
    expect(await read(native('B b'), native('GONE'))).toEqual(['found two\nlines ', 'absent']);
    expect(lines()).toHaveLength(3);
  });

  test('by a version that has no option for contents uses its listing, which has them', async () => {
    const { read, lines } = await world({ account: (account) => held(Object.assign(account, { isOld: true })) });
    expect(await read(...wanted)).toEqual(answers);
    expect(lines()).toHaveLength(2);
  });

  test('takes the newest of several items, and none of two that are equally new', async () => {
    const { read } = await world({
      account: (account) => {
        putItem(account, 'tool', { title: 'A', note: 'new', createdAt: '2026-02-01T00:00:00' });
        putItem(account, 'tool', { title: 'A', note: 'old', createdAt: '2026-01-01T00:00:00' });
        for (const note of ['one', 'two'])
          putItem(account, 'tool', { title: 'B', note, createdAt: '2026-01-01T00:00:00' });
      },
    });
    expect(await read(native('A'), native('B'))).toEqual(['found new', 'failed failed']);
  });

  test('is in the vault of the address, whatever its name', async () => {
    const account = (each: PassAccount) => {
      each.vaults['--help me'] = { shareId: '-S==', items: [] };
      putItem(each, '--help me', { title: 'shop-A', note: 'mine' });
    };
    const { read, lines } = await world({ spec: 'protonpass://--help%20me/{project}/{key}', account });
    expect(await read(native('shop-A'))).toEqual(['found mine']);
    expect(lines()).toEqual(['item list --show-secrets --output json -- --help me']);
  });

  test.each([
    ['{"items":', 'malformed'],
    ['[]', 'malformed'],
    ['{"items":[{"id":"1","share_id":"2"}]}', 'malformed'],
    ['{"items":[null]}', 'malformed'],
    ['', 'malformed'],
  ])('of a listing that is cut or different is a failure: %s', async (stdout, kind) => {
    const { fake, read } = await world();
    fake.fail({ status: 0, stdout });
    expect(await read(native('A'))).toEqual([`failed ${kind}`]);
  });

  test('of a view that is cut is a failure', async () => {
    const { fake, read } = await world({ account: (account) => held(Object.assign(account, { session: 'agent' })) });
    fake.fail({ words: 'item view', keeps: 0.5 });
    expect(await read(native('A'), native('B b'))).toEqual(['absent', 'failed malformed']);
  });
});

describe('a write', () => {
  test('of a new item is a listing and a creation, with the value on its input', async () => {
    const { fake, write, notes, lines } = await world();
    expect(await write({ A: 'canary {{ pass://x }}' })).toEqual([{ kind: 'written' }]);
    expect(lines()).toEqual([
      'item list tool --show-secrets --output json',
      'item create note --vault-name tool --from-template -',
    ]);
    expect(fake.runs()[1]?.input).toBe('{"title":"A","note":"canary {{ pass://x }}"}');
    expect(notes()).toEqual(['A: canary {{ pass://x }}']);
  });

  test('succeeds whatever the program prints about the new item', async () => {
    for (const stdout of ['', 'Item created\n', '{"item":{"id":"1"}}\n']) {
      const { fake, write, notes } = await world({
        account: (account) => putItem(account, 'tool', { title: 'A', note: 'old' }),
      });
      fake.fail({ words: 'item create', isDone: true, status: 0, stdout });
      expect(await write({ A: 'new', B: 'first' })).toEqual([{ kind: 'written' }, { kind: 'written' }]);
      expect(notes()).toEqual(['A: new', 'B: first']);
    }
  });

  test('creates the new item before it deletes the old ones', async () => {
    const { write, notes, lines } = await world({
      account: (account) => ['1', '2'].map((note) => putItem(account, 'tool', { title: 'A', note })),
    });
    expect(await write({ A: 'new' })).toEqual([{ kind: 'written' }]);
    expect(lines().slice(1)).toEqual([
      'item create note --vault-name tool --from-template -',
      'item list tool --show-secrets --output json',
      'item delete --share-id=SHARE-tool== --item-id=-item0==',
      'item delete --share-id=SHARE-tool== --item-id=-item1==',
    ]);
    expect(notes()).toEqual(['A: new']);
  });

  test.each([
    ['item create', 1],
    ['item list', 2],
  ])('that fails at %s, call %d, keeps the old item', async (words, nth) => {
    const { fake, write, read } = await world({
      account: (account) => putItem(account, 'tool', { title: 'A', note: 'old' }),
    });
    fake.fail({ words, nth, status: 1, stderr: 'Error: canary\n' });
    expect(await write({ A: 'new canary' })).toMatchObject([{ failure: { kind: 'failed' } }]);
    fake.fail();
    expect((await read(native('A')))[0]).toMatch(words === 'item create' ? /^found old$/ : /^found new canary$/);
  });

  test('whose value Proton Pass changes is taken back', async () => {
    const { fake, write, notes } = await world({
      account: (account) => putItem(account, 'tool', { title: 'A', note: 'old' }),
    });
    const listed = ['old', 'trimmed'].map((note, number) => {
      return { id: `-item${number}==`, share_id: 'SHARE-tool==', title: 'A', content: { title: 'A', note } };
    });
    fake.fail({ words: 'item list', nth: 2, status: 0, stdout: JSON.stringify({ items: listed }) });
    expect(await write({ A: ' trimmed ' })).toMatchObject([{ failure: { kind: 'conflict' } }]);
    expect(notes()).toEqual(['A: old']);
  });

  test('says which old item remains', async () => {
    const { fake, write, read } = await world({
      account: (account) => putItem(account, 'tool', { title: 'A', note: 'old' }),
    });
    fake.fail({
      words: 'item delete',
      status: 1,
      stderr: 'Error: Error deleting item\n\nCaused by:\n    0: PermissionDenied\n',
    });
    expect(await write({ A: 'new' })).toMatchObject([
      {
        kind: 'written',
        notes: [expect.stringContaining('`-item0==` could not be deleted: Error deleting item: Perm')],
      },
    ]);
    fake.fail();
    expect(await read(native('A'))).toEqual(['found new']);
  });

  test.each([
    [{ type: 'Login' }, 'is not a note'],
    [{ hasFiles: true }, 'has attachments'],
    [{ fields: ['pin'] }, 'has further fields'],
  ] as const)('does not replace an item with more than a note: %j', async (more, why) => {
    for (const session of ['person', 'agent'] as const) {
      const { write, notes } = await world({
        account: (account) =>
          putItem(Object.assign(account, { session }), 'tool', { title: 'A', note: 'old', ...more }),
      });
      const refused = { failure: { kind: 'unsupported', detail: expect.stringContaining(why) } };
      expect(await write({ A: 'new' })).toMatchObject([refused]);
      expect(notes()).toEqual(['A: old']);
    }
  });

  test('to a gap keeps what is there, and twice the same title is one item', async () => {
    const { write, store, notes } = await world({
      account: (account) => putItem(account, 'tool', { title: 'A', note: 'old' }),
    });
    expect(await write({ A: 'new' }, { onlyIfAbsent: true })).toMatchObject([{ kind: 'present' }]);
    const twice = ['1', '2'].map((text) => ({ at: native('B'), value: SecretValue.fromText(text) }));
    expect(await store.write?.(twice, CALL)).toEqual([{ kind: 'written' }, { kind: 'written' }]);
    expect(notes()).toEqual(['A: old', 'B: 2']);
  });

  test('shows no part of the value in a message', async () => {
    const { fake, write } = await world();
    fake.fail({ words: 'item create', status: 1, stderr: 'Error: cannot store "canary" because of canary\n' });
    expect(JSON.stringify(await write({ A: 'canary' }))).not.toContain('canary');
  });
});

describe('what pass-cli says', () => {
  test.each([
    ['none', 'missing-credential', 'run `pass-cli login`'],
    ['locked', 'locked', 'run `pass-cli session unlock`'],
  ] as const)('of a session that is %s', async (session, kind, help) => {
    const { store, lines } = await world({ account: (account) => Object.assign(account, { session }) });
    expect(await store.read([native('A'), native('B')], CALL)).toMatchObject(
      Array(2).fill({ failure: { kind, help } }),
    );
    expect(lines()).toHaveLength(1);
  });

  test('of another account is no missing value', async () => {
    const { store } = await world({ spec: 'protonpass://Team%20A' });
    expect(await store.read([native('A')], CALL)).toMatchObject([
      {
        failure: {
          kind: 'unsupported',
          detail: 'Proton Pass has no vault `Team A` in the account that `pass-cli` is signed in to',
        },
      },
    ]);
  });
});

describe('an agent gives a reason', () => {
  test.each([
    ['that of the call', { reason: 'deploy' }, 'deploy'],
    ['that of its environment', { variables: { PROTON_PASS_AGENT_REASON: 'from outside' } }, 'from outside'],
    ['the name of the tool in place of a blank one', { variables: { PROTON_PASS_AGENT_REASON: ' ' } }, 'tool/0.1.0'],
    ['of at most 300 characters', { reason: '🔑'.repeat(400) }, '🔑'.repeat(300)],
  ])('%s', async (_, parts, reason) => {
    const { fake, write } = await world({
      ...parts,
      account: (account) => Object.assign(account, { session: 'agent' }),
    });
    expect(await write({ A: 'x' })).toEqual([{ kind: 'written' }]);
    expect(fake.runs().map(({ variables }) => variables['PROTON_PASS_AGENT_REASON'])).toEqual([reason, reason, reason]);
  });
});

test('sessions of other managers do not reach pass-cli, and its own password reaches no other program', async () => {
  const { fake, read } = await world({ variables: { BW_SESSION: 'canary', PROTON_PASS_PASSWORD: 'own' } });
  await read(native('A'));
  expect(fake.runs()[0]?.variables).toMatchObject({ PROTON_PASS_PASSWORD: 'own', PROTON_PASS_NO_UPDATE_CHECK: '1' });
  expect(fake.runs()[0]?.variables).not.toHaveProperty('BW_SESSION');
});

test('an empty title is refused before a process', async () => {
  const { store, lines } = await world();
  expect(await says(store).refusesWrite(native(''))).toContain('is not a title');
  expect(await store.read([native('')], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
  expect(lines()).toEqual([]);
});
