/** What Secret Manager has that other HTTP stores do not; the rest is in `test/http-stores.test.ts` and `test/contract/`. */
import { mkdtempSync } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Http, HttpRequest } from '#runtime/http/http.js';
import { crc32c } from '#runtime/providers/gcsm/crc32c.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { apiError } from '../../helpers/doubles/google.js';
import { FakeGoogleSecrets } from '../../helpers/doubles/google-secrets.js';
import { type FakeRequest, type FakeResponse, responseOf } from '../../helpers/fake-http.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { googleWorld, SPEC } from './gcsm/google-world.js';
import { failureOf, readAll, writeOne } from './http-world.js';
import { CALL, convention, native, openSpec, openStore, portsIn, says } from './open-store.js';

const HELD = 'tool2--demo--default--HELD';
const NEW = 'tool2--demo--default--NEW';
const folder = temporaryFolder();
let google = new FakeGoogleSecrets();
beforeEach(() => {
  google = new FakeGoogleSecrets();
  google.put(HELD, 'canary-old');
  google.put(HELD, 'canary-held');
});
const worldOf = (answer: (request: FakeRequest) => FakeResponse, variables = {}) =>
  googleWorld(mkdtempSync(`${folder}/world-`), answer, undefined, variables);
const world = () => worldOf((request) => google.answer(request));
const opened = () => world().open();
const pinned = (version: string): At => ({ kind: 'native', item: HELD, version });
const inProject = (project: string): At => ({ kind: 'convention', project, profile: 'default', key: 'HELD' });
const steps = (sent: readonly FakeRequest[]) => sent.map(({ path }) => path.replace(/^.*\/secrets/, ''));

describe('the checksum', () => {
  test.each([
    ['123456789', 3_808_858_755],
    ['', 0],
  ])('of %p', (text, sum) => expect(crc32c(Buffer.from(text))).toBe(sum));
  test('of bytes', () => expect(crc32c(Uint8Array.of(0, 0xff))).toBe(1_545_348_227));
});

