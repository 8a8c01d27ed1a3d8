/** A session of the library in this process: what it answers, stores and removes, inside its scope, and what is left after it. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { builder } from '#runtime/sdk/index.js';
import { DOTENV, libraryWorlds } from './library-world.js';

const world = libraryWorlds();
const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const MANIFEST = `${DOTENV}[scopes.web]
secrets = ["A", "MADE"]
[profiles.default]
A = { description = "a" }
B = { description = "b", required = false }
FILE = { description = "f", as_path = true, required = false }
MADE = { description = "m", composed = "<\${B}>", required = false }
`;

test('each read asks the store again, and a name has one of three answers', async () => {
  const { manifest, write } = world(MANIFEST, 'A=one\n');
  const session = await builder().withPath(manifest).open();
  const secretOf = async (name: string) => {
    const answer = await session.get(name);
    return answer.status === 'resolved' ? answer.secret.get() : answer;
  };
  expect(await secretOf('A')).toBe('one');
  write('.env', 'A=two\n');
  expect(await secretOf('A')).toBe('two');
  expect(await secretOf('B')).toEqual({ status: 'missing', required: false });
  expect(await secretOf('NOWHERE')).toEqual({ status: 'undeclared' });
  await session.close();
});

test('it stores text and bytes, and says whether there was something to remove', async () => {
  const { manifest, folder } = world(MANIFEST, '');
  const session = await builder().withPath(manifest).open();
  await session.set('A', 'stored');
  expect(readFileSync(`${folder}/.env`, 'utf8')).toContain('A=stored');
  await session.set('A', Buffer.from('bytes'));
  expect((await session.load()).secrets['A']?.value).toBe('bytes');
  expect([await session.delete('A'), await session.delete('A')]).toEqual([true, false]);
  expect(await caught(session.set('A', ''))).toMatchObject({ kind: 'provider_operation_failed' });
  expect(await caught(session.set('MADE', 'x'))).toMatchObject({ kind: 'composed_secret_read_only' });
  expect(await caught(session.set('NOWHERE', 'x'))).toMatchObject({ kind: 'secret_not_found' });
  expect(await caught(session.set('A', JSON.parse('7')))).toBeInstanceOf(TypeError);
  expect(await caught(session.set('A', 'half \ud800'))).toBeInstanceOf(TypeError);
  expect(readFileSync(`${folder}/.env`, 'utf8')).not.toContain('half');
  await session.close();
});

test('a scope hides, in reads and in writes', async () => {
  const { manifest } = world(MANIFEST, 'A=a\nB=b\n');
  const session = await builder().withPath(manifest).withScope('web').open();
  expect(await session.get('B')).toEqual({ status: 'undeclared' });
  expect(await session.get('MADE')).toMatchObject({ status: 'resolved', secret: { source: 'composed' } });
  expect(await caught(session.set('B', 'x'))).toMatchObject({ kind: 'secret_not_found' });
  expect(await caught(session.delete('B'))).toMatchObject({ kind: 'secret_not_found' });
  expect((await session.load()).scope).toBe('web');
  await session.close();
});

test('its files live until it is closed, unless they are kept or their result goes before', async () => {
  const { manifest, filesLeft } = world(MANIFEST, 'A=a\nFILE=f\n');
  const session = await builder().withPath(manifest).open();
  const first = await session.get('FILE');
  const loaded = await session.load();
  expect(filesLeft().filter((name) => name.includes('.tmp'))).toHaveLength(2);
  if (first.status === 'resolved') first.secret.path && (await first[Symbol.asyncDispose]());
  expect(filesLeft().filter((name) => name.includes('.tmp'))).toHaveLength(1);
  expect(readFileSync(loaded.secrets['FILE']?.path ?? '', 'utf8')).toBe('f');
  await session.close();
  expect(filesLeft()).toEqual([]);
});

test('after the end everything is refused; the end waits for what is under way, and may come again', async () => {
  const { manifest } = world(MANIFEST, 'A=a\n');
  const session = await builder().withPath(manifest).open();
  const running = session.load();
  await Promise.all([session.close(), session.close()]);
  expect((await running).secrets['A']?.value).toBe('a');
  for (const work of [session.get('A'), session.load(), session.report(), session.set('A', 'x'), session.delete('A')])
    expect(await caught(work)).toMatchObject({ kind: 'closed', name: 'ToolError' });
});

test('what is wrong with the manifest, the profile or the scope is known when it is opened', async () => {
  const { manifest } = world(MANIFEST, '');
  expect(await caught(builder().withPath(manifest).withProfile('nowhere').open())).toMatchObject({
    kind: 'invalid_profile',
  });
  expect(await caught(builder().withPath(manifest).withScope('nowhere').open())).toMatchObject({
    kind: 'invalid_scope',
  });
});

test('without values a name is found, and nothing is generated', async () => {
  const { manifest, folder } = world(
    `${DOTENV}[profiles.default]\nA = { description = "a" }\nG = { description = "g", type = "password", generate = true, required = false }\n`,
    'A=a\n',
  );
  const one = builder().withPath(manifest).withNoValues();
  expect(await one.get('A')).toMatchObject({
    status: 'resolved',
    secret: { source: 'provider', value: null, bytes: null },
  });
  expect(await one.get('G')).toMatchObject({ status: 'resolved', secret: { source: 'generated' } });
  expect(readFileSync(`${folder}/.env`, 'utf8')).toBe('A=a\n');
});
