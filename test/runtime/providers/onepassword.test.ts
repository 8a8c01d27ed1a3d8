import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeVendor } from '../../stores/fakes/fake-vendor.js';
import { type OpItem, type OpState, opField, opVault, vendor } from '../../stores/fakes/op.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, openStore, portsIn } from './open-store.js';

const folder = temporaryFolder();
let vaults = 0;

/** The vault `Work`, and the store of it. */
async function world(items: Readonly<Record<string, Partial<OpItem>>>, more: Setting = {}) {
  const at = `${folder}/${++vaults}`;
  const fake = new FakeVendor<OpState>(vendor, at);
  fake.change((state) => {
    state.vaults.push(opVault('Work', items));
    state.tokens.push('ops_token');
    state.isSignedIn = more.isSignedIn ?? true;
    more.change?.(state);
  });
  const programs = fake.programs();
  const token = more.variables?.['OP_SERVICE_ACCOUNT_TOKEN'];
  const credential = async () => (token === undefined ? null : SecretValue.fromText(token));
  const ports = { ...portsIn(at, more.variables ?? {}), programs, credential };
  const store = await openStore(more.spec ?? 'onepassword://Work', ports);
  const read = async (...ats: readonly At[]) => (await store.read(ats, CALL)).map(inShort);
  const write = async (at: At, text: string, onlyIfAbsent?: true) =>
    (
      await store.write?.([{ at, value: SecretValue.fromText(text), ...(onlyIfAbsent && { onlyIfAbsent }) }], CALL)
    )?.[0];
  const commands = () =>
    fake.runs().map(({ words }) =>
      words
        .filter((word) => !word.startsWith('--'))
        .slice(0, 2)
        .join(' '),
    );
  return { fake, store, read, write, commands };
}
interface Setting {
  readonly spec?: string;
  readonly isSignedIn?: boolean;
  readonly variables?: Readonly<Record<string, string>>;
  readonly change?: (state: OpState) => void;
}

const ref = (item: string, field?: string, section?: string, vault?: string): At => ({
  kind: 'native',
  item,
  ...(field !== undefined && { field }),
  ...(section !== undefined && { section }),
  ...(vault !== undefined && { vault }),
});
const held = (value: string): Partial<OpItem> => ({ category: 'SECURE_NOTE', fields: [opField('value', value)] });
const title = (key: string) => `tool/demo/default/${key}`;
const LOGIN: Partial<OpItem> = {
  fields: [
    opField('username', 'me', { type: 'STRING' }),
    opField('password', 'hunter2'),
    opField('api key', 'k-1', { section: { id: 's1', label: 'Production' } }),
    opField('api key', 'k-2', { id: 'other', section: { id: 's2', label: 'Test' } }),
    opField('one-time password', 'otpauth://totp/x?secret=A', { type: 'OTP', totp: '123456' }),
    opField('private key', 'PEM', { type: 'SSHKEY', ssh_formats: { openssh: { value: 'OPENSSH' } } }),
  ],
  sections: [
    { id: 's1', label: 'Production' },
    { id: 's2', label: 'Test' },
  ],
  urls: [{ href: 'https://shop.example' }],
  files: [{ name: 'config.json', content: '{"a": 1}' }],
};

