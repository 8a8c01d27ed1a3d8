import { describe, expect, test } from '@jest/globals';
import { httpFailure } from '#runtime/http/http-fault.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeSecretsManager } from '../../helpers/doubles/secrets-manager.js';
import { convention, failure, numbered, opened, REGION, read, write } from './aws/aws-world.js';
import { CALL, native, says } from './open-store.js';

const SPEC = `awssm://${REGION}`;
const HELD = 'tool/demo/default/HELD';
const field = (item: string, name: string): At => ({ kind: 'native', item, field: name });

function held(): FakeSecretsManager {
  const aws = new FakeSecretsManager();
  aws.put(HELD, 'canary-held');
  return aws;
}

describe('addresses', () => {
  test.each([
    [SPEC, HELD],
    [`${SPEC}?prefix=team/`, `team/${HELD}`],
    [`${SPEC}?prefix=/x`, `/x/${HELD}`],
    [`${SPEC}?prefix=/`, `/${HELD}`],
  ])('%s: %s', async (spec, name) => {
    const aws = new FakeSecretsManager();
    aws.put(name, 'canary');
    const { store } = await opened(spec, aws);
    expect(await read(store, convention('HELD'))).toEqual(['found canary']);
    expect(await says(store).target(convention('HELD'))).toBe(`item=${name}`);
  });

  test('by name, by ARN and by an ARN without its end', async () => {
    const aws = held();
    const { ARN } = aws.put('other', 'canary-other');
    const { store } = await opened(SPEC, aws);
    const addresses = [native('other'), native(ARN), native(ARN.slice(0, -7)), native(ARN.replace('other', 'gone'))];
    expect(await read(store, ...addresses)).toEqual([
      'found canary-other',
      'found canary-other',
      'found canary-other',
      'absent',
    ]);
    // The service names one in another way than it was asked for, and one might be of another account: both are asked for again, alone.
    expect(aws.calls).toEqual(['BatchGetSecretValue', 'GetSecretValue', 'GetSecretValue']);
  });

  test('a name that AWS does not have is refused, and the others are read', async () => {
    const aws = held();
    const { store } = await opened(SPEC, aws);
    expect(await read(store, native('a b'), native('x'.repeat(513)), convention('HELD'))).toEqual([
      'failed unsupported',
      'failed unsupported',
      'found canary-held',
    ]);
    expect(await says(store).refusesWrite(convention('K'.repeat(512)))).toContain('512 characters');
    expect(await says(store).refusesWrite(native('other'))).toBe('awssm is read-only for a `ref`');
    expect(aws.calls).toEqual(['GetSecretValue']);
  });
});

