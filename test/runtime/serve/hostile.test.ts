/** Clients that never read, never stop, give everything up, or send nonsense: the session stays bounded, ends, and shows no value. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  PURPOSE,
  type ResolverClient,
  type ResolverWorld,
  resolverWorld,
  told,
} from '../../helpers/resolver-client.js';

const CANARY = 'canary-5d01';
const LARGE = `${CANARY}${'x'.repeat(200_000)}`;
const MANIFEST = `
[project]
name = "demo"
revision = "1.0"
[defaults]
providers = ["dotenv:.env"]
[profiles.default]
A = { description = "a" }
LARGE = { description = "l" }
KEY = { description = "k", as_path = true }
`;

let world: ResolverWorld;
beforeEach(() => {
  world = resolverWorld(MANIFEST, `A=${CANARY}\nLARGE=${LARGE}\nKEY=${CANARY}\n`);
});
afterEach(() => world.remove());

const get = (client: ResolverClient, name: string) =>
  client.send('resolver.get', { name, representation: 'auto', purpose: PURPOSE });

function residentMiB(client: ResolverClient): number {
  const status = readFileSync(`/proc/${client.child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB$/mu.exec(status)?.[1]) / 1_024;
}

test('one that never reads and never closes ends with a signal, and takes no more memory the more it asks', async () => {
  const client = world.start();
  await client.open();
  await client.get('KEY');
  client.child.stdout.pause();
  for (let count = 0; count < 400; count++) get(client, 'LARGE');
  await pause(2_000);
  expect(residentMiB(client)).toBeLessThan(200);
  client.child.kill('SIGTERM');
  expect([await client.exit, world.left(), client.stderr]).toEqual([143, [], '']);
}, 30_000);

test('one that floods gets an answer to each request: too many at once are not begun', async () => {
  const client = world.start();
  await client.open();
  const ids = Array.from({ length: 200 }, () => get(client, 'A'));
  const answers = await Promise.all(ids.map((id) => client.answerTo(id)));
  expect(new Set(answers.map(told))).toEqual(new Set(['resolved', 'unavailable']));
  expect(told(await client.get('A'))).toBe('resolved');
});

test('one that gives everything up has no file of it', async () => {
  const client = world.start();
  await client.open();
  for (let count = 0; count < 100; count++) {
    const id = get(client, 'KEY');
    client.notify('rpc.cancel', { id });
    const answer = await client.answerTo(id);
    expect(['cancelled', 'resolved']).toContain(told(answer));
    if (answer.result !== undefined)
      await client.request('resolver.release', { path_lease_ids: [answer.result['path_lease_id']] });
  }
  expect([await client.close(), world.left(), client.stderr]).toEqual([0, [], '']);
}, 30_000);

test('one that writes in pieces of 7 bytes', async () => {
  const client = world.start();
  const write = client.write.bind(client);
  client.write = (text) => {
    for (let at = 0; at < text.length; at += 7) write(text.slice(at, at + 7));
  };
  await client.open();
  expect((await client.get('A')).result?.['value']).toBe(CANARY);
});

test('one with a line of a gigabyte is not read to its end', async () => {
  const client = world.start();
  await client.open();
  await client.get('KEY');
  const piece = 'x'.repeat(1_048_576);
  let hasEnded = false;
  void client.exit.then(() => {
    hasEnded = true;
  });
  for (let count = 0; count < 1_024 && !hasEnded; count++) {
    if (!client.child.stdin.write(piece)) await Promise.race([pause(50), client.exit]);
  }
  expect([await client.exit, world.left(), client.stderr]).toEqual([1, [], '']);
}, 30_000);

test.each([
  ['a value in a name', 'resolver.get', { name: CANARY, representation: 'auto', purpose: PURPOSE }],
  ['a value in a member that is not known', 'resolver.get', { name: 'A', [CANARY]: CANARY }],
  ['a value that is too large for its store', 'resolver.set', { name: 'NOWHERE', value: CANARY, purpose: PURPOSE }],
])('%s is not repeated', async (_, method, params) => {
  const client = world.start();
  await client.open();
  const { error, result } = await client.request(method, params);
  expect(`${JSON.stringify([error, result])}${client.stderr}`).not.toContain(CANARY);
});

test('a value that does not fit the frame is replaced by an error, and is in no log', async () => {
  const client = world.start();
  await client.open({}, { limits: { max_frame_bytes: 4_096, max_in_flight: 1 } });
  expect(told(await client.get('LARGE'))).toBe('message_too_large');
  expect(await client.close()).toBe(0);
  expect(`${JSON.stringify(world.records())}${client.stderr}`).not.toContain(CANARY);
});
