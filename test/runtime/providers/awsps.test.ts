import { describe, expect, test } from '@jest/globals';
import type { At } from '#schemas/addresses/address.js';
import { KEYS } from '../../helpers/doubles/aws.js';
import { FakeParameterStore } from '../../helpers/doubles/parameter-store.js';
import { convention, failure, numbered, opened, REGION, read, write } from './aws/aws-world.js';
import { CALL, native, says } from './open-store.js';

const SPEC = `awsps://${REGION}`;
const HELD = '/tool/demo/default/HELD';
const version = (item: string, text: string): At => ({ kind: 'native', item, version: text });

function held(): FakeParameterStore {
  const aws = new FakeParameterStore();
  aws.put(HELD, 'canary-held');
  return aws;
}

describe('addresses', () => {
  test.each([
    [SPEC, HELD],
    [`${SPEC}?prefix=team/a/`, `/team/a${HELD}`],
    [`${SPEC}?template=/{profile}/{project}/{key}`, '/default/demo/HELD'],
  ])('%s: %s', async (spec, name) => {
    const aws = new FakeParameterStore();
    aws.put(name, 'canary');
    const { store } = await opened(spec, aws);
    expect(await read(store, convention('HELD'))).toEqual(['found canary']);
    expect(await says(store).target(convention('HELD'))).toBe(`item=${name}`);
    expect(await store.list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [{ name: 'HELD', at: null, native: { item: name } }],
    });
  });

  test('by name, by ARN, by version and by label, in one request', async () => {
    const aws = held();
    aws.put(HELD, 'canary-second').labels.set('stable', 1);
    const arn = `arn:aws:ssm:${REGION}:123456789012:parameter${HELD}`;
    const { store } = await opened(SPEC, aws);
    const addresses = [native(HELD), version(HELD, '1'), version(HELD, 'stable'), native('plain'), version(arn, '2')];
    const found = ['found canary-second', 'found canary-held', 'found canary-held', 'absent', 'found canary-second'];
    expect(await read(store, ...addresses)).toEqual(found);
    expect(aws.calls).toEqual(['GetParameters']);
  });

  test('versions are told apart where the service does not name them', async () => {
    const aws = held();
    aws.put(HELD, 'canary-second');
    aws.namesSelectors = false;
    const { store } = await opened(SPEC, aws);
    expect(await read(store, native(HELD), version(HELD, '1'))).toEqual(['found canary-second', 'found canary-held']);
  });

  test.each([
    [native('/a b'), 'has a character'],
    [native('/a//b'), 'has an empty level'],
    [native(`/${'a/'.repeat(15)}b`), 'has more than 15 levels'],
    [native('/a:3'), 'write it as `version`'],
    [native(`/${'a'.repeat(1011)}`), 'is longer than 1011 characters'],
  ])('%j is refused before anything is sent', async (at, said) => {
    const aws = held();
    const { store } = await opened(SPEC, aws);
    expect(await failure(store, at)).toMatchObject({ kind: 'unsupported', detail: expect.stringContaining(said) });
    expect(aws.calls).toEqual([]);
  });
});

describe('requests', () => {
  test.each([
    [1, 1],
    [10, 1],
    [100, 10],
  ])('%d parameters take %d, all at once', async (count, calls) => {
    const aws = new FakeParameterStore();
    for (const key of numbered(count)) aws.put(`/tool/demo/default/${key}`, key);
    const { store, fake } = await opened(SPEC, aws);
    expect(await read(store, ...numbered(count).map(convention))).toEqual(numbered(count).map((key) => `found ${key}`));
    expect([aws.calls.length, fake.most]).toEqual([calls, calls]);
  });

  test('one forbidden name does not take the other nine along', async () => {
    const aws = new FakeParameterStore();
    for (const key of numbered(10)) aws.put(`/tool/demo/default/${key}`, key);
    aws.denies = (_, id) => id.endsWith('KEY_3');
    const { store } = await opened(SPEC, aws);
    const answers = await read(store, ...numbered(10).map(convention));
    expect(answers).toEqual(numbered(10).map((key) => (key === 'KEY_3' ? 'failed denied' : `found ${key}`)));
    expect(await failure(store, convention('KEY_3'))).toMatchObject({
      help: 'allow `ssm:GetParameters` on `arn:aws:ssm:*:*:parameter/tool/demo/default/KEY_3`',
    });
  });
});

describe('what is missing, and what is not', () => {
  test('a missing parameter costs nothing further; a missing version is an error', async () => {
    const aws = held();
    const { store } = await opened(SPEC, aws);
    expect(await read(store, native('/gone'))).toEqual(['absent']);
    expect(aws.calls).toHaveLength(1);
    expect(await read(store, version('/gone', '3'), version(HELD, '3'))).toEqual(['absent', 'failed failed']);
    expect(await failure(store, version(HELD, 'stable'))).toMatchObject({
      detail: `parameter \`${HELD}\` has no version or label \`stable\``,
    });
    expect(await says(store).absence(version('/gone', '3'))).toBe('awsps: no parameter /gone:3');
  });

  test.each([
    ['null', null],
    ['no list of invalid ones', { Parameters: [] }],
    ['a parameter without a value', { Parameters: [{ Name: HELD }], InvalidParameters: [] }],
    ['neither found nor invalid', { Parameters: [], InvalidParameters: [] }],
  ])('%s is an error', async (_, body) => {
    const { store } = await opened(SPEC, held(), { first: () => ({ status: 200, body }) });
    expect(await read(store, convention('HELD'))).toEqual(['failed malformed']);
  });
});

