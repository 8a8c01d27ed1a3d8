/** What the passbolt store does with its program; what it shares with other stores is in `test/contract/`. */
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeVendor } from '../../stores/fakes/fake-vendor.js';
import { type PassboltAccount, putResource, SERVER, vendor } from '../../stores/fakes/passbolt.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
const FOLDER = 'f0000000-0000-4000-8000-000000000001';
let made = 0;

interface Parts {
  readonly spec?: string;
  readonly bound?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly account?: (account: PassboltAccount) => void;
}

async function world({ spec = 'passbolt', bound = {}, variables = {}, account }: Parts = {}) {
  const fake = new FakeVendor(vendor, `${folder}/${made++}`);
  fake.change((each) => {
    each.resources = [];
    account?.(each);
  });
  const environment: Readonly<Record<string, string | undefined>> = {
    private_key: variables['TOOL_PASSBOLT_PRIVATE_KEY'],
    passphrase: variables['TOOL_PASSBOLT_PASSPHRASE'],
  };
  const store = await openStore(spec, {
    ...portsIn(folder, variables),
    programs: fake.programs(),
    credential: async (name, ask = {}) => {
      const text = bound[name] ?? (ask.bound ? undefined : environment[name]);
      return text === undefined ? null : SecretValue.fromText(text);
    },
  });
  const read = async (...addresses: readonly At[]) => (await store.read(addresses, CALL)).map(inShort);
  return { fake, store, read, lines: () => fake.runs().map(({ words }) => words.join(' ')) };
}

const field = (item: string, name: string): At => ({ kind: 'native', item, field: name });