describe('requests', () => {
  test.each([
    [1, ['GetSecretValue']],
    [2, ['BatchGetSecretValue']],
    [20, ['BatchGetSecretValue']],
    [100, Array.from({ length: 5 }, () => 'BatchGetSecretValue')],
  ])('%d secrets', async (count, calls) => {
    const aws = new FakeSecretsManager();
    for (const key of numbered(count)) aws.put(`tool/demo/default/${key}`, key);
    const { store, fake } = await opened(SPEC, aws);
    expect(await read(store, ...numbered(count).map(convention))).toEqual(numbered(count).map((key) => `found ${key}`));
    expect(aws.calls).toEqual(calls);
    expect(fake.most).toBe(calls.length);
  });

  test('what is missing costs no further request, nor do fields of one secret', async () => {
    const aws = held();
    aws.put('app', '{"user":"u","password":"p"}');
    const { store } = await opened(SPEC, aws);
    const addresses = [field('app', 'user'), convention('GONE'), field('app', 'password'), native('app')];
    expect(await read(store, ...addresses)).toEqual([
      'found u',
      'absent',
      'found p',
      'found {"user":"u","password":"p"}',
    ]);
    expect(aws.calls).toEqual(['BatchGetSecretValue']);
  });

  test('a batch that comes in pages is read to its end', async () => {
    const aws = new FakeSecretsManager();
    aws.pageSize = 7;
    for (const key of numbered(20)) aws.put(`tool/demo/default/${key}`, key);
    const { store } = await opened(SPEC, aws);
    expect(await read(store, ...numbered(20).map(convention))).toEqual(numbered(20).map((key) => `found ${key}`));
    expect(aws.calls).toHaveLength(3);
  });

  test('keys that expire between two pages are had anew', async () => {
    const aws = new FakeSecretsManager();
    aws.pageSize = 1;
    for (const key of numbered(2)) aws.put(`tool/demo/default/${key}`, key);
    let runs = 0;
    const process = {
      find: async () => ({ kind: 'found', path: '/bin/keys' }) as const,
      run: async () => {
        const AccessKeyId = `AKID${runs++}`;
        aws.keys.add(AccessKeyId);
        if (runs === 1) aws.meanwhile = () => aws.expired.add(AccessKeyId);
        const keys = {
          Version: 1,
          AccessKeyId,
          SecretAccessKey: 's',
          SessionToken: 't',
          Expiration: '2100-01-01T00:00:00Z',
        };
        return {
          kind: 'ended',
          status: 0,
          stdout: Buffer.from(JSON.stringify(keys)),
          isWhole: true,
          stderr: Buffer.from(''),
        } as const;
      },
    };
    const files = { '/f/config': '[default]\ncredential_process = keys' };
    const { store } = await opened(SPEC, aws, {
      variables: { AWS_CONFIG_FILE: '/f/config' },
      ports: { programs: process, ...reading(files) },
    });
    expect(await read(store, ...numbered(2).map(convention))).toEqual(['found KEY_0', 'found KEY_1']);
    expect([runs, aws.calls.length]).toEqual([2, 3]);
  });
});

describe('what is missing, and what is not', () => {
  test('half of a batch denied: the others are had, and the right that is missing is named', async () => {
    const aws = held();
    aws.put('tool/demo/default/MINE', 'canary-mine');
    aws.denies = (operation, id) => operation === 'GetSecretValue' && id === HELD;
    const { store } = await opened(SPEC, aws);
    const [denied, mine] = await store.read([convention('HELD'), convention('MINE')], CALL);
    expect(mine?.kind).toBe('found');
    expect(denied).toMatchObject({
      failure: {
        kind: 'denied',
        detail: expect.stringContaining('AccessDeniedException: User: arn:aws:iam'),
        help: 'allow `secretsmanager:GetSecretValue` on `arn:aws:secretsmanager:*:*:secret:tool/demo/default/HELD-*`',
      },
    });
  });

  test.each([
    'Access to KMS is not allowed',
    'User: arn:aws:iam::123456789012:user/ci is not authorized to perform: kms:Decrypt on the resource',
    'The ciphertext refers to a customer master key that does not exist, or you are not allowed to access.',
  ])('“%s” is about the key, and its right is named', async (Message) => {
    const first = () => ({ status: 400, body: { __type: 'AccessDeniedException', Message } });
    const said = await failure((await opened(SPEC, held(), { first })).store);
    expect(said).toMatchObject({ kind: 'denied', help: expect.stringContaining('`kms:Decrypt`') });
  });

  test('a secret that waits for its deletion is neither missing nor written, alone and in a batch', async () => {
    const aws = held();
    aws.put(HELD, 'x').isDeleted = true;
    const { store } = await opened(SPEC, aws);
    const help = `restore it with \`aws secretsmanager restore-secret --secret-id ${HELD}\``;
    expect(await failure(store)).toMatchObject({ kind: 'failed', help });
    expect(await read(store, convention('HELD'), convention('GONE'))).toEqual(['failed failed', 'absent']);
    expect(await write(store, 'HELD', 'new')).toMatchObject({ kind: 'failed', failure: { help } });
    expect(await write(store, 'HELD', 'new', { onlyIfAbsent: true })).toMatchObject({ failure: { help } });
  });

  test('a secret without a version is missing', async () => {
    const aws = new FakeSecretsManager();
    aws.put(HELD, null);
    expect(await read((await opened(SPEC, aws)).store, convention('HELD'))).toEqual(['absent']);
  });

  test.each([
    ['null', null],
    ['an array', []],
    ['an object without a value', { Name: HELD }],
    ['half of a base64 text', { Name: HELD, SecretBinary: 'Y2FuYX' }],
    ['binary that is not base64', { Name: HELD, SecretBinary: 'canary-*', SecretString: 'canary' }],
    ['nothing', undefined],
    ['a web page', '<html>sign in</html>'],
  ])('%s in place of a value is an error', async (_, body) => {
    const first = () => ({ status: 200, body });
    const { store } = await opened(SPEC, held(), { first });
    expect(await read(store, convention('HELD'))).toEqual(['failed malformed']);
    expect(await read(store, convention('HELD'), convention('GONE'))).toEqual(['failed malformed', 'failed malformed']);
  });

  test('a 404 that AWS did not send is not a missing secret', async () => {
    const { store } = await opened(SPEC, held(), { first: () => ({ status: 404, body: 'not here' }) });
    expect(await read(store, convention('HELD'))).toEqual(['failed failed']);
  });

  test.each([
    ['UnrecognizedClientException', 'denied'],
    ['InvalidSignatureException', 'denied'],
    ['ExpiredTokenException', 'denied'],
    ['DecryptionFailure', 'denied'],
    ['ThrottlingException', 'busy'],
    ['ValidationException', 'failed'],
  ])('%s is %s', async (code, kind) => {
    const first = () => ({ status: 400, body: { __type: code, Message: 'words of AWS' } });
    const said = await failure((await opened(SPEC, held(), { first })).store);
    expect(said).toMatchObject({ kind, detail: `AWS Secrets Manager answered with ${code}: words of AWS` });
  });

  test('a server that cannot be reached ends the batch', async () => {
    const { store, fake } = await opened(SPEC, held(), { first: () => httpFailure('unreachable', 'gone') });
    expect(new Set(await read(store, ...numbered(100).map(convention)))).toEqual(new Set(['failed unreachable']));
    expect(fake.asked.length).toBeLessThanOrEqual(5);
  });
});

