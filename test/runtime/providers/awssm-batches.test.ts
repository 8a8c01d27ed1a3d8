/** What a batch of AWS Secrets Manager does not have may still be had alone. */
import { expect, test } from '@jest/globals';
import { AwsFault, KEYS } from '../../helpers/doubles/aws.js';
import { FakeSecretsManager } from '../../helpers/doubles/secrets-manager.js';
import { convention, numbered, opened, REGION, read } from './aws/aws-world.js';
import { CALL, native } from './open-store.js';

const SPEC = `awssm://${REGION}`;
const HELD = 'tool/demo/default/HELD';

function held(): FakeSecretsManager {
  const aws = new FakeSecretsManager();
  aws.put(HELD, 'canary-held');
  return aws;
}

test.each(['AccessDeniedException', 'ResourceNotFoundException'])(
  'a secret of another account, for which a batch has %s, is asked for alone',
  async (code) => {
    const aws = held();
    const { ARN } = aws.put('theirs', 'canary-theirs');
    aws.inBatch = (id) => (id === ARN ? new AwsFault(code, 'no') : null);
    const { store } = await opened(SPEC, aws);
    expect(await read(store, convention('HELD'), native(ARN), convention('GONE'))).toEqual([
      'found canary-held',
      'found canary-theirs',
      'absent',
    ]);
    expect(aws.calls).toEqual(['BatchGetSecretValue', 'GetSecretValue']);
  },
);

test.each(['ThrottlingException', 'InternalServiceError'])('%s of one secret of a batch can pass', async (code) => {
  const aws = held();
  aws.put('tool/demo/default/MINE', 'canary-mine');
  aws.inBatch = (id) => (id === HELD ? new AwsFault(code, 'later') : null);
  const { store } = await opened(SPEC, aws);
  expect(await read(store, convention('HELD'), convention('MINE'))).toEqual(['found canary-held', 'found canary-mine']);
  expect(aws.calls).toEqual(['BatchGetSecretValue', 'GetSecretValue']);
});

test('names that are denied in a batch cost no further request', async () => {
  const aws = new FakeSecretsManager();
  aws.denies = (operation) => operation === 'GetSecretValue';
  const { store } = await opened(SPEC, aws);
  expect(new Set(await read(store, ...numbered(20).map(convention)))).toEqual(new Set(['failed denied']));
  expect(aws.calls).toEqual(['BatchGetSecretValue']);
});

test('without the right to ask for many, each is asked for alone', async () => {
  const aws = held();
  aws.put('tool/demo/default/MINE', 'canary-mine');
  aws.denies = (operation, id) => operation === 'BatchGetSecretValue' || id === HELD;
  const { store } = await opened(SPEC, aws);
  expect(await read(store, convention('HELD'), convention('MINE'), convention('GONE'))).toEqual([
    'failed denied',
    'found canary-mine',
    'absent',
  ]);
  expect(aws.calls).toHaveLength(4);
});

test('a value that is broken in a batch is requested alone, and the others are read', async () => {
  const broken = { Name: HELD, SecretBinary: 'canary-*' };
  const other = { Name: HELD.replace('HELD', 'OTHER'), SecretString: 'canary-other' };
  const batches = [{ status: 200, body: { SecretValues: [broken, other], Errors: [] } }];
  const first = () => batches.pop() ?? null;
  const { store } = await opened(SPEC, held(), { first });
  expect(await read(store, convention('HELD'), convention('OTHER'))).toEqual([
    'found canary-held',
    'found canary-other',
  ]);
});

test('an error of one secret that repeats the session token is quoted without it', async () => {
  const error = { SecretId: HELD, ErrorCode: 'DecryptionFailure', Message: 'no key for canary-session' };
  const batches = [{ status: 200, body: { SecretValues: [], Errors: [error] } }];
  const variables = { ...KEYS, AWS_SESSION_TOKEN: 'canary-session' };
  const { store } = await opened(SPEC, held(), { first: () => batches.pop() ?? null, variables });
  const [answer] = await store.read([convention('HELD'), convention('GONE')], CALL);
  expect(answer).toMatchObject({
    failure: { detail: 'AWS Secrets Manager answered with DecryptionFailure: no key for [secret]' },
  });
});
