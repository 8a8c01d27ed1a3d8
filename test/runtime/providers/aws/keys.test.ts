/** Where keys, regions and addresses of AWS come from, and what becomes of keys that expire and clocks that differ. */
import { describe, expect, test } from '@jest/globals';
import type { ProgramRun } from '#runtime/programs/programs.js';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { KEYS } from '../../../helpers/doubles/aws.js';
import { FakeSecretsManager } from '../../../helpers/doubles/secrets-manager.js';
import { convention, failure, opened, read } from './aws-world.js';

type Texts = Readonly<Record<string, string>>;
const HELD = 'tool/demo/default/HELD';

function held(...keys: readonly string[]): FakeSecretsManager {
  const aws = new FakeSecretsManager();
  aws.put(HELD, 'canary-held');
  for (const key of keys) aws.keys.add(key);
  return aws;
}

/** Files of a home, and a program that prints this. */
function ports(files: Texts, printed: string | null = null, seen: ProgramRun[] = []): Partial<ProviderPorts> {
  return {
    home: '/home',
    files: { read: async (path: string) => (files[path] === undefined ? null : Buffer.from(files[path])) } as never,
    programs: {
      find: async (name) => (printed === null ? { kind: 'not found' } : { kind: 'found', path: name }),
      run: async (run) => {
        seen.push(run);
        return { kind: 'ended', status: 0, stdout: Buffer.from(printed ?? ''), isWhole: true, stderr: Buffer.from('') };
      },
    },
  };
}

const CONFIG = `# settings
[default]
region = eu-west-1
[profile prod] ; another account
region=eu-west-2
aws_access_key_id = AKIDPROD
aws_secret_access_key = secret # not a part of it
[profile tool]
region = eu-west-3
credential_process = "/opt/my tools/keys" --role 'a b' c\\ d
[profile local]
region = eu-west-1
services = near
[services near]
secrets_manager =
  endpoint_url = http://127.0.0.1:4566
`;
const CREDENTIALS =
  '[default]\naws_access_key_id = AKIDDEFAULT\naws_secret_access_key = secret\naws_session_token = t\n';
const FILES = { '/home/.aws/config': CONFIG, '/home/.aws/credentials': CREDENTIALS };

/** Which key a request was signed with, for which region, and where it was sent. */
async function signedWith(spec: string, variables: Texts, more: Partial<ProviderPorts> = ports(FILES)) {
  const aws = held('AKIDPROD', 'AKIDDEFAULT', 'AKIDTOOL');
  const { store, fake } = await opened(spec, aws, { variables, ports: more });
  expect(await read(store, convention('HELD'))).toEqual(['found canary-held']);
  const [, key, region] =
    /Credential=([^/]+)\/\d+\/([^/]+)/.exec(aws.requests[0]?.headers['authorization'] ?? '') ?? [];
  return [key, region, fake.servers[0]?.origin];
}

