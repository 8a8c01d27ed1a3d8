/** Operations for programs that ask by name: inside the scope, with answers instead of failures, and files that belong to the session. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { Failure } from '#runtime/failure.js';
import { type CallOptions, NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts, type Provided } from '#runtime/session/node-ports.js';
import type { Admission, NamedAnswer, NamedOptions } from '#runtime/session/operations/get-named.js';
import { Session } from '#runtime/session/session.js';
import { SessionFiles } from '#runtime/session/session-files.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;

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
ASKED = { description = "q", prompt = true }
EPHEMERAL = { description = "e", providers = ["null"], type = "hex", generate = true }
[scopes.api]
secrets = ["URL", "DEFAULTED", "MADE"]
`;

function project(): {
  folder: string;
  temporary: string;
  open: (options?: Partial<CallOptions>, ports?: Partial<Provided>) => Session;
} {
  const folder = `${root}/p${made++}`;
  const temporary = `${folder}-tmp`;
  mkdirSync(`${folder}/home`, { recursive: true });
  mkdirSync(temporary);
  writeFileSync(`${folder}/manifest.toml`, MANIFEST);
  writeFileSync(`${folder}/.env`, 'A=canary\nKEY=private\n');
  const variables = { HOME: `${folder}/home`, USER: 'u', TMPDIR: temporary };
  const open = (options: Partial<CallOptions> = {}, ports: Partial<Provided> = {}) =>
    new Session(
      { options: { ...NO_OPTIONS, ...options }, variables, workingFolder: folder },
      nodePorts({ warn: async () => {}, notice: async () => {}, ...ports }),
    );
  return { folder, temporary, open };
}

const READ: NamedOptions = { mayStore: false, ask: false, textOnly: false };
const MAKE: NamedOptions = { mayStore: true, ask: false, textOnly: false };

function textIn(answer: NamedAnswer): string | null {
  if (answer.kind !== 'resolved') return answer.kind;
  return answer.delivered.kind === 'value' ? answer.delivered.value.revealText() : answer.delivered.path;
}

function records(folder: string): readonly Record<string, unknown>[] {
  const text = readFileSync(`${folder}/home/.local/state/tool/audit.log`, 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
}

const codeOf = (error: unknown) => (error instanceof Failure ? error.diagnostics[0]?.code : error);

test('a name resolves, is missing, or is not declared, and each answer is a record', async () => {
  const { folder, open } = project();
  const session = open();
  expect(await session.fix()).toEqual({ project: 'demo', profile: 'default', scope: null });
  expect(await session.getNamed('A', READ)).toMatchObject({
    kind: 'resolved',
    source: 'provider',
    sourceProvider: `dotenv:${folder}/.env`,
  });
  expect(await session.getNamed('DEFAULTED', READ)).toMatchObject({ source: 'default', sourceProvider: null });
  expect(await session.getNamed('OPTIONAL', READ)).toEqual({ kind: 'missing', required: false });
  expect(await session.getNamed('NEEDED', READ)).toEqual({ kind: 'missing', required: true });
  expect(await session.getNamed('ASKED', MAKE)).toEqual({ kind: 'missing', required: true });
  expect(await session.getNamed('NOWHERE', READ)).toEqual({ kind: 'undeclared' });
  const outcomes = records(folder).map(({ key, outcome, error_kind }) => [key, error_kind ?? outcome]);
  expect(outcomes).toEqual([
    ['A', 'found'],
    ['DEFAULTED', 'default'],
    ['OPTIONAL', 'missing'],
    ['NEEDED', 'missing'],
    ['ASKED', 'missing'],
    ['NOWHERE', 'secret_not_found'],
  ]);
  expect(new Set(records(folder).map(({ session_id }) => session_id)).size).toBe(1);
});

test('a scope bounds reads and writes: what it hides is not declared', async () => {
  const { folder, open } = project();
  const session = open({ scope: 'api' });
  expect((await session.fix()).scope).toBe('api');
  expect(await session.getNamed('A', READ)).toEqual({ kind: 'undeclared' });
  expect(textIn(await session.getNamed('URL', READ))).toMatch(/^canary\?key=\//u);
  const hidden = { diagnostics: [{ code: 'E0812' }] };
  await expect(session.setNamed('A', SecretValue.fromText('x'))).rejects.toMatchObject(hidden);
  await expect(session.deleteNamed('A')).rejects.toMatchObject(hidden);
  expect(records(folder).every((record) => !('scope' in record))).toBe(true);
});

test('a session without writes makes only what no store keeps', async () => {
  const { open, folder } = project();
  const session = open();
  expect(await session.getNamed('MADE', READ).catch(codeOf)).toBe('E1013');
  expect(await session.getNamed('EPHEMERAL', READ)).toMatchObject({ source: 'generated' });
  const before = readFileSync(`${folder}/.env`, 'utf8');
  expect(await session.getNamed('MADE', MAKE)).toMatchObject({ source: 'generated' });
  expect(readFileSync(`${folder}/.env`, 'utf8')).not.toBe(before);
});

test('questions go to the program that asked, and the answer is a value of the store that keeps it', async () => {
  const { folder, open } = project();
  const asked: unknown[] = [];
  const session = open().request({
    ask: async (question) => {
      asked.push(question);
      return { kind: 'answer', value: SecretValue.fromText('typed') };
    },
  });
  const answer = await session.getNamed('ASKED', { mayStore: true, ask: true, textOnly: false });
  expect(answer).toMatchObject({ source: 'provider', sourceProvider: `dotenv:${folder}/.env` });
  expect(asked).toMatchObject([{ secret: 'ASKED', profile: 'default', destination: { store: 'dotenv:.env' } }]);
  expect(textIn(await session.getNamed('ASKED', READ))).toBe('typed');
});

test('set and delete tell the store, and whether there was a value', async () => {
  const { folder, open } = project();
  const session = open();
  expect(await session.setNamed('NEEDED', SecretValue.fromText('v'))).toMatchObject({
    provider: `dotenv:${folder}/.env`,
  });
  expect(textIn(await session.getNamed('NEEDED', READ))).toBe('v');
  expect(await session.deleteNamed('NEEDED')).toEqual({ deleted: true, provider: `dotenv:${folder}/.env` });
  expect(await session.deleteNamed('NEEDED')).toEqual({ deleted: false, provider: `dotenv:${folder}/.env` });
  expect(await session.deleteNamed('URL').catch(codeOf)).toBe('E1115');
});

test('what is needed is known before a store is asked, and a refusal is a record', async () => {
  const { folder, open } = project();
  const seen: unknown[] = [];
  const admit: Admission['admit'] = (needed) => {
    seen.push(needed);
    return 'unavailable';
  };
  const session = open();
  for (const name of ['A', 'KEY', 'URL'])
    expect(await session.getNamed(name, { ...READ, admit })).toEqual({ kind: 'refused', why: 'unavailable' });
  expect(seen).toEqual([
    { form: 'value', inputFiles: 0 },
    { form: 'path', inputFiles: 0 },
    { form: 'value', inputFiles: 1 },
  ]);
  expect(records(folder).map(({ error_kind }) => error_kind)).toEqual(['unavailable', 'unavailable', 'unavailable']);
});

test('files belong to the session: private, and gone with it unless something else has taken their place', async () => {
  const { open } = project();
  const kept: SessionFiles[] = [];
  const session = open(
    {},
    {
      keepFiles: (find) => {
        const files = new SessionFiles(find);
        kept.push(files);
        return files;
      },
    },
  );
  const key = textIn(await session.getNamed('KEY', READ)) ?? '';
  const url = await session.getNamed('URL', READ);
  const other = textIn(await session.getNamed('KEY', READ)) ?? '';
  expect([statSync(key).mode & 0o777, statSync(dirname(key)).mode & 0o777]).toEqual([0o400, 0o700]);
  expect(url).toMatchObject({ inputFiles: [expect.stringContaining(dirname(key))] });
  kept[0]?.remove(key);
  expect(existsSync(key)).toBe(false);
  writeFileSync(key, 'of the receiver');
  kept[0]?.remove(key);
  kept[0]?.end();
  expect([existsSync(key), existsSync(other)]).toEqual([true, false]);
  expect(readdirSync(dirname(key))).toHaveLength(1);
});

test('nothing is left of a session whose files are all its own', async () => {
  const { temporary, open } = project();
  let files: SessionFiles | null = null;
  const keepFiles = (find: () => string | null) => {
    files = new SessionFiles(find);
    return files;
  };
  const session = open({}, { keepFiles });
  await session.getNamed('URL', READ);
  expect(readdirSync(temporary)).toHaveLength(1);
  (files as SessionFiles | null)?.end();
  expect(readdirSync(temporary)).toEqual([]);
});

test('manifest and user configuration are those of the beginning, values those of now', async () => {
  const { folder, open } = project();
  const session = open();
  await session.fix();
  writeFileSync(`${folder}/manifest.toml`, 'broken');
  writeFileSync(`${folder}/.env`, 'A=changed\n');
  expect(textIn(await session.getNamed('A', READ))).toBe('changed');
});