describe('addresses', () => {
  test('the newest version by name, a version by its number, and one by its alias', async () => {
    google.alias(HELD, 'stable', 1);
    const addresses = [convention('HELD'), native(HELD), ...['1', '2', '3', 'latest', 'stable', 'other'].map(pinned)];
    expect(await readAll(await opened(), ...addresses)).toEqual([
      ...['found canary-held', 'found canary-held', 'found canary-old', 'found canary-held', 'absent'],
      ...['found canary-held', 'found canary-old', 'absent'],
    ]);
  });

  test.each([
    native('a/b'),
    native('projects/my-project/secrets/a'),
    native(''),
    native('a'.repeat(256)),
    pinned('0'),
    pinned('-1'),
    pinned('1.5'),
    pinned('a b'),
    inProject('a--b'),
    inProject('-a'),
    inProject('a-'),
    inProject('a.b'),
    inProject('é'),
    inProject('a'.repeat(240)),
  ])('%p is refused before a request, and by what asks before a prompt', async (at) => {
    const { open, sent } = world();
    const store = await open();
    expect(await failureOf(store, at)).toMatchObject({ kind: 'unsupported' });
    expect(await writeOne(store, at, 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await says(store).refusesWrite(at)).not.toBeNull();
    expect(sent).toEqual([]);
  });

  test('parts of a name may have single hyphens', async () => {
    google.put('tool2--my-app--default--HELD', 'canary-mine');
    expect(await readAll(await opened(), inProject('my-app'))).toEqual(['found canary-mine']);
  });

  test('a name by convention and one of a reference are one entry, and so is its newest version', async () => {
    const store = await opened();
    const entry = await store.identity(native(HELD));
    expect(await store.identity(convention('HELD'))).toBe(entry);
    expect(await store.identity(pinned('latest'))).toBe(entry);
    expect(await store.identity(pinned('1'))).not.toBe(entry);
  });

  test('says where it goes, and what is missing', async () => {
    const { target, absence } = says(await opened());
    expect(await target(convention('HELD'))).toBe(`project=my-project item=${HELD}, as a new version`);
    expect(await absence(convention('HELD'))).toBe(`gcsm: no secret ${HELD}`);
    expect(await absence(pinned('9'))).toBe(`gcsm: no version 9 of secret ${HELD}`);
  });

  test.each([
    ['http://example.test', false],
    ['https://example.test/path', false],
    ['https://secretmanager-team.p.googleapis.com', true],
  ])('an endpoint of %s is accepted: %p', async (endpoint, isAccepted) => {
    const { kind } = await openSpec(SPEC, portsIn('/nowhere', { TOOL_GCSM_ENDPOINT: endpoint }));
    expect(kind).toBe(isAccepted ? 'open' : 'refused');
  });
});

describe('responses', () => {
  const payload = (data: unknown, more = {}) => ({
    name: 'projects/1/secrets/a/versions/1',
    payload: { data, ...more },
  });
  test.each([
    ['no base64', payload('%')],
    ['half of base64', payload('YQ')],
    ['no data', payload(undefined)],
    ['empty data', payload('')],
    ['no version', { payload: { data: 'YQ==' } }],
    ['another checksum', payload('YQ==', { dataCrc32c: '1' })],
    ['no checksum that can be compared', payload('YQ==', { dataCrc32c: null })],
    ['no payload', { name: 'projects/1/secrets/a/versions/1' }],
  ])('%s is no value, and nothing missing', async (_, body) => {
    const { open } = worldOf(() => ({ status: 200, body }));
    expect(await readAll(await open(), convention('HELD'))).toEqual(['failed malformed']);
  });

  test('a checksum is not required', async () => {
    const { open } = worldOf(() => ({ status: 200, body: payload('YQ==') }));
    expect(await readAll(await open(), convention('HELD'))).toEqual(['found a']);
  });

  test.each(['Not Found', '', '{}', '{"error":{"message":"gone"}}'])('a 404 with %p is not of Google', async (body) => {
    const { open } = worldOf(() => ({ status: 404, body }));
    const store = await open();
    expect(await readAll(store, convention('HELD'))).toEqual(['failed malformed']);
    expect(await writeOne(store, convention('NEW'), 'x')).toMatchObject({ failure: { kind: 'malformed' } });
  });

  test.each(['DISABLED', 'DESTROYED'] as const)('a newest version that is %s is not missing', async (state) => {
    google.set(HELD, 2, state);
    const store = await opened();
    expect(await failureOf(store, convention('HELD'))).toMatchObject({
      kind: 'failed',
      detail: expect.stringContaining(`is in ${state} state`),
      help: expect.stringContaining('enable this version or add another one'),
    });
    expect(await readAll(store, pinned('1'))).toEqual(['found canary-old']);
    expect(await writeOne(store, convention('HELD'), 'x', { onlyIfAbsent: true })).toMatchObject({ kind: 'failed' });
    expect(await writeOne(store, convention('HELD'), 'x')).toEqual({ kind: 'written' });
  });

  test('a secret without a version is missing', async () => {
    google.secrets.set(NEW, { versions: [], aliases: new Map() });
    expect(await readAll(await opened(), convention('NEW'))).toEqual(['absent']);
  });

  test.each([
    ['the API is off', () => (google.isEnabled = false), 'gcloud services enable secretmanager.googleapis.com'],
    [
      'a right is missing',
      () => (google.denies = () => true),
      `allow \`secretmanager.versions.access\` on the secret \`${HELD}\``,
    ],
    ['the key is not valid', () => (google.google.isKeyValid = false), 'Google does not accept these credentials'],
  ])('if %s, the help says what to do', async (_, cause, help) => {
    cause();
    expect(await failureOf(await opened(), convention('HELD'))).toMatchObject({
      kind: 'denied',
      help: expect.stringContaining(help),
    });
  });

  test('a project that does not exist is not one without secrets', async () => {
    const store = await world().open('gcsm://my-other-project');
    expect(await failureOf(store, convention('HELD'))).toMatchObject({
      kind: 'denied',
      help: 'check the project in the address, and the quota project',
    });
    expect(await writeOne(store, convention('NEW'), 'x', { onlyIfAbsent: true })).toMatchObject({ kind: 'failed' });
    expect(await store.remove?.([convention('HELD')], CALL)).toMatchObject([{ kind: 'failed' }]);
    expect(await store.list?.(CALL)).toMatchObject({ failure: { kind: 'denied' } });
  });

  test('a reason that is a name of JavaScript has no help of its own', async () => {
    const { open } = worldOf(() => apiError(403, 'PERMISSION_DENIED', 'denied', 'constructor'));
    expect(await failureOf(await open(), convention('HELD'))).toMatchObject({
      kind: 'denied',
      help: expect.stringContaining('`secretmanager.versions.access`'),
    });
  });

  test.each([
    ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', '`cloud-platform`'],
    ['SECURITY_POLICY_VIOLATED', 'service perimeter'],
    ['CONSUMER_INVALID', 'check the project'],
  ])('the reason %s has its own help', async (reason, help) => {
    const { open } = worldOf(() => apiError(403, 'PERMISSION_DENIED', 'denied', reason));
    expect(await failureOf(await open(), convention('HELD'))).toMatchObject({ help: expect.stringContaining(help) });
  });
});

describe('writing', () => {
  test('a value is a new version of a secret that is created first', async () => {
    const { open, sent } = world();
    const store = await open();
    expect(await writeOne(store, convention('NEW'), 'canary-new')).toEqual({ kind: 'written' });
    expect(steps(sent)).toEqual([`?secretId=${NEW}`, `/${NEW}:addVersion`]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ replication: { automatic: {} } });
    const bytes = Buffer.from('canary-new');
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      payload: { data: bytes.toString('base64'), dataCrc32c: String(crc32c(bytes)) },
    });
    expect(await writeOne(store, convention('HELD'), 'canary-newer')).toEqual({ kind: 'written' });
    expect(await readAll(store, convention('NEW'), pinned('3'))).toEqual(['found canary-new', 'found canary-newer']);
  });

  test('any bytes are kept', async () => {
    const store = await opened();
    const value = SecretValue.fromBytes(Uint8Array.of(0, 255, 10));
    expect(await store.write?.([{ at: convention('B'), value }], CALL)).toEqual([{ kind: 'written' }]);
    expect(await readAll(store, convention('B'))).toEqual(['found \0\xff\n']);
  });

  test.each([
    ['nothing', 0, false],
    ['a byte', 1, true],
    ['the most', 65_536, true],
    ['a byte more', 65_537, false],
  ])('of a value of %s, it is decided before a request', async (_, length, fits) => {
    const { open, sent } = world();
    const answer = await writeOne(await open(), convention('NEW'), 'x'.repeat(length));
    expect([answer?.kind, sent.length > 0]).toEqual([fits ? 'written' : 'failed', fits]);
  });

  test.each([
    ['the right to create is missing', () => (google.denies = (permission) => permission.endsWith('.create'))],
    ['a policy restricts where secrets may be', () => (google.mayReplicate = false)],
  ])('if %s, a secret that exists gets a version', async (_, restrict) => {
    restrict();
    const store = await opened();
    expect(await writeOne(store, convention('HELD'), 'canary-new')).toEqual({ kind: 'written' });
    expect(await writeOne(store, convention('NEW'), 'x')).toMatchObject({
      failure: { help: expect.stringMatching(/secretmanager\.secrets\.create|--replication-policy=user-managed/) },
    });
    expect(google.secrets.has(NEW)).toBe(false);
  });

  test('without the right to add versions, that one is named', async () => {
    google.denies = (permission) => permission.endsWith('.add');
    expect(await writeOne(await opened(), convention('HELD'), 'x')).toMatchObject({
      failure: { kind: 'denied', help: `allow \`secretmanager.versions.add\` on the secret \`${HELD}\`` },
    });
  });

  test('only the creation of a secret may be sent twice, and what is throttled was not done', async () => {
    const { ports } = world();
    const repeatable: Record<string, boolean> = {};
    const http: Http = async (server) => {
      expect(server.isThrottled?.({ ...responseOf({ status: 429 }) })).toBe(true);
      const client = await ports.http(server);
      const noted = (request: HttpRequest) => {
        repeatable[request.path.replace(/^.*[?:]/, '')] = request.isRepeatable;
        return client.request(request, CALL.signal);
      };
      return { ...client, request: noted };
    };
    await writeOne(await openStore(SPEC, { ...ports, http }), convention('NEW'), 'x');
    expect(repeatable).toEqual({ [`secretId=${NEW}`]: true, addVersion: false });
  });

  test('words of Google about a version that was sent are not quoted', async () => {
    const { open } = worldOf((request) => {
      const answer = google.answer(request);
      return request.path.endsWith(':addVersion') ? apiError(400, 'INVALID_ARGUMENT', request.body) : answer;
    });
    const answer = await writeOne(await open(), convention('HELD'), 'canary-new');
    expect(JSON.stringify(answer)).not.toContain(Buffer.from('canary-new').toString('base64'));
  });
});

