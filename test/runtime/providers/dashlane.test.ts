import { chmodSync, readdirSync, statSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { type DcliState, dcliItem, vendor } from '../../stores/fakes/dcli.js';
import { FakeVendor } from '../../stores/fakes/fake-vendor.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
let vaults = 0;

async function world(change: (state: DcliState) => void, { spec = 'dashlane', keys, variables = {} }: Setting = {}) {
  const at = `${folder}/${++vaults}`;
  const fake = new FakeVendor<DcliState>(vendor, at);
  fake.change(change);
  const credential = async () => (keys === undefined ? null : SecretValue.fromText(keys));
  const programs = fake.programs();
  const ports = { ...portsIn(at, { HOME: `${at}/home`, ...variables }), programs, credential };
  const store = await openStore(spec, ports);
  const read = async (...ats: readonly At[]) => (await store.read(ats, CALL)).map(inShort);
  return { at, fake, store, read, ports, programs, commands: () => fake.runs().map(({ words }) => words[0]) };
}
interface Setting {
  readonly spec?: string;
  readonly keys?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

const named = (key: string) => `tool/demo/default/${key}`;
const ref = (item: string, field: string): At => ({ kind: 'native', item, field });
const LOGIN = dcliItem('ABC-1', 'Shop', { login: 'me', password: 'hunter2', otpSecret: 'JBSW' });

describe('values', () => {
  test('of secrets, then logins, then notes, by title and id, and their fields', async () => {
    const { read } = await world(({ secret, note, password }) => {
      secret.push(dcliItem('A', named('A'), { content: 'one\n' }));
      note.push(dcliItem('B', named('A'), { content: 'hidden' }), dcliItem('C', named('B'), { content: 'two' }));
      note.push(dcliItem('E', 'Shop', { content: 'hidden' }));
      password.push(LOGIN, dcliItem('D', 'Straße Ü', { password: 'ü' }));
    });
    expect(await read(convention('A'), convention('B'), native('shop'), ref('SHOP', 'login'))).toEqual([
      'found one\n',
      'found two',
      'found hunter2',
      'found me',
    ]);
    expect(await read(native('{ABC-1}'), native('abc-1'), native('STRASSE ü'), convention('C'))).toEqual([
      'found hunter2',
      'found hunter2',
      `found ${Buffer.from('ü').toString('latin1')}`,
      'absent',
    ]);
  });

  test('of one kind, which the address names in any spelling', async () => {
    for (const [kind, value] of [
      ['secret', 'absent'],
      ['Notes', 'found n'],
      ['LOGINS', 'found hunter2'],
      ['password', 'found hunter2'],
    ]) {
      const { read, commands } = await world(
        ({ note, password }) => {
          note.push(dcliItem('B', 'Shop', { content: 'n' }));
          password.push(LOGIN);
        },
        { spec: `dashlane://${kind}` },
      );
      expect([kind, ...(await read(native('Shop')))]).toEqual([kind, value]);
      expect(commands()).toHaveLength(1);
    }
  });

  test('an empty usual field counts as none, a field that no item has is an error, and so are two of one title', async () => {
    const { store, read } = await world(({ secret, password }) => {
      secret.push(dcliItem('A', named('A'), { content: '' }), dcliItem('B', 'Twin', {}), dcliItem('C', 'twin', {}));
      password.push(LOGIN);
    });
    expect(await read(convention('A'))).toEqual(['absent']);
    for (const field of ['none', 'id', 'title']) {
      const [answer] = await store.read([ref('Shop', field)], CALL);
      expect(answer).toMatchObject({ failure: { kind: 'unsupported', detail: `the item Shop has no field ${field}` } });
    }
    const [answer] = await store.read([native('TWIN')], CALL);
    expect(answer).toMatchObject({ failure: { kind: 'failed', detail: expect.stringMatching(/`B`, `C`/) } });
  });

  test('what its logger prints before a list is no part of it', async () => {
    const { read } = await world((state) => {
      state.warning = '\x1b[33mwarn: Unable to reach OS keychain because of error\x1b[39m\n[info] x\n';
      state.secret.push(dcliItem('A', named('A'), { content: 'a\n[1]\x1b[31mred\n' }));
    });
    expect(await read(convention('A'))).toEqual(['found a\n[1]\x1b[31mred\n']);
  });

  test('it takes none, and says so before anyone is asked', async () => {
    const { store } = await world(() => undefined);
    expect(store.write).toBeUndefined();
    expect(await says(store).absence(convention('A'))).toBe(`dashlane: no item ${named('A')}`);
  });
});

describe('processes', () => {
  test.each([1, 50, 500])('%i secrets take one, those that are missing three, one at a time', async (count) => {
    const keys = Array.from({ length: count }, (_, index) => `KEY${index}`);
    const { read, commands, ports, programs } = await world(({ secret }) => {
      secret.push(...keys.map((key) => dcliItem(key, named(key), { content: key })));
    });
    expect(await read(...keys.map(convention))).toEqual(keys.map((key) => `found ${key}`));
    expect(commands()).toEqual(['secret']);
    await read(...keys.map((key) => convention(`${key}_GONE`)));
    expect(commands()).toEqual(['secret', 'secret', 'password', 'note']);
    const others = await Promise.all(['dashlane://note', 'dashlane://login'].map((spec) => openStore(spec, ports)));
    await Promise.all(others.map((store) => store.read([convention('KEY0')], CALL)));
    expect(programs.most()).toBe(1);
  });

  test('with the keys of a device it has a private home that does not show them', async () => {
    const keys = 'dls_ACCESS_SECRET';
    const setting = { keys, variables: { XDG_DATA_HOME: '/elsewhere', BW_SESSION: 'other' } };
    const { at, read, fake } = await world((state) => {
      state.isSignedIn = false;
      state.keys.push(keys);
      state.secret.push(dcliItem('A', named('A'), { content: 'one' }));
    }, setting);
    expect(await read(convention('A'))).toEqual(['found one']);
    const base = `${at}/home/.cache/tool/dashlane`;
    const [name = ''] = readdirSync(base);
    expect(fake.runs()[0]?.variables).toEqual({
      DASHLANE_SERVICE_DEVICE_KEYS: keys,
      HOME: `${base}/${name}`,
      APPDATA: `${base}/${name}`,
    });
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(statSync(`${base}/${name}`).mode & 0o777).toBe(0o700);
    chmodSync(`${base}/${name}`, 0o755);
    const again = await openStore('dashlane', {
      ...portsIn(at),
      programs: fake.programs(),
      credential: async () => SecretValue.fromText(keys),
    });
    expect((await again.read([convention('A')], CALL)).map(inShort)).toEqual(['failed denied']);
  });
});

describe('failures', () => {
  test('signed out and locked are told apart, and an old program is neither', async () => {
    const out = await world((state) => {
      state.isSignedIn = false;
    });
    expect(await out.read(convention('A'), convention('B'))).toEqual([
      'failed missing-credential',
      'failed missing-credential',
    ]);
    expect(out.commands()).toEqual(['secret', 'status']);
    const locked = await world((state) => {
      state.isLocked = true;
    });
    const [answer] = await locked.store.read([convention('A')], CALL);
    expect(answer).toMatchObject({ failure: { kind: 'locked', help: expect.stringContaining('dcli sync') } });
    const old = await world((state) => {
      state.isOld = true;
      state.note.push(dcliItem('A', named('A'), { content: 'one' }));
    });
    expect(await old.read(convention('A'), convention('B'))).toEqual(['found one', 'absent']);
    const secrets = await world(
      (state) => {
        state.isOld = true;
      },
      { spec: 'dashlane://secret' },
    );
    expect(await secrets.read(convention('A'))).toEqual(['failed unsupported']);
  });

  test.each([
    ['ends in a way that is not known', { words: '-o json', status: 1, stderr: 'error: canary\n' }],
    ['prints a question in place of a list', { words: '-o json', status: 0, stdout: '? canary\n' }],
    ['prints nothing, and succeeds', { words: '-o json', status: 0, stderr: 'error: User force closed the prompt\n' }],
  ] as const)('its state is asked for where it %s', async (_, fault) => {
    for (const [isSignedIn, kind] of [
      [false, 'missing-credential'],
      [true, 'locked'],
    ] as const) {
      const { read, fake, commands } = await world((state) => Object.assign(state, { isSignedIn, isLocked: true }));
      fake.fail(fault);
      expect(await read(convention('A'))).toEqual([`failed ${kind}`]);
      expect(commands()).toEqual(['secret', 'status']);
    }
  });

  test('that it does not know a command counts with any status', async () => {
    const { read, fake } = await world(({ note }) => note.push(dcliItem('A', named('A'), { content: 'one' })));
    fake.fail({ words: 'secret', status: 0, stderr: "error: unknown command 'secret'\n" });
    expect(await read(convention('A'))).toEqual(['found one']);
  });

  test.each([
    ['denied', { status: 1, stderr: 'Error: Device credentials has a wrong format' }, /service_device_keys/],
    [
      'denied',
      { status: 1, stdout: '\x1b[31merror: The device credentials are invalid or have been revoked\x1b[39m\n' },
      /service_device_keys/,
    ],
    // Node warns on standard error, and its logger writes to standard output.
    [
      'denied',
      { stdout: 'error: The device credentials are invalid or have been revoked\n', stderr: '(node:1) Warning: x\n' },
      /service_device_keys/,
    ],
    ['busy', { stderr: 'error: Rate limit exceeded' }, /again/],
    ['busy', { stderr: 'SqliteError: database is locked' }, /again/],
    ['unreachable', { stderr: 'error: getaddrinfo ENOTFOUND api.dashlane.com' }, /connection/],
    ['timeout', { stderr: 'error: connect ETIMEDOUT 1.2.3.4:443' }, null],
    ['failed', { signal: 'SIGKILL' }, null],
    ['failed', { status: 1, stdout: 'canary' }, null],
    ['malformed', { keeps: 0.5 }, null],
    ['malformed', { status: 0, stdout: 'canary', times: 3_500_000 }, null],
    ['malformed', { status: 0, stdout: '[canary\n', times: 2_500_000 }, null],
    ['malformed', { status: 0, bytes: [0x5b, 0xff, 0x5d] }, null],
  ] as const)('%s: %j', async (kind, fault, help) => {
    const { store, fake } = await world(({ secret }) => secret.push(dcliItem('A', named('A'), { content: 'canary' })));
    fake.fail(fault);
    for (const answer of await store.read([convention('A'), convention('B')], CALL)) {
      expect(answer).toMatchObject({ kind: 'failed', failure: { kind } });
      expect(JSON.stringify(answer)).not.toContain('canary');
      if (help !== null && answer.kind === 'failed') expect(answer.failure.help).toMatch(help);
    }
  });
});