describe('fields', () => {
  const JSON_TEXT =
    '{ "text": "a\\nb", "port": 8080, "big": 12345678901234567890, "on": true, "nested": { "a": [1] }, "none": null }';
  test.each([
    ['text', 'found a\nb'],
    ['port', 'found 8080'],
    ['big', 'found 12345678901234567890'],
    ['on', 'found true'],
    ['nested', 'found {"a":[1]}'],
    ['none', 'absent'],
    ['gone', 'absent'],
    ['constructor', 'absent'],
  ])('%s: %s', async (name, answer) => {
    const aws = held();
    aws.put('app', JSON_TEXT);
    const { store } = await opened(SPEC, aws);
    expect(await read(store, field('app', name))).toEqual([answer]);
    if (answer === 'absent')
      expect(await says(store).absence(field('app', name))).toBe(`awssm: secret app has no field ${name}`);
  });

  test.each(['text', '["a"]', '{"a":', new Uint8Array([0xff])])('%p has no fields', async (content) => {
    const aws = held();
    aws.put('app', content);
    const said = await failure((await opened(SPEC, aws)).store, field('app', '0'));
    expect(said).toMatchObject({
      kind: 'malformed',
      detail: 'secret `app` is not a JSON object, so that it has no field `0`',
    });
  });
});

