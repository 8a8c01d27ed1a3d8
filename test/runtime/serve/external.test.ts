/** What an external provider says of a value, and how it fails, as a client of `tool serve` sees it; and what the client says to it. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ResolverWorld, resolverWorld } from '../../helpers/resolver-client.js';

const MANIFEST = `
[project]
name = "demo"
revision = "1.0"
[providers]
acme = "acme://x"
near = { uri = "acme://x", cache = { provider = "file:./copies", max_age = "1h" } }
[profiles.default]
A = { description = "a", providers = ["acme"] }
PART = { description = "p", providers = ["acme"], extract = { format = "json", pointer = "/a" } }
BOTH = { description = "b", composed = "\${A}-\${CACHED}" }
CACHED = { description = "c", providers = ["near"] }
DENIED = { description = "d", providers = ["acme"] }
`;

const EXPIRES = Date.UTC(2099, 0);
/** Writes what it was initialised with to a file. */
const PROVIDER = `#!${process.execPath}
const { createInterface } = require('node:readline');
const { writeFileSync } = require('node:fs');
const answers = {
  'rpc.initialize': ({ application }) => {
    writeFileSync(__dirname + '/context.json', JSON.stringify(application.context));
    return { protocol: 'tool.provider', version: 1, server: { name: 'acme', version: '1' }, methods: ['provider.get', 'provider.resolve_address'],
      capabilities: {}, limits: { max_frame_bytes: 1048576, max_in_flight: 4 },
      application: { provider: { name: 'acme', display_uri: 'acme://x', supported_coordinates: [], generated_value_persistence: 'persist',
        prompted_value_persistence: 'persist', storage_identity: 'x', entry_container_identity: 'x', physical_store_path: null } } };
  },
  'provider.resolve_address': ({ address }) => ({ coordinates: { item: address.key ?? 'x' } }),
  'provider.get': ({ address }) => {
    if (address.key === 'DENIED') return null;
    const value = address.key === 'PART' ? '{"a":"part"}' : 'value of ' + address.key;
    return { status: 'found', value, expires_at_unix_ms: ${EXPIRES}, revision: 'r7' };
  },
  'rpc.shutdown': () => ({}),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params);
  const error = { code: -32005, message: 'permission denied', data: { kind: 'permission_denied', retryable: false } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }) + '\\n');
  if (method === 'rpc.shutdown') process.exit(0);
});
`;

let world: ResolverWorld;
let folder: string;
beforeEach(() => {
  world = resolverWorld(MANIFEST, '');
  const home = String(world.variables['HOME']);
  folder = join(home, 'bin');
  const claims = join(home, '.config/tool/providers.d');
  for (const path of [folder, claims]) mkdirSync(path, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, 'acme'), PROVIDER);
  chmodSync(join(folder, 'acme'), 0o755);
  writeFileSync(join(claims, 'acme.tool.json'), JSON.stringify({ executable: join(folder, 'acme') }), { mode: 0o644 });
});
afterEach(() => world.remove());

test('revision and expiry are those of the store; a part has a revision of its own', async () => {
  const client = world.start();
  await client.open({ requested_authorization_duration_ms: 60_000 });
  const { result } = await client.get('A');
  expect(result).toMatchObject({ value: 'value of A', expires_at_unix_ms: EXPIRES, refresh_at_unix_ms: null });
  expect(result).toMatchObject({ revision: 'r7', source_provider: 'acme://x' });
  const part = (await client.get('PART')).result;
  expect(part).toMatchObject({ value: 'part', expires_at_unix_ms: EXPIRES });
  expect(part?.['revision']).toMatch(/^[0-9a-f]{64}$/u);
  expect(JSON.parse(readFileSync(join(folder, 'context.json'), 'utf8'))).toMatchObject({
    requested_authorization_duration_ms: 60_000,
  });
});

test('a copy says when it is read again, and what is made of it lives no longer', async () => {
  const client = world.start();
  await client.open();
  expect((await client.get('CACHED')).result).toMatchObject({ refresh_at_unix_ms: null, revision: 'r7' });
  const { result } = await client.get('CACHED');
  expect(result).toMatchObject({ value: 'value of CACHED', expires_at_unix_ms: EXPIRES, revision: 'r7' });
  const refreshAt = Number(result?.['refresh_at_unix_ms']);
  expect(Math.abs(refreshAt - Date.now() - 3_600_000)).toBeLessThan(60_000);
  const both = (await client.get('BOTH')).result;
  expect(both).toMatchObject({ source: 'composed', expires_at_unix_ms: EXPIRES, refresh_at_unix_ms: refreshAt });
  expect(both).not.toHaveProperty('revision');
});

test('its kind of failure is passed on', async () => {
  const client = world.start();
  await client.open();
  expect((await client.get('DENIED')).error).toMatchObject({ code: -32005, data: { kind: 'permission_denied' } });
  expect(world.records()).toMatchObject([{ key: 'DENIED', error_kind: 'permission_denied' }]);
  expect([await client.close(), client.stderr]).toEqual([0, '']);
});