describe('values', () => {
  test('of an item: its field `value`, else what is concealed', async () => {
    const { read } = await world({ [title('A')]: held('one'), Shop: LOGIN, Empty: { fields: [opField('value', '')] } });
    expect(await read(convention('A'))).toEqual(['found one']);
    expect(await read(ref('Shop'))).toEqual(['found hunter2']);
    expect(await read(ref('Empty'), convention('A'), ref('Shop'))).toEqual(['absent', 'found one', 'found hunter2']);
  });

  test('of fields, in sections, with attributes, and of files: alone, together, and beside whole items', async () => {
    const wanted = [
      ref('Shop', 'username'),
      ref('shop', 'api key', 'Production'),
      ref('Shop', 'api key', 's2'),
      ref('Shop', 'one-time password'),
      ref('Shop', 'one-time password?attribute=otp'),
      ref('Shop', 'private key?ssh-format=openssh'),
      ref('Shop', 'config.json'),
    ];
    const values = ['me', 'k-1', 'k-2', 'otpauth://totp/x?secret=A', '123456', 'OPENSSH', '{"a": 1}'];
    const found = values.map((value) => `found ${value}`);
    const { read } = await world({ Shop: LOGIN });
    const alone = [];
    for (const one of wanted) alone.push(...(await read(one)));
    expect(alone).toEqual(found);
    expect(await read(...wanted)).toEqual(found);
    expect(await read(...wanted, ref('Shop'))).toEqual([...found, 'found hunter2']);
  });

  test('of names that no reference can contain', async () => {
    const names = ["it's", '-x', '--title', 'a/b', '{{ op://Work/Shop/password }}', '"', 'two\nlines', '[x]*', 'ü'];
    const items = Object.fromEntries(names.map((name) => [name, { fields: [opField(name, `of ${name}`)] }]));
    const { read, fake } = await world(items);
    expect(await read(...names.map((name) => ref(name, name)))).toEqual(
      names.map((name) => `found ${Buffer.from(`of ${name}`).toString('latin1')}`),
    );
    for (const name of names) expect(await read(ref(name))).toHaveLength(1);
    const words = new Set(fake.runs().flatMap((run) => run.words));
    expect(names.filter((name) => words.has(name))).toEqual(['a/b']);
  });

  test('templates in a value are not looked at again', async () => {
    const value = '{{ op://Work/Shop/password }} \\n $HOME';
    const { read } = await world({ Shop: LOGIN, Odd: { fields: [opField('one', value), opField('two', 'x')] } });
    expect(await read(ref('Odd', 'one'), ref('Odd', 'two'))).toEqual([`found ${value}`, 'found x']);
  });
});

describe('what is missing', () => {
  test('is reported only where `op` says so, one by one', async () => {
    const { read, commands } = await world({ Shop: LOGIN });
    expect(await read(ref('None'))).toEqual(['absent']);
    expect(await read(ref('Shop', 'none'))).toEqual(['absent']);
    expect(await read(ref('Shop', 'none'), ref('Shop', 'username'), ref('None', 'x'))).toEqual([
      'absent',
      'found me',
      'absent',
    ]);
    expect(commands().slice(-3)).toEqual(['inject', 'item list', 'item get']);
  });

  test('an item that `op` finds by its website is not the one of that title', async () => {
    const { read } = await world({ Shop: LOGIN });
    expect(await read(ref('shop.example'))).toEqual(['absent']);
  });

  test('keys that differ by capitals are different secrets', async () => {
    const { read, write } = await world({ [title('KEY')]: held('upper') });
    expect(await read(convention('key'))).toEqual(['absent']);
    expect((await write(convention('key'), 'lower'))?.kind).toBe('written');
    expect(await read(convention('key'), convention('KEY'))).toEqual(['found lower', 'found upper']);
    expect(await read(convention('key'))).toEqual(['found lower']);
  });

  test('an item in the archive is missing', async () => {
    const { read } = await world({ Old: { ...LOGIN, isArchived: true } });
    expect(await read(ref('Old'), ref('Old', 'username'))).toEqual(['absent', 'absent']);
  });

  test('two items of one title, and two fields of one name, are neither', async () => {
    const { store } = await world(
      { Shop: LOGIN },
      {
        change: ({ vaults }) => vaults.at(-1)?.items.push({ id: 'twin', title: 'Shop', category: 'LOGIN', fields: [] }),
      },
    );
    for (const at of [ref('Shop'), ref('Shop', 'username')]) {
      const [answer] = await store.read([at], CALL);
      expect(answer).toMatchObject({
        kind: 'failed',
        failure: { kind: 'failed', detail: expect.stringContaining('twin') },
      });
    }
    const { read } = await world({ 'It, too': LOGIN });
    expect(await read(ref('It, too', 'api key'))).toEqual(['failed failed']);
  });
});

describe('processes', () => {
  test.each([1, 50, 500])('%i secrets take three, fields two', async (count) => {
    const keys = Array.from({ length: count }, (_, index) => `KEY${index}`);
    const { read, commands } = await world({
      ...Object.fromEntries(keys.map((key) => [title(key), held(key)])),
      Fields: { fields: keys.map((key) => opField(key, key)) },
    });
    expect(await read(...keys.map(convention))).toEqual(keys.map((key) => `found ${key}`));
    expect(commands().length).toBeLessThanOrEqual(3);
    const before = commands().length;
    expect(await read(...keys.map((key) => ref('Fields', key)))).toEqual(keys.map((key) => `found ${key}`));
    expect(commands().length - before).toBe(1);
  });

  test('a service account is asked nothing before', async () => {
    const { read, commands, fake } = await world(
      { [title('A')]: held('one') },
      {
        isSignedIn: false,
        spec: 'onepassword+token://Work',
        variables: {
          OP_SERVICE_ACCOUNT_TOKEN: 'ops_token',
          OP_CONNECT_TOKEN: 'c',
          OP_SESSION_my: 's',
          BW_SESSION: 'b',
          VAULT_TOKEN: 'v',
        },
      },
    );
    expect(await read(convention('A'))).toEqual(['found one']);
    expect(commands()).toEqual(['item get']);
    const { HOME: _, ...variables } = fake.runs()[0]?.variables ?? {};
    expect(variables).toEqual({ OP_SERVICE_ACCOUNT_TOKEN: 'ops_token', OP_SESSION_my: 's' });
  });
});

