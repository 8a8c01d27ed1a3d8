/** What the bws store asks `bws` for, and what it makes of the answers; what it shares with other stores is in `test/contract/`. */
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { judgeSpec } from '#schemas/stores/judge-spec.js';
import { type BwsState, PROJECT, TOKEN, vendor } from '../../stores/fakes/bws.js';
import { FakeVendor } from '../../stores/fakes/fake-vendor.js';
import type { Fault } from '../../stores/fakes/fault.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
let made = 0;

interface Parts {
  readonly spec?: string;
  readonly secrets?: BwsState['projects'][string];
  readonly token?: string | null;
  readonly variables?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[];
  readonly server?: string;
}

async function world({
  spec = `bws://${PROJECT}`,
  secrets = [],
  token = TOKEN,
  variables = {},
  faults = [],
  server,
}: Parts = {}) {
  const fake = new FakeVendor(vendor, `${folder}/${made++}`);
  fake.change((state) => {
    state.projects = { [PROJECT]: secrets };
    state.server = server ?? state.server;
  });
  fake.fail(...faults);
  const credential = async () => (token === null ? null : SecretValue.fromText(token));
  const store = await openStore(spec, { ...portsIn(folder, variables), programs: fake.programs(), credential });
  const read = async (...keys: readonly string[]) => (await store.read(keys.map(convention), CALL)).map(inShort);
  const failure = async () => {
    const [answer] = await store.read([convention('A')], CALL);
    return answer?.kind === 'failed' ? answer.failure : answer;
  };
  return { fake, store, read, failure };
}

test.each([1, 50, 500])('%i secrets take one process', async (count) => {
  const { read, fake } = await world({ secrets: Array.from({ length: count }, (_, at) => [`K${at}`, `value ${at}`]) });
  const keys = Array.from({ length: count }, (_, at) => `K${at}`);
  expect(await read(...keys, 'GONE')).toEqual([...keys.map((_, at) => `found value ${at}`), 'absent']);
  expect(fake.runs().map(({ words }) => words.join(' '))).toEqual([
    `--color no --server-url https://vault.bitwarden.com secret list ${PROJECT} --output json`,
  ]);
});

test('keys and values are data, whatever is in them', async () => {
  const hostile = ['--output', '$(id)', '{{ }}', 'a\nb', '"', '__proto__'] as const;
  const { read, fake } = await world({ secrets: hostile.map((text) => [text, `${text} `]) });
  expect(await read(...hostile)).toEqual(hostile.map((text) => `found ${text} `));
  expect(fake.runs()[0]?.words).toHaveLength(9);
});

test('an empty project has nothing, and an empty value is one', async () => {
  expect(await (await world()).read('A')).toEqual(['absent']);
  expect(await (await world({ secrets: [['A', '']] })).read('A')).toEqual(['found ']);
});

test('a secret without a value does no harm to the others', async () => {
  const stdout = '[{"key":"A","value":"1"},{"key":"B","value":null}]';
  const { store } = await world({ faults: [{ status: 0, stdout }] });
  expect(await store.read([convention('A'), convention('B')], CALL)).toMatchObject([
    { kind: 'found' },
    { failure: { kind: 'malformed' } },
  ]);
});

test('a key that is repeated is an error, and the others are read', async () => {
  const { store } = await world({
    secrets: [
      ['A', '1'],
      ['B', '2'],
      ['A', '3'],
    ],
  });
  expect(await store.read([convention('A'), native('B')], CALL)).toMatchObject([
    { failure: { detail: 'the project has 2 secrets with the key `A`' } },
    { kind: 'found' },
  ]);
});

test('capitals make a difference in keys', async () => {
  expect(await (await world({ secrets: [['a', '1']] })).read('A')).toEqual(['absent']);
});

test('it lists the keys', async () => {
  const { store } = await world({
    secrets: [
      ['A', '1'],
      ['B', '2'],
    ],
  });
  expect(await store.list?.(CALL)).toEqual({
    kind: 'listed',
    entries: [
      { name: 'A', at: null },
      { name: 'B', at: null },
    ],
  });
});

test('a write is refused before anyone is asked, and the message says why', async () => {
  const { store, fake } = await world();
  expect(store.write).toBeUndefined();
  expect(await says(store).refusesWrite(convention('A'))).toBe(
    '`bws` takes values as arguments, which every user of the machine can see; set the secret in the web vault of Secrets Manager',
  );
  expect(fake.runs()).toEqual([]);
});

