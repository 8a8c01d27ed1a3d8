/** What a load gives: secrets, their sources, what is missing, and files that go with the result. */
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { builder, type Caller, keepTempFiles, MissingRequiredError, ToolError } from '#runtime/sdk/index.js';
import { DOTENV, libraryWorlds } from './library-world.js';

const world = libraryWorlds();
const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Semantics 15.4. */
const BASIC = `${DOTENV}[profiles.default]
DATABASE_URL = { description = "d" }
DEV_SESSION_SECRET = { description = "d", required = false, default = "for-development" }
SENTRY_DSN = { description = "d", required = false }
`;

test('the basic fixture', async () => {
  const { manifest } = world(BASIC, 'DATABASE_URL=postgres://h/d\n');
  const loaded = await builder().withPath(manifest).load();
  expect(loaded.provider).toBe('dotenv:.env');
  expect([loaded.profile, loaded.scope, loaded.missingOptional]).toEqual(['default', null, ['SENTRY_DSN']]);
  expect(loaded.fields()).toEqual({ DATABASE_URL: 'postgres://h/d', DEV_SESSION_SECRET: 'for-development' });
  expect(JSON.parse(loaded.fieldsJson())).toEqual(loaded.fields());
  const { DATABASE_URL: url, DEV_SESSION_SECRET: session } = loaded.secrets;
  expect(url).toMatchObject({
    name: 'DATABASE_URL',
    source: 'provider',
    sourceProvider: expect.stringMatching(/^dotenv:.*\.env$/u),
    asPath: false,
  });
  expect([url?.value, url?.get(), url?.path]).toEqual(['postgres://h/d', 'postgres://h/d', null]);
  expect(url?.bytes).toEqual(Uint8Array.from(Buffer.from('postgres://h/d')));
  expect(session).toMatchObject({ source: 'default', sourceProvider: null });
  const names = await builder().withPath(manifest).withNoValues().load();
  expect(names.fields()).toEqual({ DATABASE_URL: null, DEV_SESSION_SECRET: null });
  expect(names.secrets['DATABASE_URL']).toMatchObject({ source: 'provider' });
  const report = await builder().withPath(manifest).report();
  expect(report.secrets).toHaveLength(3);
});

test('the fixture with a file', async () => {
  const { manifest, filesLeft } = world(
    `${DOTENV}[profiles.default]\nKEY = { description = "d", as_path = true }\n`,
    'KEY=content\n',
  );
  const names = await builder().withPath(manifest).withNoValues().load();
  expect(names.secrets['KEY']).toMatchObject({ asPath: true, path: null });
  expect(names.fields()).toEqual({ KEY: null });
  expect(filesLeft()).toEqual([]);
  const loaded = await builder().withPath(manifest).load();
  const { KEY } = loaded.secrets;
  const path = KEY?.path ?? '';
  expect([KEY?.value, KEY?.bytes, KEY?.get()]).toEqual([null, null, path]);
  expect(readFileSync(path, 'utf8')).toBe('content');
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o400, 0o700]);
  loaded.dispose();
  loaded.dispose();
  expect(filesLeft()).toEqual([]);
});

test('files that are kept stay, and the folder of another load goes', async () => {
  const { manifest, filesLeft } = world(
    `${DOTENV}[profiles.default]\nKEY = { description = "d", as_path = true }\n`,
    'KEY=content\n',
  );
  const [one, other] = [await builder().withPath(manifest).load(), await builder().withPath(manifest).load()];
  const kept = one.keepTempFiles();
  expect(kept).toEqual([one.secrets['KEY']?.path]);
  expect(keepTempFiles(one)).toEqual(kept);
  await one[Symbol.asyncDispose]();
  other[Symbol.dispose]();
  expect(kept.map((path) => readFileSync(path, 'utf8'))).toEqual(['content']);
  expect(filesLeft().filter((name) => /\.tmp/u.test(name))).toHaveLength(1);
  expect(() => keepTempFiles({})).toThrow(TypeError);
});

