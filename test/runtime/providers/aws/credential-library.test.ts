/** Keys from AWS's own library: what becomes of services that do not answer, and of those that refuse. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { HttpOutcome } from '#runtime/http/http.js';
import type { AwsProfile } from '#runtime/providers/aws/aws-profile.js';
import { keysFromLibrary } from '#runtime/providers/aws/credential-library.js';
import { type FakeResponse, fakeHttp } from '../../../helpers/fake-http.js';
import { CALL, portsIn } from '../open-store.js';

const DEFAULT: AwsProfile = {
  kind: 'profile',
  name: 'default',
  namedBy: null,
  settings: new Map(),
  services: new Map(),
};
let folder: string;
let variables: Record<string, string>;
let server: Server | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'library-'));
  variables = { AWS_CONFIG_FILE: join(folder, 'config'), AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials') };
});

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
  rmSync(folder, { recursive: true });
});

test('a container’s service that never answers is given up, and the library prints nothing', async () => {
  const waiting: ServerResponse[] = [];
  server = createServer((_, response) => waiting.push(response));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  variables['AWS_CONTAINER_CREDENTIALS_FULL_URI'] = `http://127.0.0.1:${port}/keys`;
  const printed = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const keys = await keysFromLibrary(DEFAULT, 'eu-west-1', portsIn('/nowhere', variables), CALL, 1500);
  expect(keys).toMatchObject({ failure: { kind: 'timeout', detail: 'no keys for AWS came within 1.5 seconds' } });
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
  // The library goes on until it has them.
  for (const response of waiting)
    response.end('{"AccessKeyId":"a","SecretAccessKey":"s","Token":"t","Expiration":"2099-01-01T00:00:00Z"}');
});

test('a call that is cancelled is not reported as missing keys', async () => {
  variables['AWS_EC2_METADATA_DISABLED'] = 'true';
  const keys = await keysFromLibrary(DEFAULT, 'eu-west-1', portsIn('/nowhere', variables), {
    signal: AbortSignal.abort(),
  });
  expect(keys).toMatchObject({ failure: { kind: 'timeout', detail: 'the call was cancelled' } });
});

const ROLE = `[profile role]
role_arn = arn:aws:iam::123456789012:role/reader
source_profile = base
[profile base]
aws_access_key_id = AKIDBASE
aws_secret_access_key = canary-secret
`;
const REFUSED = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>User: arn:aws:iam::123456789012:user/ci
is not authorized to perform: sts:AssumeRole</Message></Error><RequestId>1</RequestId></ErrorResponse>`;
const BUSY = '<ErrorResponse><Error><Code>InternalFailure</Code><Message>later</Message></Error></ErrorResponse>';

test.each<[string, FakeResponse | HttpOutcome, object]>([
  [
    'refuses the role',
    { status: 403, body: REFUSED },
    { kind: 'denied', help: expect.stringContaining('`sts:AssumeRole`') },
  ],
  ['is out of order', { status: 500, body: BUSY }, { kind: 'unreachable' }],
  ['does not answer', { kind: 'failed', why: 'timeout', detail: 'sts did not answer' }, { kind: 'timeout' }],
  ['cannot be reached', { kind: 'failed', why: 'unreachable', detail: 'sts refused' }, { kind: 'unreachable' }],
])('the service that issues the keys %s', async (_, response, failure) => {
  writeFileSync(join(folder, 'config'), ROLE);
  const settings = new Map([['role_arn', 'arn:aws:iam::123456789012:role/reader']]);
  const profile: AwsProfile = { ...DEFAULT, name: 'role', namedBy: 'address', settings };
  const { http } = fakeHttp(() => response);
  const keys = await keysFromLibrary(profile, 'eu-west-1', { ...portsIn('/nowhere', variables), http }, CALL);
  expect(keys).toMatchObject({ failure });
  expect(JSON.stringify(keys)).not.toContain('canary');
});

const KEYS = (name: string) => `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>${name}</AccessKeyId>
<SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;

test('calls side by side have the files that their own variables name, and the process stays as it is', async () => {
  const environment = { ...process.env };
  const { warn } = console;
  const changed: string[] = [];
  const settings = new Map([['role_arn', 'arn:aws:iam::123456789012:role/reader']]);
  const profile: AwsProfile = { ...DEFAULT, name: 'role', namedBy: 'address', settings };
  const keysOf = async (base: string) => {
    const config = join(folder, base);
    writeFileSync(config, ROLE.replace('AKIDBASE', base));
    const { http } = fakeHttp(({ headers }) => {
      if (console.warn !== warn || Object.keys(process.env).length !== Object.keys(environment).length)
        changed.push(base);
      return { status: 200, body: KEYS(/Credential=(\w+)/u.exec(headers?.['authorization'] ?? '')?.[1] ?? 'nobody') };
    });
    const ports = { ...portsIn('/nowhere', { ...variables, AWS_CONFIG_FILE: config }), http };
    return keysFromLibrary(profile, 'eu-west-1', ports, CALL);
  };
  expect(await Promise.all(['AKIDONE', 'AKIDTWO'].map(keysOf))).toMatchObject([
    { accessKeyId: 'AKIDONE' },
    { accessKeyId: 'AKIDTWO' },
  ]);
  expect([changed, process.env]).toEqual([[], environment]);
});