describe('a read', () => {
  const held = (account: PassboltAccount) => {
    putResource(account, { name: 'tool/demo/default/A', password: 'of a', folder: FOLDER });
    putResource(account, { name: 'Shop', password: 'pw', username: 'me', uri: 'https://x', description: 'two\nlines' });
    putResource(account, { name: 'EMPTY' });
  };
  const ID = 'A1B2C3D4-0000-4000-8000-000000000001';

  test('of one name is a listing without values and one process more', async () => {
    const { read, lines } = await world({ account: held });
    expect(await read(convention('A'))).toEqual(['found of a']);
    expect(lines()).toEqual([
      'list resource --json --column id --column name',
      'get resource --id a1b2c3d4-0000-4000-8000-000000000000 --json',
    ]);
  });

  test('of several names is one process, and one more where one is missing', async () => {
    const { fake, read, lines } = await world({ account: held });
    const fields = ['password', 'username', 'uri', 'description'].map((name) => field('Shop', name));
    expect(await read(convention('A'), ...fields)).toEqual([
      'found of a',
      'found pw',
      'found me',
      'found https://x',
      'found two\nlines',
    ]);
    expect(lines()).toEqual([
      'list resource --json --column id --column name --column password --column username --column uri --column description',
    ]);
    fake.forgetRuns();
    expect(await read(convention('A'), native('GONE'), native('EMPTY'))).toEqual(['found of a', 'absent', 'absent']);
    expect(lines()).toHaveLength(2);
  });

  test('by id lists nothing, whatever its capitals and its folder', async () => {
    const { read, lines } = await world({ spec: `passbolt://?folder=${FOLDER}`, account: held });
    expect(await read(native(ID), native(ID.toLowerCase()), native(ID.replace(/1$/, '9')))).toEqual([
      'found pw',
      'found pw',
      'absent',
    ]);
    expect(lines().filter((line) => line.startsWith('get'))).toHaveLength(2);
    expect(lines().filter((line) => line.startsWith('list'))).toEqual([]);
  });

  test('of many by id is eight at a time after the first', async () => {
    const { fake, read } = await world({
      account: (account) =>
        Array.from({ length: 20 }, (_, n) => putResource(account, { name: `N${n}`, password: 'pw' })),
    });
    fake.fail({ words: 'get resource', delayMs: 30 });
    await read(...fake.state.resources.map(({ id }) => native(id)));
    const runs = fake.runs();
    const atOnce = runs.map(({ started }) => runs.filter((each) => each.started <= started && started < each.ended));
    const most = Math.max(...atOnce.map(({ length }) => length));
    expect([most > 1, most <= 8]).toEqual([true, true]);
  });

  test('by name is in the folder, and on the server of the address', async () => {
    const spec = `passbolt://?server=${SERVER}&folder=${FOLDER}&template={profile}.{key}`;
    const { read, lines } = await world({ spec, account: held });
    expect(await read(native('Shop'))).toEqual(['absent']);
    expect(lines()).toEqual([
      `--serverAddress ${SERVER} list resource --json --column id --column name --folder ${FOLDER}`,
    ]);
  });

  test('of a name that several have is refused', async () => {
    const { store } = await world({
      account: (account) => ['1', '2'].forEach((password) => void putResource(account, { name: 'Twice', password })),
    });
    expect(await store.read([native('Twice')], CALL)).toMatchObject([
      { failure: { kind: 'unsupported', detail: expect.stringContaining('a1b2c3d4-0000-4000-8000-000000000001') } },
    ]);
  });

  test('goes on one by one where a resource cannot be decrypted', async () => {
    const { read, lines } = await world({
      account: (account) => {
        held(account);
        putResource(account, { name: 'Broken', is: 'unreadable' });
      },
    });
    expect(await read(convention('A'), native('Shop'), native('Broken'))).toEqual([
      'found of a',
      'found pw',
      'failed failed',
    ]);
    expect(lines()).toHaveLength(5);
  });

  test.each(['Error: cannot show resource 3: no key\n', 'Error: Unknown Column: password\n'])(
    'goes on one by one where a listing with values fails, whatever it says: %s',
    async (stderr) => {
      const { fake, read, lines } = await world({ account: held });
      fake.fail({ words: '--column password', status: 1, stderr });
      expect(await read(convention('A'), native('Shop'), native('GONE'))).toEqual(['found of a', 'found pw', 'absent']);
      expect(lines()).toHaveLength(4);
    },
  );

  test('of a resource without a password in the output is a failure', async () => {
    const { fake, read } = await world({ account: held });
    fake.fail({ words: 'get resource', status: 0, stdout: '{"name":"Shop"}' });
    expect(await read(native('Shop'), field('Shop', 'username'))).toEqual(['failed malformed', 'absent']);
  });

  test.each(['Warning: skipping 1 resource of an unknown type\n', 'WARN resource type v6-thing is unsupported\n'])(
    'takes nothing for missing after a warning in other words: %s',
    async (stderr) => {
      const { fake, read } = await world({ account: held });
      fake.fail({ words: 'list resource', status: 0, stdout: '[]', stderr });
      expect(await read(native('GONE'))).toEqual(['failed unsupported']);
    },
  );

  test('takes nothing for missing that may be of a kind that the program does not know', async () => {
    const { read } = await world({
      account: (account) => {
        held(account);
        putResource(account, { name: 'Other', is: 'of an unknown kind' });
      },
    });
    expect(await read(convention('A'), native('GONE'))).toEqual(['found of a', 'failed unsupported']);
  });

  test.each(['[{"id":', '{}', '[{"id":"x","name":"A"}]', '', '[null]'])(
    'of a listing that is cut or different is a failure: %s',
    async (stdout) => {
      const { fake, read } = await world();
      fake.fail({ status: 0, stdout });
      expect(await read(native('A'))).toEqual(['failed malformed']);
    },
  );
});