test('what is made of others is composed, and what is generated is stored', async () => {
  const { manifest, folder } = world(
    `${DOTENV}[profiles.default]
A = { description = "a", type = "password", generate = true, required = false }
B = { description = "b", required = false, composed = "x-\${A}" }
`,
  );
  const names = await builder().withPath(manifest).withNoValues().load();
  expect(names.secrets['A']).toMatchObject({ source: 'generated', sourceProvider: null });
  expect(readFileSync(`${folder}/.env`, 'utf8')).toBe('');
  const { secrets } = await builder().withPath(manifest).load();
  expect([secrets['A']?.source, secrets['B']?.source]).toEqual(['generated', 'composed']);
  expect(readFileSync(`${folder}/.env`, 'utf8')).toContain(secrets['A']?.value);
  const again = await builder().withPath(manifest).load();
  expect([again.secrets['A']?.source, again.secrets['B']?.value]).toEqual(['provider', `x-${secrets['A']?.value}`]);
});

test('missing required secrets reject with their names, sorted', async () => {
  const { manifest } = world(
    `${DOTENV}[profiles.default]\nB = { description = "b" }\nA = { description = "a" }\nC = { description = "c" }\n`,
    'C=c\n',
  );
  for (const one of [builder(), builder().withNoValues()]) {
    const error = await caught(one.withPath(manifest).load());
    expect(error).toBeInstanceOf(MissingRequiredError);
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({
      name: 'MissingRequiredError',
      kind: 'missing_required',
      code: 'E1001',
      missing: ['A', 'B'],
    });
    expect(error).toMatchObject({ message: expect.stringMatching(/A.*B.* \(kind: missing_required\)$/su) });
  }
});

test('a violated group is another failure', async () => {
  const { manifest } = world(
    `${DOTENV}[profiles.default]
A = { description = "a", required = { exactly_one = "g" } }
B = { description = "b", required = { exactly_one = "g" } }
`,
    'A=a\nB=b\n',
  );
  const error = await caught(builder().withPath(manifest).load());
  expect(error).not.toBeInstanceOf(MissingRequiredError);
  expect(error).toMatchObject({ kind: 'validation_failed' });
  expect((await builder().withPath(manifest).report()).constraintViolations).toHaveLength(1);
});

test('a value that is not text fails the load, unless bytes are wanted', async () => {
  const { manifest, write, filesLeft } = world(
    '[providers]\nf = "file:values"\n[defaults]\nproviders = ["f"]\n[profiles.default]\nA = { description = "a", encoding = "hex" }\nF = { description = "f", as_path = true, encoding = "hex" }\n',
  );
  void write;
  const given = builder().withPath(manifest).withProvider('dotenv:.env');
  write('.env', 'A=ff00\nF=ff00\n');
  const error = await caught(given.load());
  expect(error).toMatchObject({ kind: 'secret_not_text', code: 'E1202' });
  expect(filesLeft()).toEqual([]);
  const { secrets, dispose: _, ...facts } = await given.withBytes().load();
  void facts;
  expect([secrets['A']?.value, secrets['A']?.bytes]).toEqual([null, Uint8Array.of(0xff, 0)]);
});

test('all values are set as variables, or none', async () => {
  const { manifest, write } = world(
    `${DOTENV}[profiles.default]\nFIRST_ONE = { description = "a" }\nZ_LAST = { description = "z", encoding = "hex" }\nNONE = { description = "n", required = false }\n`,
    'FIRST_ONE=one\nZ_LAST=7a\n',
  );
  process.env['NONE'] = 'before';
  (await builder().withPath(manifest).load()).setAsEnv();
  expect([process.env['FIRST_ONE'], process.env['Z_LAST'], process.env['NONE']]).toEqual(['one', 'z', 'before']);
  delete process.env['FIRST_ONE'];
  for (const [hex, code] of [
    ['6100', 'E1203'],
    ['ff', 'E1202'],
  ]) {
    write('.env', `FIRST_ONE=one\nZ_LAST=${hex}\n`);
    const loaded = await builder().withPath(manifest).withBytes().load();
    expect(() => loaded.setAsEnv()).toThrow(ToolError);
    expect(() => loaded.setAsEnv()).toThrow(code);
    expect(process.env['FIRST_ONE']).toBeUndefined();
  }
});

