/** `tool serve`: what a client is given, and what the log says of it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Answer, PURPOSE, type ResolverWorld, resolverWorld, told } from '../../helpers/resolver-client.js';

const CANARY = 'canary-7f3a';
const MANIFEST = `
[project]
name = "demo"
revision = "1.0"
[defaults]
providers = ["dotenv:.env"]
[profiles.default]
A = { description = "a" }
OPTIONAL = { description = "o", required = false }
NEEDED = { description = "n" }
DEFAULTED = { description = "d", default = "fallback" }
KEY = { description = "k", as_path = true }
URL = { description = "u", composed = "\${A}?key=\${KEY}" }
MADE = { description = "m", type = "hex", generate = true }
EPHEMERAL = { description = "e", providers = ["null"], type = "hex", generate = true }
ASKED = { description = "q", prompt = true }
BYTES = { description = "b", encoding = "hex" }
[profiles.production]
NEEDED = { description = "n", default = "of production" }
[scopes.api]
secrets = ["URL", "DEFAULTED"]
`;
const STORED = `A=${CANARY}\nKEY=private\nBYTES=ff00ff\n`;

let world: ResolverWorld;
beforeEach(() => {
  world = resolverWorld(MANIFEST, STORED);
});
afterEach(() => world.remove());

const valueIn = ({ result }: Answer) => result?.['value'];

describe('values', () => {
  test('each source is told, with its store, and every answer is a record of one session', async () => {
    const client = world.start();
    expect((await client.open()).result).toMatchObject({
      methods: ['resolver.delete', 'resolver.get', 'resolver.release', 'resolver.set'],
      limits: { max_frame_bytes: 1_048_576, max_in_flight: 8 },
      application: { manifest_kind: 'path', supports_inline_manifest: true },
    });
    const nothing = { source_provider: null, expires_at_unix_ms: null, refresh_at_unix_ms: null };
    expect((await client.get('A')).result).toEqual({
      ...{ ...nothing, status: 'resolved', value: CANARY, source: 'provider' },
      source_provider: `dotenv:${world.project}/.env`,
    });
    expect((await client.get('DEFAULTED')).result).toEqual({
      ...{ ...nothing, status: 'resolved', value: 'fallback', source: 'default' },
    });
    expect((await client.get('URL')).result).toMatchObject({ source: 'composed', source_provider: null });
    expect((await client.get('MADE')).result).toMatchObject({ source: 'generated' });
    expect((await client.get('OPTIONAL')).result).toEqual({ status: 'missing', required: false });
    expect((await client.get('NEEDED')).result).toEqual({ status: 'missing', required: true });
    expect((await client.get('NOWHERE')).result).toEqual({ status: 'undeclared' });
    expect(await client.close()).toBe(0);
    const records = world.records();
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index));
    expect(new Set(records.map(({ session_id }) => session_id)).size).toBe(1);
    expect(records.every(({ purpose }) => JSON.stringify(purpose) === JSON.stringify(PURPOSE))).toBe(true);
    expect(records.map(({ action, key, outcome }) => `${action} ${key} ${outcome}`)).toEqual([
      'get A found',
      'get DEFAULTED default',
      'get URL found',
      'set MADE written',
      'get MADE found',
      'get OPTIONAL missing',
      'get NEEDED missing',
      'get NOWHERE error',
    ]);
    expect(records[0]).toMatchObject({ caller: { name: 'tester', version: '7' } });
    expect(client.stderr).toBe('');
  });

  test('a value that is not text has no form on the wire; the code says so', async () => {
    const client = world.start();
    await client.open();
    const { error } = await client.get('BYTES');
    expect(error).toMatchObject({ code: -32008, data: { kind: 'operation_failed', retryable: false, code: 'E1202' } });
    expect(JSON.stringify(error)).not.toContain('BYTES');
  });

  test('each get asks the store again; manifest and user configuration are those of the beginning', async () => {
    const client = world.start();
    await client.open();
    world.write('manifest.toml', 'broken');
    world.write('.env', 'A=changed\n');
    expect(valueIn(await client.get('A'))).toBe('changed');
  });
});

describe('files', () => {
  test('a lease keeps a private file until it is released', async () => {
    const client = world.start();
    await client.open();
    const { result } = await client.get('KEY');
    const path = String(result?.['path']);
    expect(readFileSync(path, 'utf8')).toBe('private');
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o400, 0o700]);
    const id = String(result?.['path_lease_id']);
    expect(id.length).toBeGreaterThanOrEqual(22);
    const released = await client.request('resolver.release', { path_lease_ids: [id, id, 'unknown'] });
    expect([released.result, existsSync(path)]).toEqual([{ released: 1 }, false]);
    await client.get('KEY');
    expect(world.left()).toHaveLength(1);
    expect([await client.close(), world.left()]).toEqual([0, []]);
  });

  test('the form is compared before a store is asked', async () => {
    const client = world.start();
    await client.open();
    expect(told(await client.get('KEY', 'value'))).toBe('representation_mismatch');
    expect(told(await client.get('A', 'path'))).toBe('representation_mismatch');
    expect(told(await client.get('KEY', 'path'))).toBe('resolved');
    expect(world.records().map(({ error_kind }) => error_kind)).toEqual([
      'representation_mismatch',
      'representation_mismatch',
      undefined,
    ]);
  });

  test('one lease more than a session has is refused until one is released', async () => {
    const client = world.start();
    await client.open();
    const ids: string[] = [];
    for (let count = 0; count < 1_024; count++) ids.push(String((await client.get('KEY')).result?.['path_lease_id']));
    const { error } = await client.get('KEY');
    expect(error).toMatchObject({ code: -32004, data: { kind: 'unavailable', retryable: false } });
    expect(told(await client.get('A'))).toBe('resolved');
    await client.request('resolver.release', { path_lease_ids: ids.slice(0, 1) });
    expect(told(await client.get('KEY'))).toBe('resolved');
    expect([await client.close(), world.left()]).toEqual([0, []]);
  }, 60_000);
});

describe('what a client asks for when it opens the session', () => {
  test('a scope bounds reads and writes', async () => {
    const client = world.start();
    await client.open({ scope: 'api' });
    expect(told(await client.get('A'))).toBe('undeclared');
    expect(told(await client.get('URL'))).toBe('resolved');
    const set = await client.request('resolver.set', { name: 'A', value: 'x', purpose: PURPOSE });
    expect(set.error?.data).toEqual({ kind: 'operation_failed', retryable: false, code: 'E0812' });
    expect(told(await client.request('resolver.delete', { name: 'A', purpose: PURPOSE }))).toBe('operation_failed');
    expect(readFileSync(join(world.project, '.env'), 'utf8')).toBe(STORED);
  });

  test('a profile, a store, and a manifest as text', async () => {
    const production = world.start();
    await production.open({ profile: 'production' });
    expect(valueIn(await production.get('NEEDED'))).toBe('of production');
    world.write('other.env', 'A=of another store\n');
    const overridden = world.start();
    await overridden.open({ provider: 'dotenv:other.env' });
    expect(valueIn(await overridden.get('A'))).toBe('of another store');
    const inline = world.start();
    const opened = await inline.open({ manifest: { kind: 'inline', toml: MANIFEST, base_dir: world.project } });
    expect(opened.result).toMatchObject({ application: { manifest_kind: 'inline' } });
    expect(valueIn(await inline.get('A'))).toBe(CANARY);
  });

  test('variables that say the same are ignored', async () => {
    const client = world.start([], {
      ...{ TOOL_PROFILE: 'production', TOOL_SCOPE: 'api', TOOL_PROVIDER: 'dotenv:none' },
      ...{ TOOL_FILE: '/nowhere.toml', TOOL_REASON: 'variable' },
    });
    await client.open();
    expect(valueIn(await client.get('A'))).toBe(CANARY);
    expect(world.records()[0]).not.toHaveProperty('reason');
  });

  test.each([
    ['that is relative', 'relative.toml'],
    ['upwards', '/a/../b.toml'],
    ['that ends in a dot', '/a/.'],
    ['that begins with a dot', '/./a'],
    ['that is empty', ''],
    ['that is too long', `/${'a'.repeat(32_768)}`],
    ['with NUL', '/a\0b'],
  ])('a path %s is not valid', async (_, path) => {
    const client = world.start();
    expect((await client.open({ manifest: { kind: 'path', path } })).error?.data).toEqual({
      kind: 'invalid_params',
      retryable: false,
    });
    expect(await client.exit).toBe(1);
  });

  test.each([
    ['E0308', { manifest: { kind: 'path', path: '/nowhere/manifest.toml' } }],
    ['E0801', { profile: 'nowhere' }],
    ['E0802', { scope: 'nowhere' }],
    ['E0101', { manifest: { kind: 'inline', toml: 'a = ', base_dir: '/' } }],
  ])('%s ends the session, with no word but the code', async (code, application) => {
    const client = world.start();
    const { error } = await client.open(application);
    expect(error).toMatchObject({ code: -32008, data: { kind: 'operation_failed', retryable: false, code } });
    expect(error?.message).not.toContain('nowhere');
    expect([await client.exit, client.stderr]).toEqual([1, '']);
  });

  test.each([
    [['--expect-hash', 'sha256:other'], {}],
    [[], { TOOL_EXPECT_HASH: 'sha256:other' }],
  ])('another hash than expected: %j %j', async (words, variables) => {
    const client = world.start(words, variables);
    expect((await client.open()).error?.data).toMatchObject({ kind: 'operation_failed', code: 'E1306' });
    expect(await client.exit).toBe(1);
  });
});

describe('writes', () => {
  test('set and delete tell the store, and whether there was a value', async () => {
    const client = world.start();
    await client.open();
    const target = { target_provider: `dotenv:${world.project}/.env` };
    const set = { name: 'NEEDED', value: 'v', purpose: PURPOSE };
    expect((await client.request('resolver.set', set)).result).toEqual({ status: 'stored', ...target });
    expect(valueIn(await client.get('NEEDED'))).toBe('v');
    const remove = () => client.request('resolver.delete', { name: 'NEEDED', purpose: PURPOSE });
    expect((await remove()).result).toEqual({ status: 'deleted', deleted: true, ...target });
    expect((await remove()).result).toEqual({ status: 'deleted', deleted: false, ...target });
    expect(told(await client.request('resolver.set', { ...set, value: '' }))).toBe('invalid_params');
    expect((await client.request('resolver.set', { ...set, name: 'URL' })).error?.data).toMatchObject({
      kind: 'operation_failed',
      code: 'E1115',
    });
  });

  test('a session that only reads has no writes, and makes only what no store keeps', async () => {
    const client = world.start(['--read-only']);
    expect((await client.open()).result?.['methods']).toEqual(['resolver.get', 'resolver.release']);
    const set = await client.request('resolver.set', { name: 'A', value: 'x', purpose: PURPOSE });
    expect(told(set)).toBe('capability_required');
    expect((await client.get('MADE')).error).toMatchObject({
      code: -32005,
      data: { kind: 'permission_denied', code: 'E1013' },
    });
    expect(told(await client.get('EPHEMERAL'))).toBe('resolved');
    expect(readFileSync(join(world.project, '.env'), 'utf8')).toBe(STORED);
  });
});

describe('questions', () => {
  const asking = { client_methods: ['client.prompt'] };

  test('go to a client that answers them, and the answer is stored', async () => {
    const client = world.start();
    const asked: unknown[] = [];
    client.callback = (params) => {
      asked.push(params);
      return { result: { value: 'typed' } };
    };
    await client.open({}, asking);
    const target = `dotenv:${world.project}/.env`;
    const { result } = await client.get('ASKED');
    expect(result).toMatchObject({ value: 'typed', source: 'provider', source_provider: target });
    expect(asked).toEqual([{ name: 'ASKED', profile: 'default', target_provider: target }]);
    expect(valueIn(await client.get('ASKED'))).toBe('typed');
    expect(asked).toHaveLength(1);
  });

  test('a client that declines, or has an empty answer, has no value; one that does not answer questions misses it', async () => {
    const client = world.start();
    client.callback = () => ({
      error: {
        code: -32006,
        message: 'interaction required',
        data: { kind: 'interaction_required', retryable: false },
      },
    });
    await client.open({}, asking);
    expect((await client.get('ASKED')).error?.data).toMatchObject({ kind: 'interaction_required', code: 'E0902' });
    client.callback = () => ({ result: { value: '' } });
    expect((await client.get('ASKED')).error?.data).toMatchObject({ kind: 'operation_failed', code: 'E1010' });
    const silent = world.start();
    await silent.open();
    expect((await silent.get('ASKED')).result).toEqual({ status: 'missing', required: true });
  });

  test('are not asked in a session that only reads', async () => {
    const client = world.start(['--read-only']);
    await client.open({}, asking);
    expect(told(await client.get('ASKED'))).toBe('permission_denied');
  });
});

describe('reasons', () => {
  beforeEach(() => world.write('manifest.toml', MANIFEST.replace('revision', 'require_reason = true\nrevision')));

  test('a refusal is a record, and no one but the client and the command line give a reason', async () => {
    const client = world.start([], { TOOL_REASON: 'variable' });
    await client.open();
    expect((await client.get('A')).error?.data).toEqual({
      kind: 'interaction_required',
      retryable: false,
      code: 'E0901',
    });
    expect(world.records()).toMatchObject([
      { action: 'get', key: 'A', outcome: 'error', error_kind: 'reason_required', purpose: PURPOSE },
    ]);
  });

  test('the reason of the command line fills in for none; its caller replaces the client', async () => {
    const client = world.start(['--reason', 'deployment', '--caller', 'ci']);
    await client.open();
    expect(told(await client.get('A'))).toBe('resolved');
    const own = world.start(['--reason', 'deployment']);
    await own.open({ reason: 'mine' });
    expect(told(await own.get('A'))).toBe('resolved');
    expect(world.records()).toMatchObject([
      { reason: 'deployment', caller: { name: 'ci' } },
      { reason: 'mine', caller: { name: 'tester' } },
    ]);
  });
});

test.each([
  ['--file', 'manifest.toml'],
  ['--profile', 'a'],
  ['--provider', 'env'],
  ['--scope', 'a'],
  ['--plan', 'p.json'],
])('%s is an error of the command line', async (...words) => {
  const client = world.start(words);
  expect(await client.exit).toBe(2);
  expect(client.lines).toBe(0);
});
