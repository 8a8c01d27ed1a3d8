/** What the bw store reads from `bw`; what it shares with other stores is in `test/contract/`. */
import { describe, expect, test } from '@jest/globals';
import { bwItem, bwLogin, uuid } from '../../stores/fakes/bw.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { bwWorld as world, field, TITLE } from './bw-world.js';
import { CALL, convention, inShort, native, openSpec, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();

describe('reading', () => {
  test.each([1, 50, 500])('%i secrets take two processes, which ask nobody', async (count) => {
    const items = Array.from({ length: count }, (_, at) => bwLogin(at, `tool/demo/default/K${at}`, `value ${at}`));
    const { read, words, fake } = await world({ vault: { items } });
    const answers = await read(...items.map((_, at) => convention(`K${at}`)));
    expect(answers).toEqual(items.map((_, at) => `found value ${at}`));
    expect(words()).toEqual(['status', 'list items']);
    expect(fake.runs().every((run) => run.words[0] === '--nointeraction')).toBe(true);
  });

  test('what is missing costs nothing extra', async () => {
    const { read, words } = await world();
    expect(await read(convention('A'), native('B'), native(uuid(9)))).toEqual(['absent', 'absent', 'absent']);
    expect(words()).toEqual(['status', 'list items']);
  });

  test('items of types that nobody knows yet do no harm', async () => {
    const odd = { id: uuid(1), type: 99, name: 'New', fields: [{ name: 'x', type: 7, value: 'odd' }] };
    const { read } = await world({ vault: { items: [odd, bwLogin(2, TITLE, 'v')] } });
    expect(await read(convention('A'), field('New', 'X'))).toEqual(['found v', 'found odd']);
    const unnumbered = JSON.stringify([{ ...odd, type: 'passkey' }]);
    const { read: readOf } = await world({ faults: [{ words: 'list items', status: 0, stdout: unnumbered }] });
    expect(await readOf(field('New', 'x'))).toEqual(['found odd']);
  });

  test.each([
    ['without regard to capitals', 'gitHUB', 'found one'],
    ['by its id', uuid(1), 'found one'],
    ['by its id in capitals', uuid(1).toUpperCase(), 'found one'],
    ['by its id in braces', `{${uuid(1)}}`, 'found one'],
    ['by its id without hyphens', uuid(1).replaceAll('-', ''), 'found one'],
    ['by an id before a title', uuid(2), 'found two'],
    ['not by a part of its title', 'GitHub Enter', 'absent'],
    ['not in the trash', 'Gone', 'absent'],
  ])('an item is found %s', async (_, item, expected) => {
    const items = [
      bwLogin(1, 'GitHub', 'one'),
      bwLogin(2, 'GitHub Enterprise', 'two'),
      bwLogin(3, uuid(2), 'another'),
      bwLogin(4, 'Gone', 'x', { deletedDate: '2026-11-01T08:00:00.000Z' }),
    ];
    const { read } = await world({ vault: { items } });
    expect(await read(native(item))).toEqual([expected]);
  });

  test('several of one title are an error that has their ids, and each can be read by its id', async () => {
    const { store, read } = await world({ vault: { items: [bwLogin(1, 'Twin', 'a'), bwLogin(2, 'twin', 'b')] } });
    expect(await store.read([native('Twin')], CALL)).toMatchObject([
      { failure: { detail: `2 items are called \`Twin\`: ${uuid(1)}, ${uuid(2)}` } },
    ]);
    expect(await read(native(uuid(2)))).toEqual(['found b']);
  });

  test('a type limits titles, not ids', async () => {
    const items = [
      bwLogin(1, 'A', 'login'),
      bwItem(2, { type: 2, name: 'A', fields: [{ name: 'value', type: 1, value: 'note' }] }),
    ];
    const { read } = await world({ spec: 'bw://?type=note', vault: { items } });
    expect(await read(native('A'), native(uuid(1)))).toEqual(['found note', 'found login']);
  });

  const KINDS = [
    bwLogin(1, 'login', 'pw', {
      notes: 'a note',
      login: { username: 'me', password: 'pw', totp: 'SEED', uris: [{ uri: 'https://a' }, { uri: 'https://b' }] },
      fields: [
        { name: 'API Key', value: 'k', type: 1 },
        { name: 'On', value: 'true', type: 2 },
        { name: 'Link', value: null, type: 3, linkedId: 100 },
        { name: 'Two', value: '1', type: 0 },
        { name: 'two', value: '2', type: 0 },
      ],
    }),
    bwItem(2, { type: 2, name: 'note', notes: 'body', secureNote: { type: 0 } }),
    bwItem(3, {
      type: 3,
      name: 'card',
      card: { number: '4242', code: '123', cardholderName: 'Jo', expMonth: '4', expYear: '2030' },
    }),
    bwItem(4, { type: 4, name: 'identity', identity: { email: 'a@b', firstName: 'Jo' } }),
    bwItem(5, { type: 5, name: 'ssh', sshKey: { privateKey: 'PRIV', publicKey: 'PUB', keyFingerprint: 'FP' } }),
    bwLogin(6, 'no password', null, { login: { username: 'only me' } }),
    bwItem(7, { type: 6, name: 'bank', bankAccount: { iban: 'DE00' } }),
  ];
  test.each([
    [native('login'), 'found pw'],
    [native('note'), 'found body'],
    [native('card'), 'found 4242'],
    [native('identity'), 'found a@b'],
    [native('ssh'), 'found PRIV'],
    [native('no password'), 'found only me'],
    [field('no password', 'password'), 'absent'],
    [native('bank'), 'absent'],
    [field('bank', 'IBAN'), 'found DE00'],
    [field('login', 'Username'), 'found me'],
    [field('login', 'uri'), 'found https://a'],
    [field('login', 'totp'), 'found SEED'],
    [field('login', 'otp'), 'found 492039'],
    [field('no password', 'otp'), 'absent'],
    [field('login', 'notes'), 'found a note'],
    [field('login', 'api key'), 'found k'],
    [field('login', 'api'), 'absent'],
    [field('login', 'On'), 'found true'],
    [field('login', 'Link'), 'failed unsupported'],
    [field('login', 'Two'), 'failed failed'],
    [field('card', 'CVV'), 'found 123'],
    [field('card', 'cardholder'), 'found Jo'],
    [field('card', 'exp_year'), 'found 2030'],
    [field('identity', 'first_name'), 'found Jo'],
    [field('ssh', 'public_key'), 'found PUB'],
    [field('ssh', 'fingerprint'), 'found FP'],
    [field('login', '__proto__'), 'absent'],
    [field('card', 'constructor'), 'absent'],
  ])('%j is %s', async (at, expected) => {
    const { read } = await world({ vault: { items: KINDS } });
    expect(await read(at)).toEqual([expected]);
  });

  test('a field that is missing is named', async () => {
    const { store, read } = await world({ vault: { items: KINDS } });
    await read(field('login', 'api'));
    expect(await says(store).absence(field('login', 'api'))).toBe('bw: item login has no field api');
    expect(await says(store).absence(native('nowhere'))).toBe('bw: no item nowhere');
  });
});

describe('where items are', () => {
  const organizations = [
    { id: uuid(101), name: 'Acme' },
    { id: uuid(102), name: 'Twin' },
    { id: uuid(103), name: 'Twin' },
  ];
  const collections = [
    { id: uuid(201), name: 'Team', organizationId: uuid(101) },
    { id: uuid(202), name: 'Other', organizationId: uuid(102) },
  ];
  const items = [
    bwLogin(1, TITLE, 'of nobody'),
    bwLogin(2, TITLE, 'of the team', { organizationId: uuid(101), collectionIds: [uuid(201)] }),
  ];
  const vault = { organizations, collections, items };

  test.each([
    ['bw://Team', {}, ['status', 'list collections', `list items --collectionid ${uuid(201)}`]],
    [`bw://${uuid(201)}`, {}, ['status', 'list collections', `list items --collectionid ${uuid(201)}`]],
    [
      'bw://acme@team',
      {},
      ['status', 'list organizations', 'list collections', `list items --collectionid ${uuid(201)}`],
    ],
    ['bw://?org=Acme', {}, ['status', 'list organizations', `list items --organizationid ${uuid(101)}`]],
    ['bw://Other?collection=Team', {}, ['status', 'list collections', `list items --collectionid ${uuid(201)}`]],
    [
      'bw://Other',
      { BITWARDEN_COLLECTION: 'Team' },
      ['status', 'list collections', `list items --collectionid ${uuid(201)}`],
    ],
  ])('%s %j', async (spec, variables, expected) => {
    const { read, words } = await world({ spec, variables, vault });
    expect(await read(convention('A'))).toEqual(['found of the team']);
    expect(words()).toEqual(expected);
  });

  test.each(['bw://Team', 'bw://Acme@Team', 'bw://?org=Acme'])(
    '%s is kept to, also if `bw` prints more',
    async (spec) => {
      const readOf = async (printed: readonly object[]) => {
        const faults = [{ words: 'list items', status: 0, stdout: JSON.stringify(printed) }];
        return (await world({ spec, vault, faults })).read(convention('A'));
      };
      const elsewhere = bwLogin(3, TITLE, 'of others', { organizationId: uuid(102), collectionIds: [uuid(202)] });
      expect(await readOf([...items, elsewhere])).toEqual(['found of the team']);
      expect(await readOf([elsewhere])).toEqual(['absent']);
      expect(await readOf([bwLogin(1, TITLE, 'unsaid')])).toEqual(['found unsaid']);
    },
  );

  test('blank output is an empty list of collections', async () => {
    const faults = [{ words: 'list collections', status: 0, stdout: '\n' }];
    const { store } = await world({ spec: 'bw://Team', vault, faults });
    expect(await store.read([convention('A')], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
  });

  test.each([
    ['bw://Nowhere', 'Bitwarden has no collection `Nowhere` for this account'],
    ['bw://Acme@Other', 'Bitwarden has no collection `Other` for this account'],
    ['bw://?org=Twin', `2 organizations are called \`Twin\`: ${uuid(102)}, ${uuid(103)}`],
  ])('%s is an error, never a missing secret', async (spec, detail) => {
    const { store } = await world({ spec, vault });
    expect(await store.read([convention('A')], CALL)).toMatchObject([{ failure: { kind: 'unsupported', detail } }]);
  });

  test('a new item is in the collection, and in none without one', async () => {
    const { write, fake } = await world({ spec: 'bw://Team', vault });
    expect(await write([convention('NEW'), 'v'])).toEqual([{ kind: 'written' }]);
    expect(fake.state.items.at(-1)).toMatchObject({ organizationId: uuid(101), collectionIds: [uuid(201)] });
    const alone = await world({ spec: 'bw://?org=Acme', vault });
    expect(await alone.write([convention('NEW'), 'v'])).toMatchObject([{ failure: { kind: 'unsupported' } }]);
  });

  test('a server that the program is not set up for is refused before the vault is read', async () => {
    const wanted = await world({ spec: 'bw://?server=vault.example' });
    expect(await wanted.store.read([convention('A')], CALL)).toMatchObject([
      { failure: { help: 'run `bw logout`, `bw config server https://vault.example` and `bw login`' } },
    ]);
    expect(wanted.words()).toEqual(['status']);
    const same = await world({
      spec: 'bw://?server=https://Vault.example/',
      vault: { serverUrl: 'https://vault.example' },
    });
    expect(await same.read(convention('A'))).toEqual(['absent']);
    const cloud = await world({ spec: 'bw://?server=vault.bitwarden.com' });
    expect(await cloud.read(convention('A'))).toEqual(['absent']);
  });

  test('a type that a variable names must exist', async () => {
    const ports = portsIn(folder, { BITWARDEN_DEFAULT_TYPE: 'passkey' });
    expect(await openSpec('bw', ports)).toMatchObject({ kind: 'refused', failure: { kind: 'unsupported' } });
  });
});

test('a list has the names of this project, and the titles without a path', async () => {
  const titles = ['TOOL/demo/default/A', 'tool/demo/other/B', 'tool/demo/default/deep/C', 'DEPLOY_KEY', 'web/shop'];
  const { store } = await world({ vault: { items: titles.map((title, at) => bwLogin(at, title, 'x')) } });
  expect(await store.list?.(CALL)).toEqual({
    kind: 'listed',
    entries: [
      { name: 'A', at: null, native: { item: 'TOOL/demo/default/A' } },
      { name: 'DEPLOY_KEY', at: { item: 'DEPLOY_KEY' } },
    ],
  });
});

describe('signing in', () => {
  test.each([
    ['not logged in', { vault: { status: 'unauthenticated' } }, 'missing-credential', 'bw login', ['status']],
    ['without a key', { variables: { BW_SESSION: '' } }, 'locked', 'bw unlock', ['status']],
    ['with a wrong key', { variables: { BW_SESSION: 'other' } }, 'locked', 'bw unlock', ['status', 'list items']],
  ] as const)('%s', async (_, parts, kind, command, expected) => {
    const { store, words } = await world(parts);
    const failure = { failure: { kind, help: expect.stringContaining(command) } };
    expect(await store.read([convention('A'), convention('B')], CALL)).toMatchObject([failure, failure]);
    expect(words()).toEqual(expected);
  });

  test('a status that calls an open vault locked is not believed', async () => {
    const { read } = await world({
      vault: { items: [bwLogin(1, TITLE, 'v')] },
      faults: [{ words: 'status', status: 0, stdout: '{"serverUrl":null,"status":"locked"}' }],
    });
    expect(await read(convention('A'))).toEqual(['found v']);
  });

  test('it is asked once for all stores of a call, and what changes its output is not passed on', async () => {
    const variables = {
      BW_QUIET: 'true',
      BW_CLEANEXIT: 'true',
      BW_RESPONSE: 'true',
      BW_CLIENTSECRET: 'x',
      BWS_ACCESS_TOKEN: 'y',
    };
    const { ports, words, fake } = await world({ variables, vault: { items: [bwLogin(1, TITLE, 'v')] } });
    const stores = [await openStore('bw', ports), await openStore('bw://?type=login', ports)];
    for (const store of stores) expect((await store.read([convention('A')], CALL)).map(inShort)).toEqual(['found v']);
    expect(words()).toEqual(['status', 'list items', 'list items']);
    for (const run of fake.runs()) expect(run.variables).toEqual({ BW_SESSION: 'canary-session' });
  });
});

describe('what goes wrong is never a missing secret', () => {
  test.each([
    ['throttled', { stderr: 'Rate limit exceeded. Try again later.' }, 'busy'],
    [
      'unreachable',
      { stderr: 'FetchError: request to https://x failed, reason: connect ECONNREFUSED 127.0.0.1' },
      'unreachable',
    ],
    ['too old', { stderr: "error: unknown option '--nointeraction'" }, 'unsupported'],
    ['signed out', { stderr: "Session not found. Please run 'bw login'." }, 'missing-credential'],
    ['of an old session', { stderr: "Key not found. Please run 'bw unlock' again." }, 'locked'],
    ['killed', { signal: 'SIGKILL' }, 'failed'],
    ['cut', { keeps: 0.5 }, 'malformed'],
    ['nothing', { status: 0, stdout: '' }, 'malformed'],
    ['another value', { status: 0, stdout: '{"success":true}' }, 'malformed'],
    ['bytes', { status: 0, bytes: [0x5b, 0xff, 0x5d] }, 'malformed'],
    ['unknown', { stderr: 'Something new.' }, 'failed'],
  ] as const)('%s', async (_, fault, kind) => {
    const items = [bwLogin(1, TITLE, 'canary-value')];
    const { store } = await world({ vault: { items }, faults: [{ words: 'list items', ...fault }] });
    const answers = await store.read([convention('A'), convention('GONE')], CALL);
    expect(answers).toMatchObject([{ failure: { kind } }, { failure: { kind } }]);
    expect(JSON.stringify(answers)).not.toContain('canary');
  });

  test('of a crash the error is shown alone', async () => {
    const stderr =
      'bw.js:8041\n    throw new Error(text);\n          ^\n\nError: odd item\n    at real (/opt/bw.js:9:1)\n\nNode.js v24\n';
    const { store } = await world({ faults: [{ words: 'list items', stderr }] });
    expect(await store.read([convention('A')], CALL)).toMatchObject([{ failure: { detail: 'Error: odd item' } }]);
  });

  test('without the program, the message says what to install', async () => {
    const store = await openStore('bw', {
      ...portsIn(folder),
      programs: { ...(await world()).ports.programs, find: async () => ({ kind: 'not found' }) },
    });
    expect(await store.read([convention('A')], CALL)).toMatchObject([
      { failure: { kind: 'missing-program', help: expect.stringContaining('Bitwarden CLI') } },
    ]);
  });

  test('a whole store that fails stops a batch of writes', async () => {
    const { write, words } = await world({ faults: [{ words: 'create', stderr: 'Vault is locked.' }] });
    const locked = { failure: { kind: 'locked' } };
    expect(await write([convention('A'), '1'], [convention('B'), '2'])).toMatchObject([locked, locked]);
    expect(words()).toEqual(['status', 'list items', 'create item']);
  });
});
