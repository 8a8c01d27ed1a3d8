/** A session of the library over a process: the same answers as in this process, and nothing of the process left. */
import { existsSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { type Builder, builder, type Session } from '#runtime/sdk/index.js';
import { TOOL_WORDS } from '../../helpers/tool-path.js';
import { DOTENV, libraryWorlds } from './library-world.js';

const world = libraryWorlds();
const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const SERVE = [...TOOL_WORDS, 'serve'];
const sessions: Session[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

async function connected(settings: Builder): Promise<Session> {
  const session = await settings.connect(SERVE);
  sessions.push(session);
  return session;
}

const MANIFEST = `${DOTENV}[scopes.web]
secrets = ["A"]
[profiles.default]
A = { description = "a" }
B = { description = "b", required = false }
FILE = { description = "f", as_path = true }
MADE = { description = "m", composed = "<\${A}>" }
`;

test('it answers, stores, removes and loads as a session in this process does', async () => {
  const { manifest, filesLeft } = world(MANIFEST, 'A=one\nFILE=content\n');
  const session = await builder().withPath(manifest).connect(SERVE);
  expect(await session.get('A')).toMatchObject({
    status: 'resolved',
    secret: { value: 'one', source: 'provider', asPath: false },
  });
  expect(await session.get('B')).toEqual({ status: 'missing', required: false });
  for (const name of ['NOWHERE', '']) expect(await session.get(name)).toEqual({ status: 'undeclared' });
  // A line that the process would end the session for.
  expect(await caught(session.get('\ud800'))).toBeInstanceOf(TypeError);
  await session.set('B', 'stored');
  const loaded = await session.load();
  expect(loaded.fields()).toMatchObject({ A: 'one', B: 'stored', MADE: '<one>' });
  expect(readFileSync(loaded.secrets['FILE']?.path ?? '', 'utf8')).toBe('content');
  expect([await session.delete('B'), await session.delete('B')]).toEqual([true, false]);
  expect((await session.load()).missingOptional).toEqual(['B']);
  expect(inspect([session, loaded], { depth: 20, showHidden: true })).not.toContain('one');
  await session.close();
  expect(filesLeft()).toEqual([]);
  expect(existsSync(loaded.secrets['FILE']?.path ?? '')).toBe(false);
  expect(await caught(session.get('A'))).toMatchObject({ kind: 'closed' });
});

test('a file goes with its result, before the session', async () => {
  const { manifest, filesLeft } = world(MANIFEST, 'A=one\nFILE=content\n');
  const session = await connected(builder().withPath(manifest));
  const answer = await session.get('FILE');
  if (answer.status !== 'resolved') throw new Error(answer.status);
  expect(filesLeft().some((name) => name.includes('.tmp'))).toBe(true);
  answer.dispose();
  await session.get('A');
  expect(filesLeft().some((name) => name.includes('.tmp'))).toBe(false);
});

test('settings and variables of this process choose, not those of the other', async () => {
  const { manifest } = world(MANIFEST, 'A=one\nB=b\nFILE=f\n');
  Object.assign(process.env, { TOOL_SCOPE: 'web', TOOL_FILE: '/nowhere' });
  const session = await connected(builder().withPath(manifest).withCaller({ name: 'shop' }));
  expect(await session.get('B')).toEqual({ status: 'undeclared' });
  expect((await session.load()).scope).toBe('web');
});

test('an inline manifest is sent as it is', async () => {
  const { folder } = world(MANIFEST, 'A=one\nFILE=f\n');
  const text = `[project]\nname = "demo"\nrevision = "1.0"\n${MANIFEST}`;
  const session = await connected(builder().withManifest(text, folder));
  expect(await session.get('MADE')).toMatchObject({ secret: { value: '<one>' } });
});

test('what is missing rejects a load with its names', async () => {
  const { manifest } = world(MANIFEST, 'FILE=f\n');
  const session = await connected(builder().withPath(manifest));
  expect(await caught(session.load())).toMatchObject({ kind: 'missing_required', missing: ['A', 'MADE'] });
});

test('failures have the kind and the code of the other side', async () => {
  const { manifest, write } = world(MANIFEST, 'A=one\nFILE=f\n');
  expect(await caught(builder().withPath(manifest).withProfile('nowhere').connect(SERVE))).toMatchObject({
    name: 'ToolError',
    kind: 'operation_failed',
    code: 'E0801',
  });
  const readOnly = await builder()
    .withPath(manifest)
    .connect([...SERVE, '--read-only']);
  expect(await caught(readOnly.set('A', 'x'))).toMatchObject({ kind: 'capability_required' });
  expect(await caught(readOnly.report())).toMatchObject({ kind: 'capability_required' });
  write('.env', '="\n');
  expect(await caught(readOnly.get('A'))).toMatchObject({ name: 'ToolError' });
  await readOnly.close();
});

test.each([
  ['one that is not there', ['/nowhere/tool']],
  ['one that ends', [process.execPath, '-e', 'process.exit(3)']],
  ['one that speaks otherwise', [process.execPath, '-e', 'console.log("hello")']],
])('%s is an error of the library', async (_, command) => {
  const { manifest } = world(MANIFEST, '');
  expect(await caught(builder().withPath(manifest).connect(command))).toMatchObject({
    name: 'ToolError',
    kind: 'unavailable',
  });
});

test('what the wire cannot carry is a TypeError, and so is a command that is none', async () => {
  const { manifest } = world(MANIFEST, '');
  const given = () => builder().withPath(manifest);
  for (const one of [
    given().withPlan('p'),
    given().withExpectedHash('h'),
    given().withDefaultReason('r'),
    given().withBytes(),
    given().withNoValues(),
  ])
    expect(await caught(one.connect(SERVE))).toBeInstanceOf(TypeError);
  for (const command of [[], [''], 'tool serve', ['tool', 7]])
    expect(await caught(given().connect(JSON.parse(JSON.stringify(command))))).toBeInstanceOf(TypeError);
});

test('a signal rejects with its reason', async () => {
  const { manifest } = world(MANIFEST, 'A=one\nFILE=f\n');
  const controller = new AbortController();
  const session = await builder().withPath(manifest).withSignal(controller.signal).connect(SERVE);
  controller.abort('enough');
  expect(await caught(session.get('A'))).toBe('enough');
  await session.close();
  expect(await caught(builder().withPath(manifest).withSignal(controller.signal).connect(SERVE))).toBe('enough');
});