test('names of members of objects are ordinary names', async () => {
  const names = ['constructor', 'toJSON', 'dispose', 'hasOwnProperty'];
  const { manifest } = world(
    `${DOTENV}[profiles.default]\n${names.map((name) => `${name} = { description = "d" }\n`).join('')}`,
    names.map((name) => `${name}=${name}\n`).join(''),
  );
  const loaded = await builder().withPath(manifest).load();
  expect(Object.getPrototypeOf(loaded.secrets)).toBe(null);
  expect(names.map((name) => loaded.secrets[name]?.value)).toEqual(names);
});

test('the report is that of `check --json`, with statuses for what is missing and what fails', async () => {
  const { manifest, folder } = world(
    `${DOTENV}[providers]\nbroken = "file:broken"\n[profiles.default]\nA = { description = "a" }\nB = { description = "b", providers = ["broken"] }\nC = { description = "c", required = false, as_path = true }\n`,
  );
  const report = await builder().withPath(manifest).report();
  expect(report.secrets.map(({ name, status, asPath }) => [name, status, asPath])).toEqual([
    ['A', 'missing_required', false],
    ['B', 'missing_required', false],
    ['C', 'missing_optional', true],
  ]);
  expect(report.toJSON()).toMatchObject({
    schema_version: 1,
    secrets: [{ default_applied: false }, {}, { as_path: true }],
  });
  expect(JSON.stringify(report)).toBe(JSON.stringify(report.toJSON()));
  chmodSync(`${folder}/.env`, 0o600);
});

test('records have the caller without blanks, and the failure of a value that is not text', async () => {
  const { manifest, folder } = world(
    `${DOTENV}[profiles.default]\nA = { description = "a", encoding = "hex" }\n`,
    'A=ff\n',
  );
  const from = (caller: Caller) => builder().withPath(manifest).withCaller(caller);
  await from({ name: ' shop ', version: ' ', operation: ' o ' }).withBytes().get('A');
  expect(await caught(from({ name: ' ' }).get('A'))).toMatchObject({ kind: 'secret_not_text', code: 'E1202' });
  const log = readFileSync(`${folder}/../home/.local/state/tool/audit.log`, 'utf8').trim().split('\n');
  const [first, second] = log.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ outcome: 'found', caller: { name: 'shop', operation: 'o' } });
  expect(first.caller.version).toBeUndefined();
  expect(second).toMatchObject({ outcome: 'error', error_kind: 'secret_not_text' });
  expect(second.caller).toBeUndefined();
});

test('the first use says where the audit log is, and records a check', async () => {
  const { manifest, folder } = world(BASIC, 'DATABASE_URL=u\n');
  const first = await builder()
    .withPath(manifest)
    .withCaller({ name: 'shop', version: '1' })
    .withReason('start')
    .load();
  expect(first.warnings).toEqual([{ code: 'note', message: expect.stringContaining('audit.log') }]);
  const second = await builder().withPath(manifest).load();
  expect(second.warnings).toEqual([]);
  const log = readFileSync(`${folder}/../home/.local/state/tool/audit.log`, 'utf8').trim().split('\n');
  expect(log.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      action: 'check',
      outcome: 'found',
      reason: 'start',
      caller: expect.objectContaining({ name: 'shop' }),
    }),
    expect.objectContaining({ action: 'check', outcome: 'found' }),
  ]);
});
