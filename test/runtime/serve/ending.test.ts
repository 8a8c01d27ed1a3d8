/** How a session ends: its exit code, and that nothing of it is left. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ResolverClient, type ResolverWorld, resolverWorld, told } from '../../helpers/resolver-client.js';
import { TOOL_WORDS } from '../../helpers/tool-path.js';

const MANIFEST = `
[project]
name = "demo"
revision = "1.0"
[defaults]
providers = ["dotenv:.env"]
[profiles.default]
A = { description = "a" }
KEY = { description = "k", as_path = true }
URL = { description = "u", composed = "\${A}?key=\${KEY}" }
SLOW = { description = "s", type = "command", generate = { command = "sleep 30; echo x" }, required = false }
`;

let world: ResolverWorld;
beforeEach(() => {
  world = resolverWorld(MANIFEST, 'A=canary\nKEY=private\n');
});
afterEach(() => world.remove());

/** A session with two files. */
async function withFiles(): Promise<ResolverClient> {
  const client = world.start();
  await client.open();
  for (const name of ['KEY', 'URL']) expect(told(await client.get(name))).toBe('resolved');
  expect(world.left()).toHaveLength(1);
  return client;
}

async function untilNothingIsLeft(): Promise<void> {
  for (let tries = 0; tries < 100 && world.left().length > 0; tries++) await pause(100);
  expect(world.left()).toEqual([]);
}

test('rpc.shutdown', async () => {
  const client = await withFiles();
  expect((await client.request('rpc.shutdown', {})).result).toEqual({});
  expect([await client.exit, world.left(), client.stderr]).toEqual([0, [], '']);
});

test('the end of the input between two lines', async () => {
  const client = await withFiles();
  expect([await client.close(), world.left()]).toEqual([0, []]);
});

test.each([
  ['the end of the input within a line', '{"jsonrpc":', true],
  ['what is not JSON', 'hello\n', false],
  ['an empty line', '\n', false],
])('%s', async (_, text, isEnd) => {
  const client = await withFiles();
  client.write(text);
  if (isEnd) client.child.stdin.end();
  expect([await client.exit, world.left(), client.stderr]).toEqual([1, [], '']);
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const)('%s', async (signal, code) => {
  const client = await withFiles();
  client.child.kill(signal);
  expect([await client.exit, world.left(), client.stderr]).toEqual([code, [], '']);
});

test('a signal while a value is made: the program that makes it ends with the session', async () => {
  const client = await withFiles();
  client.send('resolver.get', { name: 'SLOW', representation: 'auto', purpose: { consumer: 'c', operation: 'o' } });
  await pause(1_000);
  client.child.kill('SIGTERM');
  expect([await client.exit, world.left()]).toEqual([143, []]);
}, 20_000);

test('a client that is killed', async () => {
  const code = `
    const { spawn } = require('node:child_process');
    const [program, ...words] = JSON.parse(process.argv[1]);
    const child = spawn(program, [...words, 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const send = (id, method, params) =>
      child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params, _meta: { deadline_unix_ms: Date.now() + 60000 } }) + '\\n');
    send(1, 'rpc.initialize', { protocol: 'tool.resolver', versions: [1], client: { name: 'c', version: '1' },
      limits: { max_frame_bytes: 1048576, max_in_flight: 8 }, application: { manifest: { kind: 'path', path: process.argv[2] },
      provider: null, profile: null, scope: null, reason: null } });
    let lines = 0;
    child.stdout.on('data', (data) => {
      lines += String(data).split('\\n').length - 1;
      if (lines === 1) send(2, 'resolver.get', { name: 'KEY', representation: 'auto', purpose: { consumer: 'c', operation: 'o' } });
      if (lines === 2) process.stdout.write('ready');
    });`;
  const words = ['-e', code, JSON.stringify(TOOL_WORDS), `${world.project}/manifest.toml`];
  const client = spawn(process.execPath, words, { env: world.variables, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(client.stdout, 'data');
  expect(world.left()).toHaveLength(1);
  client.kill('SIGKILL');
  await untilNothingIsLeft();
});

test('what a session left that was killed, the next one removes', async () => {
  const killed = await withFiles();
  killed.child.kill('SIGKILL');
  await killed.exit;
  expect(world.left()).toHaveLength(1);
  const next = await withFiles();
  expect([await next.close(), world.left()]).toEqual([0, []]);
});

test('a file that a client has put in the place of its own is left to it', async () => {
  const client = await withFiles();
  const path = String((await client.get('KEY')).result?.['path']);
  const { rmSync, writeFileSync } = await import('node:fs');
  rmSync(path);
  writeFileSync(path, 'of the client');
  expect([await client.close(), existsSync(path) && readFileSync(path, 'utf8')]).toEqual([0, 'of the client']);
});