describe('the server', () => {
  test.each([
    [`bws://vault.bitwarden.eu@${PROJECT}`, 'https://vault.bitwarden.eu'],
    [`bws://Bitwarden.example%3A8443@${PROJECT.toUpperCase()}`, 'https://bitwarden.example:8443'],
  ])('%s', async (spec, server) => {
    expect(await (await world({ spec, server, secrets: [['A', 'v']] })).read('A')).toEqual(['found v']);
  });

  test.each(['bws://a%2Fb@', 'bws://a%20b@', 'bws://-%20--x@'])('%s is not one', (start) => {
    expect(judgeSpec(`${start}${PROJECT}`).faults).toMatchObject([{ kind: 'shape' }]);
  });

  test('no profile of the environment chooses another one, and no other credential is passed on', async () => {
    const variables = {
      BWS_CONFIG_FILE: 'x',
      BWS_PROFILE: 'x',
      BWS_SERVER_URL: 'https://evil',
      BW_SESSION: 'x',
      BWS_ACCESS_TOKEN: 'other',
    };
    const { read, fake } = await world({ variables });
    await read('A');
    expect(fake.runs()[0]?.variables).toEqual({ BWS_ACCESS_TOKEN: TOKEN });
  });
});

describe('the token', () => {
  test.each([null, '', ' \n'])('%j is missing, and nothing is started', async (token) => {
    const { failure, fake } = await world({ token });
    expect(await failure()).toMatchObject({
      kind: 'missing-credential',
      help: expect.stringContaining('`BWS_ACCESS_TOKEN`'),
    });
    expect(fake.runs()).toEqual([]);
  });

  test.each([
    'canary',
    '1.ec2c1d46-6a4b-4751-a310-af9601317f2d.canary:AA==',
    TOKEN.replace(/:.*/, ''),
    `${TOKEN} canary`,
    'a\0b',
  ])('%j is not one, and nothing is started', async (token) => {
    const { failure, fake } = await world({ token });
    expect(await failure()).toMatchObject({
      kind: 'missing-credential',
      detail: expect.stringContaining('not an access token'),
    });
    expect(JSON.stringify(await failure())).not.toContain('canary');
    expect(fake.runs()).toEqual([]);
  });

  test('a line end after it does no harm', async () => {
    expect(await (await world({ token: `${TOKEN}\n`, secrets: [['A', 'v']] })).read('A')).toEqual(['found v']);
  });

  test('one of another server is denied, and not shown', async () => {
    const { failure } = await world({ token: TOKEN.replace('canary', 'canary-other') });
    expect(await failure()).toEqual({
      kind: 'denied',
      detail: 'Received error message from server: [400 Bad Request] {"error":"invalid_client"}',
      help: expect.stringContaining('bws://vault.bitwarden.eu@PROJECT_UUID'),
    });
  });
});

test('a project that the token does not reach is not an empty one', async () => {
  const { failure } = await world({ spec: 'bws://00000000-0000-0000-0000-000000000000' });
  expect(await failure()).toMatchObject({ kind: 'denied', detail: expect.stringContaining('does not exist') });
});

test.each([
  ['throttled', { stderr: 'Error: \n   0: Received error message from server: [429 Too Many Requests] {}\n' }, 'busy'],
  [
    'offline',
    { stderr: 'Error: \n   0: error sending request\n   1: client error (Connect)\n   2: tcp connect error\n' },
    'unreachable',
  ],
  [
    'gone wrong',
    { stderr: 'Error: \n   0: Received error message from server: [503 Service Unavailable]\n' },
    'unreachable',
  ],
  [
    'without an organization',
    { stderr: 'Error: \n   0: missing a required field: access_token_obj.organization\n' },
    'denied',
  ],
  ['an old one without an organization', { status: 0, stdout: '' }, 'denied'],
  ['too old', { status: 2, stderr: "error: unexpected argument '--server-url' found\n" }, 'unsupported'],
  ['killed', { signal: 'SIGKILL' }, 'failed'],
  ['old, about the token', { stderr: 'Error: Access token is not in a valid format\n' }, 'missing-credential'],
  ['old, about a revoked token', { stderr: 'Error: HTTP 401 Unauthorized\n' }, 'denied'],
  ['old, about the project', { stderr: 'Error: 404 Not Found\n' }, 'denied'],
  ['a place in its source', { stderr: 'Error: \n   0: odd\n\nLocation:\n   src/a.rs:404\n' }, 'failed'],
  ['cut', { keeps: 0.5 }, 'malformed'],
  ['another value', { status: 0, stdout: '{}' }, 'malformed'],
  ['a secret without a value', { status: 0, stdout: '[{"key":"A","value":null}]' }, 'malformed'],
  ['bytes', { status: 0, bytes: [0x5b, 0xff, 0x5d] }, 'malformed'],
  ['unknown', { stderr: 'Something new.' }, 'failed'],
] as const)('%s is never a missing secret', async (_, fault, kind) => {
  const { failure } = await world({ secrets: [['A', 'canary-value']], faults: [fault] });
  expect(await failure()).toMatchObject({ kind });
  expect(JSON.stringify(await failure())).not.toContain('canary-value');
});

test('of a dump the causes are shown alone', async () => {
  const { failure } = await world({ spec: `bws://elsewhere.example@${PROJECT}` });
  expect(await failure()).toMatchObject({
    kind: 'unreachable',
    detail:
      'error sending request for url (https://elsewhere.example/identity/connect/token): client error (Connect): dns error: failed to lookup address information',
  });
});