describe('a sign-in', () => {
  test('gives the program the key and the passphrase in its environment, and nothing that it would misread', async () => {
    const variables = { DEBUG: '1', TIMEOUT: '30', TLSSKIPVERIFY: 'true', SERVERADDRESS: 'https://evil.test' };
    const { fake, read } = await world({
      bound: { private_key: 'canary-key', passphrase: 'canary-phrase' },
      variables: { ...variables, TOOL_PASSBOLT_PASSPHRASE: 'other' },
    });
    expect(await read(native('A'))).toEqual(['absent']);
    const [run] = fake.runs();
    expect(run?.variables).toEqual({ USERPRIVATEKEY: 'canary-key', USERPASSWORD: 'canary-phrase' });
    expect(run?.words.join(' ')).not.toContain('canary');
  });

  test.each([
    [{}, [undefined, undefined]],
    [{ TOOL_PASSBOLT_PRIVATE_KEY: 'k' }, ['k', undefined]],
    [{ TOOL_PASSBOLT_PRIVATE_KEY: 'k', TOOL_PASSBOLT_PRIVATE_KEY_FILE: '/keys/key.asc' }, [undefined, '/keys/key.asc']],
    [{ TOOL_PASSBOLT_PRIVATE_KEY_FILE: 'key.asc' }, [undefined, `${folder}/key.asc`]],
  ])('takes a file before a variable: %j', async (variables, wanted) => {
    const { fake, read } = await world({ variables });
    await read(native('A'));
    const [run] = fake.runs();
    const at = run?.words.indexOf('--userPrivateKeyFile') ?? -1;
    expect([run?.variables['USERPRIVATEKEY'], at < 0 ? undefined : run?.words[at + 1]]).toEqual(wanted);
  });

  test('with a bound key does not use the file', async () => {
    const { fake, read } = await world({
      bound: { private_key: 'k' },
      variables: { TOOL_PASSBOLT_PRIVATE_KEY_FILE: '/keys/key.asc' },
    });
    await read(native('A'));
    expect(fake.runs()[0]?.words).not.toContain('--userPrivateKeyFile');
  });

  test.each([
    [{ server: '' }, {}, 'missing-credential', 'set `TOOL_PASSBOLT_SERVER`'],
    [{ key: '' }, {}, 'missing-credential', '`TOOL_PASSBOLT_PRIVATE_KEY`'],
    [{ passphrase: '' }, {}, 'missing-credential', '`TOOL_PASSBOLT_PASSPHRASE`'],
    [{ asksForCode: true }, {}, 'missing-credential', '`passbolt configure --mfaMode noninteractive-totp'],
    [{ passphrase: 'wrong' }, {}, 'denied', 'passphrase'],
    [{}, { TOOL_PASSBOLT_PRIVATE_KEY_FILE: '/gone' }, 'missing-credential', 'TOOL_PASSBOLT_PRIVATE_KEY_FILE'],
  ])('that fails says what to do: %j %j', async (state, variables, kind, help) => {
    const { store, lines } = await world({ variables, account: (account) => Object.assign(account, state) });
    const answers = await store.read([native('A'), native('B')], CALL);
    expect(answers).toMatchObject(Array(2).fill({ failure: { kind, help: expect.stringContaining(help) } }));
    expect(lines()).toHaveLength(1);
  });
});

describe('a write', () => {
  test('is refused before a process, because values would be arguments', async () => {
    const { store, lines } = await world();
    expect(await says(store).refusesWrite(native('A'))).toContain('takes values as arguments');
    expect([store.write, store.remove, lines()]).toEqual([undefined, undefined, []]);
  });
});

describe('a list', () => {
  const some = (account: PassboltAccount) => {
    for (const name of ['tool/demo/default/A', 'tool/demo/default/B', 'tool/demo/default/a/b', 'tool/demo/prod/C', 'x'])
      putResource(account, { name, folder: FOLDER });
    putResource(account, { name: 'tool/demo/default/ELSEWHERE' });
  };

  test('has the names of the folder that the template makes', async () => {
    const { store, lines } = await world({ spec: `passbolt://?folder=${FOLDER}`, account: some });
    expect(await store.list?.(CALL)).toMatchObject({ entries: [{ name: 'A' }, { name: 'B' }] });
    expect(lines()).toHaveLength(1);
  });

  test.each(['passbolt', `passbolt://?folder=${FOLDER}&template={key}{key}`])(
    'of %s would be one of all',
    async (spec) => {
      const { store, lines } = await world({ spec, account: some });
      expect(await store.list?.(CALL)).toMatchObject({ failure: { kind: 'unsupported' } });
      expect(lines()).toEqual([]);
    },
  );

  test('with a name twice is refused', async () => {
    const { store } = await world({
      spec: `passbolt://?folder=${FOLDER}`,
      account: (account) => {
        some(account);
        putResource(account, { name: 'tool/demo/default/A', folder: FOLDER });
      },
    });
    expect(await store.list?.(CALL)).toMatchObject({ failure: { detail: expect.stringContaining('`A`') } });
  });
});