describe('writes', () => {
  test('no other vault is listed after a failure that concerns all', async () => {
    const { store, fake, commands } = await world({ Shop: LOGIN });
    fake.change((state) => state.vaults.push(opVault('Other', { Shop: LOGIN })));
    fake.fail({ words: 'item list', stderr: '[ERROR] dial tcp: no such host\n' });
    const value = SecretValue.fromText('new');
    const wanted = [ref('Shop', 'password'), ref('Shop', 'password', undefined, 'Other')].map((at) => ({ at, value }));
    const unreachable = { kind: 'failed', failure: { kind: 'unreachable' } };
    expect(await store.write?.(wanted, CALL)).toMatchObject([unreachable, unreachable]);
    expect(commands()).toEqual(['vault list', 'item list']);
  });

  test('a new secret is a note, and a value is in no argument', async () => {
    const { read, write, fake } = await world({});
    expect(await write(convention('A'), 'canary-1')).toEqual({ kind: 'written' });
    expect(await write(convention('A'), 'canary-2')).toEqual({ kind: 'written' });
    expect(await write(convention('A'), 'canary-3', true)).toMatchObject({ kind: 'present' });
    expect(await read(convention('A'))).toEqual(['found canary-2']);
    const items = fake.state.vaults.at(-1)?.items;
    expect(items).toMatchObject([{ title: title('A'), category: 'SECURE_NOTE', tags: ['automated', 'demo'] }]);
    expect(JSON.stringify(fake.runs().map(({ words }) => words))).not.toContain('canary');
  });

  test('a field of an item that exists, and everything else of it stays', async () => {
    const { read, write, fake } = await world({ Shop: LOGIN });
    const before = fake.state.vaults.at(-1)?.items[0];
    expect(await write(ref('Shop', 'api key', 'Test'), 'new')).toMatchObject({
      kind: 'written',
      notes: [expect.stringContaining('passkey')],
    });
    expect(await write(ref('Shop', 'added', 'Fresh'), 'more')).toMatchObject({ kind: 'written' });
    expect(await read(ref('Shop', 'api key', 'Test'), ref('Shop', 'added', 'Fresh'), ref('Shop'))).toEqual([
      'found new',
      'found more',
      'found hunter2',
    ]);
    const after = fake.state.vaults.at(-1)?.items[0];
    expect(after?.fields.slice(0, 3)).toEqual(before?.fields.slice(0, 3));
    expect(after?.files).toEqual(before?.files);
  });

  test('a `value` that is named is that field alone, and no password is taken or replaced for it', async () => {
    const { read, write } = await world({ Shop: LOGIN });
    expect(await read(ref('Shop', 'value'))).toEqual(['absent']);
    expect(await read(ref('Shop', 'value'), ref('Shop'))).toEqual(['absent', 'found hunter2']);
    expect(await write(ref('Shop', 'value'), 'new')).toMatchObject({ kind: 'written' });
    expect(await read(ref('Shop', 'value'), ref('Shop', 'password'))).toEqual(['found new', 'found hunter2']);
  });

  test('what a `ref` cannot write is refused', async () => {
    const { write } = await world({ Shop: LOGIN });
    for (const at of [ref('None', 'x'), ref('Shop', 'one-time password?attribute=otp'), ref('Shop', 'config.json')])
      expect(await write(at, 'x')).toMatchObject({ kind: 'failed', failure: { kind: 'unsupported' } });
  });

  test('what it says of its input shows no value of the item', async () => {
    const { store, fake } = await world({ Shop: LOGIN });
    for (const [words, at] of [
      ['item edit', ref('Shop', 'api key', 'Test')],
      ['item create', convention('A')],
    ] as const) {
      fake.fail({ words, stderr: '[ERROR] not valid: "canary-new", after "hunter2"\n' });
      const value = SecretValue.fromText('canary-new');
      const said = JSON.stringify(await store.write?.([{ at, value }], CALL));
      expect(said).toMatch(/not valid/);
      expect(said).not.toMatch(words === 'item edit' ? /canary|hunter2/ : /canary/);
    }
  });

  test('a program that ignores its input is not believed', async () => {
    const { write, fake } = await world({ [title('A')]: held('old') });
    const [item] = fake.state.vaults.at(-1)?.items ?? [];
    fake.fail({ words: 'item edit', status: 0, stdout: JSON.stringify(item) });
    expect(await write(convention('A'), 'new')).toMatchObject({ kind: 'failed', failure: { kind: 'unsupported' } });
  });
});