describe('writes', () => {
  test('a new secret gets its key and its tags; a new version of it cannot', async () => {
    const aws = new FakeSecretsManager();
    const { store } = await opened(`${SPEC}?kms_key_id=alias/k&tag.team=platform&tag.env=`, aws);
    expect(await write(store, 'NEW', 'first')).toEqual({ kind: 'written' });
    expect(await write(store, 'NEW', 'second')).toEqual({ kind: 'written' });
    const secret = aws.secrets.get('tool/demo/default/NEW');
    const Tags = [
      { Key: 'env', Value: '' },
      { Key: 'team', Value: 'platform' },
    ];
    expect(secret?.options).toEqual({ Name: 'tool/demo/default/NEW', KmsKeyId: 'alias/k', Tags });
    expect(secret?.versions.map(({ SecretString }) => SecretString)).toEqual(['first', 'second']);
    expect(aws.calls).toEqual(['CreateSecret', 'CreateSecret', 'PutSecretValue']);
  });

  test('bytes are binary, and binary counts where a secret has both', async () => {
    const aws = new FakeSecretsManager();
    const { store } = await opened(SPEC, aws);
    await write(store, 'BYTES', new Uint8Array([0, 0xff]));
    expect(aws.secrets.get('tool/demo/default/BYTES')?.versions[0]?.SecretBinary).toBe('AP8=');
    expect(await read(store, convention('BYTES'))).toEqual(['found \0\xff']);
  });

  test.each([
    ['', 'does not hold empty values'],
    ['x'.repeat(65_537), 'holds values of up to 65536 bytes'],
  ])('a value that AWS does not hold is refused before anything is sent', async (value, said) => {
    const aws = new FakeSecretsManager();
    const answer = await write((await opened(SPEC, aws)).store, 'NEW', value);
    expect(answer).toMatchObject({ kind: 'failed', failure: { detail: expect.stringContaining(said) } });
    expect(aws.calls).toEqual([]);
  });

  test('only if absent: of writers that find nothing one wins, and the others learn its value', async () => {
    const aws = new FakeSecretsManager();
    const { store } = await opened(SPEC, aws);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((text) => write(store, 'NEW', text, { onlyIfAbsent: true })),
    );
    expect(answers.map((answer) => answer?.kind)).toEqual(['written', 'present', 'present']);
    expect(answers.map((answer) => (answer?.kind === 'present' ? answer.value.revealText() : null))).toEqual([
      null,
      'one',
      'one',
    ]);
  });

  test('the same for a secret that was created without a value', async () => {
    const aws = new FakeSecretsManager();
    aws.put('tool/demo/default/EMPTY', null);
    const { store } = await opened(SPEC, aws);
    const answers = await Promise.all(
      ['one', 'two'].map((text) => write(store, 'EMPTY', text, { onlyIfAbsent: true })),
    );
    expect(answers.map((answer) => answer?.kind).sort()).toEqual(['present', 'written']);
    expect(aws.secrets.get('tool/demo/default/EMPTY')?.versions).toHaveLength(1);
  });

  test('two writers at once: both values stay versions', async () => {
    const aws = held();
    const { store } = await opened(SPEC, aws);
    await Promise.all([write(store, 'HELD', 'one'), write(store, 'HELD', 'two')]);
    expect(aws.secrets.get(HELD)?.versions.map(({ SecretString }) => SecretString)).toEqual([
      'canary-held',
      'one',
      'two',
    ]);
  });

  test('with the right to write but not to create, what exists is written', async () => {
    const aws = held();
    aws.denies = (operation) => operation === 'CreateSecret';
    const { store } = await opened(SPEC, aws);
    expect(await write(store, 'HELD', 'new')).toEqual({ kind: 'written' });
    expect(await write(store, 'NEW', 'new')).toMatchObject({
      failure: { kind: 'denied', help: expect.stringContaining('`secretsmanager:CreateSecret`') },
    });
  });

  test('nothing of a response to a write is quoted', async () => {
    const first = () => ({
      status: 400,
      body: { __type: 'ValidationException', message: 'Value canary-new is wrong' },
    });
    const answer = await write((await opened(SPEC, held(), { first })).store, 'NEW', 'canary-new');
    expect(answer).toMatchObject({ failure: { detail: 'AWS Secrets Manager answered with ValidationException' } });
  });
});

function reading(texts: Readonly<Record<string, string>>) {
  return {
    files: { read: async (path: string) => (texts[path] === undefined ? null : Buffer.from(texts[path])) } as never,
  };
}