describe('sources, in their order', () => {
  test.each([
    ['the environment', 'awssm', { ...KEYS, AWS_REGION: 'us-east-1' }, ['AKIDEXAMPLE', 'us-east-1']],
    [
      'the environment before a profile that it names',
      'awssm',
      { ...KEYS, AWS_PROFILE: 'prod' },
      ['AKIDEXAMPLE', 'eu-west-2'],
    ],
    ['the profile of the address before the environment', 'awssm://prod@eu-north-1', KEYS, ['AKIDPROD', 'eu-north-1']],
    ['the profile that the environment names', 'awssm', { AWS_PROFILE: 'prod' }, ['AKIDPROD', 'eu-west-2']],
    ['the default profile', 'awssm', {}, ['AKIDDEFAULT', 'eu-west-1']],
    [
      'an empty variable is none',
      'awssm',
      { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_REGION: '' },
      ['AKIDDEFAULT', 'eu-west-1'],
    ],
    ['the region of the environment', 'awssm', { AWS_DEFAULT_REGION: 'ca-central-1' }, ['AKIDDEFAULT', 'ca-central-1']],
  ])('%s', async (_, spec, variables, [key, region]) => {
    expect(await signedWith(spec, variables)).toEqual([key, region, `https://secretsmanager.${region}.amazonaws.com`]);
  });

  test('a section that is indented as a whole', async () => {
    const lines = CONFIG.split('\n').map((line) => (line.startsWith('[') ? line : `  ${line}`));
    const credentials = CREDENTIALS.replaceAll(/^(?=aws)/gm, '\t');
    const files = ports({ '/home/.aws/config': lines.join('\n'), '/home/.aws/credentials': credentials });
    const origin = 'https://secretsmanager.eu-west-1.amazonaws.com';
    expect(await signedWith('awssm', {}, files)).toEqual(['AKIDDEFAULT', 'eu-west-1', origin]);
    const local = await signedWith('awssm', { ...KEYS, AWS_PROFILE: 'local' }, files);
    expect(local).toEqual(['AKIDEXAMPLE', 'eu-west-1', 'http://127.0.0.1:4566']);
  });

  test.each(['[profile "my team"]', "[profile 'my team']", '[ profile  "my team" ]'])(
    'a profile whose name is in quotes: %s',
    async (header) => {
      const files = ports({ '/home/.aws/config': CONFIG.replace('[profile prod]', header) });
      expect(await signedWith('awssm', { AWS_PROFILE: 'my team' }, files)).toContain('AKIDPROD');
    },
  );

  test('keys in any case, as other programs of AWS read them', async () => {
    const config = CONFIG.replaceAll('aws_access_key_id', 'AWS_ACCESS_KEY_ID').replaceAll('secret', 'Secret');
    expect(await signedWith('awssm', { AWS_PROFILE: 'prod' }, ports({ '/home/.aws/config': config }))).toContain(
      'AKIDPROD',
    );
  });

  test('session tokens are sent', async () => {
    const aws = held();
    const { store } = await opened('awssm://eu-west-1', aws, {
      variables: { ...KEYS, AWS_SESSION_TOKEN: 'canary-token' },
    });
    await read(store, convention('HELD'));
    expect(aws.requests[0]?.headers['x-amz-security-token']).toBe('canary-token');
  });

  test('a program is run without a shell, with its words', async () => {
    const seen: ProgramRun[] = [];
    const printed = '{"Version":1,"AccessKeyId":"AKIDTOOL","SecretAccessKey":"s"}';
    expect(await signedWith('awssm', { AWS_PROFILE: 'tool' }, ports(FILES, printed, seen))).toContain('AKIDTOOL');
    expect(seen.map(({ path, words }) => [path, ...words])).toEqual([['/opt/my tools/keys', '--role', 'a b', 'c d']]);
  });

  test.each(['', '{"Version":2,"AccessKeyId":"a","SecretAccessKey":"canary-s"}', '{"Version":1}', 'canary-s'])(
    'a program that prints %j gives no keys',
    async (printed) => {
      const { store } = await opened('awssm', held(), {
        variables: { AWS_PROFILE: 'tool' },
        ports: ports(FILES, printed),
      });
      const said = await failure(store);
      expect(said).toMatchObject({ kind: 'malformed', detail: expect.stringContaining('printed no keys') });
      expect(JSON.stringify(said)).not.toContain('canary');
    },
  );

  test('a profile that does not exist is an error, and nobody else’s keys are used', async () => {
    const aws = held('AKIDDEFAULT');
    const { store } = await opened('awssm://gone@eu-west-1', aws, { ports: ports(FILES) });
    expect(await failure(store)).toMatchObject({
      kind: 'missing-credential',
      detail: expect.stringContaining('`gone`'),
    });
    expect(aws.calls).toEqual([]);
  });

  test('a profile that was not there is found by the next operation', async () => {
    const files: Record<string, string> = {};
    const { store } = await opened('awssm://prod@eu-west-1', held('AKIDPROD'), { ports: ports(files) });
    expect(await failure(store)).toMatchObject({ kind: 'missing-credential' });
    files['/home/.aws/config'] = CONFIG;
    expect(await read(store, convention('HELD'))).toEqual(['found canary-held']);
  });

  test('keys that a header cannot hold are refused without being shown', async () => {
    const variables = { ...KEYS, AWS_SESSION_TOKEN: 'canary\u00e9' };
    const said = await failure((await opened('awssm://eu-west-1', held(), { variables })).store);
    expect(said).toMatchObject({ kind: 'unsupported' });
    expect(JSON.stringify(said)).not.toContain('canary');
  });
});