describe('filling a gap', () => {
  test('takes two requests, and the right to create and to add', async () => {
    google.denies = (permission) => permission.endsWith('.access');
    const { open, sent } = world();
    expect(await writeOne(await open(), convention('NEW'), 'x', { onlyIfAbsent: true })).toEqual({ kind: 'written' });
    expect(sent.length).toBe(2);
  });

  test('what is denied is not a gap', async () => {
    google.denies = (permission) => permission.endsWith('.access');
    const before = JSON.stringify(google.state());
    expect(await writeOne(await opened(), convention('HELD'), 'x', { onlyIfAbsent: true })).toMatchObject({
      failure: { kind: 'denied' },
    });
    expect(JSON.stringify(google.state())).toBe(before);
  });

  test('of a secret that someone else created, the first version is added', async () => {
    google.secrets.set(NEW, { versions: [], aliases: new Map() });
    google.denies = (permission) => permission.endsWith('.create');
    const store = await opened();
    expect(await writeOne(store, convention('NEW'), 'x', { onlyIfAbsent: true })).toEqual({ kind: 'written' });
  });

  test('a writer that comes first wins, and its value is the newest again', async () => {
    google.meanwhile = () => google.put(NEW, 'canary-theirs');
    const store = await opened();
    const answer = await writeOne(store, convention('NEW'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-theirs');
    expect(await readAll(store, convention('NEW'))).toEqual(['found canary-theirs']);
  });

  test('of several writers at once, all use the value of the first', async () => {
    // All find the secret without a version.
    google.secrets.set(NEW, { versions: [], aliases: new Map() });
    const stores = await Promise.all([1, 2, 3, 4].map(() => opened()));
    const answers = await Promise.all(
      stores.map((store, index) => writeOne(store, convention('NEW'), `canary-${index}`, { onlyIfAbsent: true })),
    );
    expect(answers.map((answer) => answer?.kind).sort()).toEqual(['present', 'present', 'present', 'written']);
    const [value] = await readAll(await opened(), convention('NEW'));
    expect(value).toBe(`found canary-${answers.findIndex((answer) => answer?.kind === 'written')}`);
    for (const answer of answers)
      if (answer?.kind === 'present') expect(`found ${answer.value.revealText()}`).toBe(value);
  });

  test('a value that is set after ours stays', async () => {
    const { open } = worldOf((request) => {
      const answer = google.answer(request);
      if (request.path.endsWith(':addVersion')) google.put(NEW, 'canary-set');
      return answer;
    });
    google.meanwhile = () => google.put(NEW, 'canary-theirs');
    const store = await open();
    const answer = await writeOne(store, convention('NEW'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-theirs');
    expect(await readAll(store, convention('NEW'))).toEqual(['found canary-set']);
  });

  test('a secret that is deleted meanwhile is a conflict', async () => {
    google.meanwhile = () => google.secrets.delete(NEW);
    expect(await writeOne(await opened(), convention('NEW'), 'x', { onlyIfAbsent: true })).toMatchObject({
      failure: { kind: 'conflict' },
    });
  });
});