describe('lists', () => {
  test('all pages, and only what is right below', async () => {
    const aws = new FakeParameterStore();
    for (const key of numbered(25)) aws.put(`/tool/demo/default/${key}`, key);
    aws.put('/tool/demo/default/nested/deep', 'x');
    aws.put('/tool/demo/other/KEY', 'x');
    const { store } = await opened(SPEC, aws);
    const listed = await store.list?.(CALL);
    expect(listed).toEqual({
      kind: 'listed',
      entries: numbered(25).map((name) => ({ name, at: null, native: { item: `/tool/demo/default/${name}` } })),
    });
    expect(aws.calls).toEqual(Array.from({ length: 3 }, () => 'GetParametersByPath'));
  });

  test('a denied listing names the right', async () => {
    const aws = held();
    aws.denies = () => true;
    const { store } = await opened(SPEC, aws);
    expect(await store.list?.(CALL)).toMatchObject({
      kind: 'failed',
      failure: {
        kind: 'denied',
        help: 'allow `ssm:GetParametersByPath` on `arn:aws:ssm:*:*:parameter/tool/demo/default`',
      },
    });
  });

  test('a listing without an end is an error', async () => {
    const body = { Parameters: [], NextToken: 'again' };
    const { store } = await opened(SPEC, held(), { first: () => ({ status: 200, body }) });
    expect(await store.list?.(CALL)).toMatchObject({ kind: 'failed', failure: { kind: 'malformed' } });
  });
});

describe('writes', () => {
  test('encrypted, with the key and the tier of the address', async () => {
    const aws = new FakeParameterStore();
    const { store } = await opened(`${SPEC}?kms_key_id=alias/k&tier=advanced`, aws);
    expect(await write(store, 'NEW', 'x'.repeat(8192))).toEqual({ kind: 'written' });
    expect(aws.parameters.get('/tool/demo/default/NEW')).toMatchObject({
      type: 'SecureString',
      options: { KeyId: 'alias/k', Tier: 'Advanced' },
    });
  });

  test('every writer adds a version', async () => {
    const aws = held();
    const { store } = await opened(SPEC, aws);
    await Promise.all([write(store, 'HELD', 'one'), write(store, 'HELD', 'two')]);
    expect(aws.parameters.get(HELD)?.versions).toEqual(['canary-held', 'one', 'two']);
  });

  test('only if absent: one wins, and the others learn its value', async () => {
    const { store } = await opened(SPEC, new FakeParameterStore());
    const answers = await Promise.all(['one', 'two'].map((text) => write(store, 'NEW', text, { onlyIfAbsent: true })));
    expect(answers.map((answer) => (answer?.kind === 'present' ? answer.value.revealText() : answer?.kind))).toEqual([
      'written',
      'one',
    ]);
  });

  test.each([
    ['', {}, 'unsupported', 'does not hold empty values'],
    ['x'.repeat(4097), {}, 'unsupported', 'up to 4096 characters'],
    [new Uint8Array([0xff]), {}, 'not-text', 'not UTF-8'],
    ['x', { expiresAt: new Date() }, 'unsupported', 'does not let values expire'],
  ])('a value that is not held is refused before anything is sent', async (value, more, kind, said) => {
    const aws = new FakeParameterStore();
    const answer = await write((await opened(`${SPEC}?tier=standard`, aws)).store, 'NEW', value, more);
    expect(answer).toMatchObject({ kind: 'failed', failure: { kind, detail: expect.stringContaining(said) } });
    expect(aws.calls).toEqual([]);
  });

  test('names by `ref` are written; versions and ARNs are not', async () => {
    const aws = held();
    const { store } = await opened(SPEC, aws);
    expect(await says(store).refusesWrite(native('/plain/name'))).toBeNull();
    expect(await says(store).refusesWrite(version(HELD, '1'))).toContain('a version of a parameter is read-only');
    expect(await says(store).refusesWrite(native(`arn:aws:ssm:${REGION}:1:parameter/x`))).toContain('by its ARN');
    expect(await says(store).refusesWrite(native('/aws/service/x'))).toContain('which the service reserves');
    expect(await says(store).refusesRemove(native('/plain/name'))).toBe('awsps does not remove entries');
  });

  test('a parameter of another type is not changed', async () => {
    const aws = held();
    aws.put('/tool/demo/default/PLAIN', 'text', 'String');
    expect(await write((await opened(SPEC, aws)).store, 'PLAIN', 'new')).toMatchObject({
      failure: { help: expect.stringContaining('is not a `SecureString`') },
    });
  });

  test('a response that repeats the session token is quoted without it', async () => {
    const message = "'canary-session' is not a security token";
    const first = () => ({ status: 400, body: { __type: 'UnrecognizedClientException', message } });
    const variables = { ...KEYS, AWS_SESSION_TOKEN: 'canary-session' };
    expect(await failure((await opened(SPEC, held(), { first, variables })).store)).toMatchObject({
      detail: "AWS Parameter Store answered with UnrecognizedClientException: '[secret]' is not a security token",
    });
  });

  test('an error whose code is a name of JavaScript has no advice', async () => {
    const first = () => ({ status: 400, body: { __type: 'constructor' } });
    const answer = await write((await opened(SPEC, held(), { first })).store, 'NEW', 'canary-new');
    const detail = 'AWS Parameter Store answered with constructor';
    expect(answer).toEqual({ kind: 'failed', failure: { kind: 'failed', detail } });
  });

  test('nothing of a response to a write is quoted', async () => {
    const aws = held();
    const message = 'Value canary-new at value failed to satisfy constraint';
    const first = () => ({ status: 400, body: { __type: 'ValidationException', message } });
    const answer = await write((await opened(SPEC, aws, { first })).store, 'NEW', 'canary-new');
    expect(answer).toMatchObject({
      failure: {
        detail: 'AWS Parameter Store answered with ValidationException',
        help: expect.stringContaining('8 KB'),
      },
    });
  });
});