describe('addresses', () => {
  test.each([
    [{ AWS_ENDPOINT_URL: 'http://127.0.0.1:5000/' }, 'http://127.0.0.1:5000'],
    [{ AWS_ENDPOINT_URL: 'http://a', AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://b:1' }, 'http://b:1'],
    [
      { AWS_ENDPOINT_URL: 'http://a', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' },
      'https://secretsmanager.eu-west-1.amazonaws.com',
    ],
    [{ AWS_PROFILE: 'local' }, 'http://127.0.0.1:4566'],
    [{ AWS_USE_FIPS_ENDPOINT: 'true' }, 'https://secretsmanager-fips.eu-west-1.amazonaws.com'],
    [{ AWS_REGION: 'cn-north-1' }, 'https://secretsmanager.cn-north-1.amazonaws.com.cn'],
    [{ AWS_REGION: 'us-gov-west-1' }, 'https://secretsmanager.us-gov-west-1.amazonaws.com'],
    [{ AWS_REGION: 'us-isof-south-1' }, 'https://secretsmanager.us-isof-south-1.csp.hci.ic.gov'],
    [{ AWS_REGION: 'eusc-de-east-1' }, 'https://secretsmanager.eusc-de-east-1.amazonaws.eu'],
  ])('%j: %s', async (variables, origin) => {
    expect((await signedWith('awssm', { ...KEYS, ...variables })).at(-1)).toBe(origin);
  });

  test.each([
    ['awssm', {}, 'names no region'],
    ['awssm://evil.example', {}, 'a region that is not one of AWS'],
    ['awssm', { AWS_REGION: 'eu-west-1@evil.example' }, 'a region that is not one of AWS'],
    ['awssm://eu-west-1', { AWS_ENDPOINT_URL: 'https://u:canary@x' }, 'is not an address'],
    ['awssm://eu-west-1', { AWS_ENDPOINT_URL: 'ftp://x' }, 'is not an address'],
  ])('%s with %j is refused, and nothing is sent', async (spec, variables, said) => {
    const aws = held();
    const { store } = await opened(spec, aws, { variables: { ...KEYS, ...variables } });
    const answer = await failure(store);
    expect(answer).toMatchObject({ kind: 'unsupported', detail: expect.stringContaining(said) });
    expect(JSON.stringify(answer)).not.toContain('canary');
    expect(aws.calls).toEqual([]);
  });
});

describe('time', () => {
  test.each([-3_600_000, 400_000])(
    'a clock that is %d ms off: signed again once, by the clock of AWS',
    async (aheadMs) => {
      const aws = held();
      aws.aheadMs = aheadMs;
      const { store } = await opened('awssm://eu-west-1', aws);
      expect(await read(store, convention('HELD'))).toEqual(['found canary-held']);
      expect(await read(store, convention('HELD'))).toEqual(['found canary-held']);
      expect(aws.calls).toHaveLength(3);
    },
  );

  test('a signature that is wrong for another reason is not repeated', async () => {
    const aws = held();
    const first = () => ({
      status: 400,
      headers: { date: new Date().toUTCString() },
      body: { __type: 'InvalidSignatureException' },
    });
    const { store, fake } = await opened('awssm://eu-west-1', aws, { first });
    expect(await failure(store)).toMatchObject({ kind: 'denied', help: expect.stringContaining('clock') });
    expect(fake.asked).toHaveLength(1);
  });

  test('keys that have expired for good are an error after one request', async () => {
    const aws = held();
    aws.expired.add('AKIDEXAMPLE');
    const { store } = await opened('awssm://eu-west-1', aws);
    expect(await failure(store)).toMatchObject({
      kind: 'denied',
      help: 'the keys for AWS have expired; sign in again',
    });
    expect(aws.calls).toHaveLength(1);
  });
});