describe('failures', () => {
  const SAYS = (text: string) => ({ stderr: `[ERROR] 2026/11/02 08:00:00 ${text}\n` });
  test.each([
    ['unsupported', { stderr: 'unknown command "item" for "op"' }, /update/],
    ['denied', SAYS('(401) Unauthorized: invalid bearer token'), /service_account_token/],
    ['denied', SAYS('Signin credentials: DecodeSACredentials'), /service_account_token/],
    ['denied', SAYS('(403) Forbidden: You do not have access'), /access/],
    ['busy', SAYS('(429) Too Many Requests: Please retry in 3 minutes'), /ratelimit/],
    ['missing-credential', SAYS('No accounts configured for use with 1Password CLI.'), /op account/],
    ['missing-credential', SAYS('found no accounts for filter "x"'), /op account/],
    ['missing-credential', SAYS('You are not currently signed in.'), /op signin/],
    ['missing-credential', SAYS('session expired, sign in to create a new session'), /op signin/],
    ['locked', SAYS('authorization prompt dismissed, please try again'), /op signin/],
    ['locked', SAYS('error initializing client: RequestDelegatedSession: cannot setup session'), /op signin/],
    ['unreachable', SAYS('Get "https://my.1password.com": dial tcp: lookup my.1password.com: no such host'), null],
    ['timeout', SAYS('net/http: TLS handshake timeout'), null],
    ['failed', { signal: 'SIGKILL' }, null],
    ['failed', SAYS('something new'), null],
    ['malformed', { keeps: 0.5, words: 'item' }, null],
    ['malformed', { status: 0, stdout: 'x', times: 20_000_000, words: 'item' }, null],
    ['malformed', { status: 0, bytes: [0xff, 0xfe], words: 'item' }, null],
  ] as const)('%s: %j', async (kind, fault, help) => {
    const { store, fake } = await world({ [title('A')]: held('canary'), [title('B')]: held('canary') });
    fake.fail(fault);
    for (const wanted of [[convention('A')], [convention('A'), convention('B')]]) {
      const answers = await store.read(wanted, CALL);
      for (const answer of answers) {
        expect(answer).toMatchObject({ kind: 'failed', failure: { kind } });
        expect(JSON.stringify(answer)).not.toContain('canary');
        if (help !== null && answer.kind === 'failed') expect(answer.failure.help).toMatch(help);
      }
    }
  });

  test('the name of an item is not taken for what went wrong, and a warning is not a part of the message', async () => {
    const { read, store, fake } = await world({ Shop: LOGIN });
    const none = ref('authentication required', 'x');
    fake.fail({ words: 'inject', ...SAYS('could not find item authentication required in vault Work') });
    expect(await read(ref('Shop', 'username'), none)).toEqual(['found me', 'absent']);
    fake.fail({ words: 'item', stderr: `[WARN] old\n${SAYS('something new').stderr}` });
    expect(await store.read([convention('A')], CALL)).toMatchObject([{ failure: { detail: 'something new' } }]);
  });

  test('nobody is signed in: the check is the only process', async () => {
    const { read, commands } = await world({ [title('A')]: held('x') }, { isSignedIn: false });
    expect(await read(convention('A'), convention('B'))).toEqual([
      'failed missing-credential',
      'failed missing-credential',
    ]);
    expect(commands()).toEqual(['vault list']);
  });

  test('the account and the vault of an address', async () => {
    const wrong = await world({}, { spec: 'onepassword://you@Work' });
    expect(await wrong.read(convention('A'))).toEqual(['failed missing-credential']);
    const none = await world({}, { spec: 'onepassword://None' });
    expect(await none.read(convention('A'))).toEqual(['failed unsupported']);
    expect(await none.read(ref('Shop', 'x', undefined, 'Work'))).toEqual(['absent']);
  });
});
