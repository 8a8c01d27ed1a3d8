/** Workload identity federation: tokens of other providers, and what Google gives for them. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import {
  AUDIENCE,
  AWS_TYPE,
  type AwsRequest,
  federationFile,
  impersonationUrl,
} from '../../../helpers/doubles/google.js';
import type { FakeResponse } from '../../../helpers/fake-http.js';
import { Sha256 } from '../aws/sha256.js';
import { readAll } from '../http-world.js';
import { convention } from '../open-store.js';
import { testWorld, WORKS, write } from './google-world.js';

const ORIGIN = 'https://google.test';
const here = testWorld();
const { world, readWith } = here;

describe('a workload of another provider', () => {
  test.each([
    ['as it is', 'canary-subject-token\n', undefined],
    ['in JSON', '{"token":"canary-subject-token"}', { type: 'json', subject_token_field_name: 'token' }],
  ])('has its token in a file, %s', async (_, content, format) => {
    const file = write(here.at, 'token', content);
    const { read, tokens } = await readWith(federationFile(ORIGIN, { file, format }));
    expect([read, tokens.map(({ path }) => path)]).toEqual([WORKS, ['/v1/token']]);
  });

  test('reads the file again for each token', async () => {
    here.google.google.seconds = 30;
    const file = write(here.at, 'token', 'canary-subject-token');
    const { open } = world(federationFile(ORIGIN, { file }));
    const store = await open();
    await readAll(store, convention('HELD'));
    here.google.google.subjects.clear();
    here.google.google.subjects.add('canary-rotated-token');
    write(here.at, 'token', 'canary-rotated-token');
    expect(await readAll(store, convention('HELD'))).toEqual(WORKS);
  });

  test.each([
    ['gone', null, 'missing-credential'],
    ['empty', '', 'unsupported'],
    ['no token', 'two words', 'unsupported'],
  ])('whose file is %s fails', async (_, content, kind) => {
    const file = content === null ? join(here.at, 'gone') : write(here.at, 'token', content);
    expect((await readWith(federationFile(ORIGIN, { file }))).read).toEqual([`failed ${kind}`]);
  });

  test('is asked for at a server, as that of GitHub', async () => {
    const source = {
      url: 'https://ci.test/token?audience=google',
      headers: { Authorization: 'bearer canary-request-token' },
      format: { type: 'json', subject_token_field_name: 'value' },
    };
    const { open, sent } = world(federationFile(ORIGIN, source), {}, (request) => {
      if (request.path !== '/token?audience=google') return here.google.answer(request);
      const isAllowed = request.headers['authorization'] === 'bearer canary-request-token';
      return isAllowed ? { status: 200, body: { value: 'canary-subject-token' } } : { status: 403 };
    });
    expect(await readAll(await open(), convention('HELD'))).toEqual(WORKS);
    expect(sent.map(({ path }) => path).slice(0, 2)).toEqual(['/token?audience=google', '/v1/token']);
  });

  test('acts as a service account', async () => {
    const file = write(here.at, 'token', 'canary-subject-token');
    const more = {
      service_account_impersonation_url: impersonationUrl(ORIGIN),
      service_account_impersonation: { token_lifetime_seconds: 600 },
    };
    const { read, tokens } = await readWith(federationFile(ORIGIN, { file }, more));
    expect([read, JSON.parse(tokens[1]?.body ?? '').lifetime]).toEqual([WORKS, '600s']);
  });

  test('that is refused is told why, without its token', async () => {
    const file = write(here.at, 'token', 'canary-other-token');
    const { read, detail, help } = await readWith(federationFile(ORIGIN, { file }));
    expect(read).toEqual(['failed denied']);
    expect(detail).toContain('The given credential [secret] is rejected by the attribute condition.');
    expect(help).toContain('workload identity pool');
  });

  test.each([
    ['a token server without TLS', { token_url: 'http://sts.test/v1/token' }],
    ['no audience', { audience: '' }],
    ['no source', { credential_source: {} }],
    ['a certificate', { credential_source: { certificate: { use_default_certificate_config: true } } }],
    ['an account to act as that is elsewhere', { service_account_impersonation_url: 'http://iam.test/x' }],
  ])('with %s is refused before a request', async (_, more) => {
    const file = write(here.at, 'token', 'canary-subject-token');
    const { read, tokens } = await readWith(federationFile(ORIGIN, { file }, more));
    expect([read, tokens]).toEqual([['failed unsupported'], []]);
  });
});

describe('a program that prints a token', () => {
  const ALLOWED = { GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES: '1', PATH: process.env['PATH'] ?? '' };
  const printed = (more = {}) => ({
    ...{ version: 1, success: true, token_type: 'urn:ietf:params:oauth:token-type:jwt' },
    ...{ id_token: 'canary-subject-token', expiration_time: Date.now() / 1000 + 60 },
    ...more,
  });
  function program(script: string, more = {}) {
    const path = write(here.at, 'program', `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return federationFile(ORIGIN, { executable: { command: `"${path}" one "two words"`, ...more } });
  }
  const printing = (output: unknown) => program(`cat <<'END'\n${JSON.stringify(output)}\nEND`);

  test('runs only if the user allows it', async () => {
    const { read, help } = await readWith(printing(printed()), { PATH: ALLOWED.PATH });
    expect([read, help]).toEqual([
      ['failed unsupported'],
      'set `GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES` to `1` if you trust the file',
    ]);
  });

  test('is not looked for in the working folder', async () => {
    const file = federationFile(ORIGIN, { executable: { command: './program' } });
    expect((await readWith(file, ALLOWED)).read).toEqual(['failed unsupported']);
  });

  test('gets the sessions that only the user knows it needs', async () => {
    const sessions = { BW_SESSION: 'abc', OP_SESSION_my: 'def' };
    const script = `[ "$BW_SESSION$OP_SESSION_my" = abcdef ] && echo '${JSON.stringify(printed())}'`;
    expect((await readWith(program(script), { ...ALLOWED, ...sessions })).read).toEqual(WORKS);
  });

  test('is told what the token is for', async () => {
    const output = JSON.stringify(printed());
    const checks =
      '[ "$1-$2-$GOOGLE_EXTERNAL_ACCOUNT_INTERACTIVE" = "one-two words-0" ] && [ -n "$GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE" ]';
    expect((await readWith(program(`${checks} && echo '${output}'`), ALLOWED)).read).toEqual(WORKS);
  });

  test.each([
    [
      'of SAML',
      {
        token_type: 'urn:ietf:params:oauth:token-type:saml2',
        id_token: undefined,
        saml_response: 'canary-subject-token',
      },
    ],
    ['without an end', { expiration_time: undefined }],
  ])('may print a token %s', async (_, more) => {
    expect((await readWith(printing(printed(more)), ALLOWED)).read).toEqual(WORKS);
  });

  test.each([
    ['refuses', printed({ success: false, message: 'no session' }), 'denied'],
    ['prints another version', printed({ version: 2 }), 'malformed'],
    ['prints an expired token', printed({ expiration_time: 1 }), 'malformed'],
    ['prints no token', printed({ id_token: 5 }), 'malformed'],
    ['prints something else', 'canary', 'malformed'],
  ])('that %s fails without quoting a token', async (_, output, kind) => {
    const { read, detail } = await readWith(printing(output), ALLOWED);
    expect(read).toEqual([`failed ${kind}`]);
    expect(detail).toMatch(/^`program`, which the credential file names, /);
    expect(detail).not.toContain('canary');
  });

  test('that ends badly is quoted', async () => {
    const { read, detail } = await readWith(program('echo "log in first" >&2; exit 3'), ALLOWED);
    expect([read, detail]).toEqual([
      ['failed denied'],
      '`program`, which the credential file names, ended with status 3: log in first',
    ]);
  });

  test('does not run while what it kept is valid', async () => {
    const output_file = write(here.at, 'kept.json', printed());
    expect((await readWith(program('exit 1', { output_file }), ALLOWED)).read).toEqual(WORKS);
    write(here.at, 'kept.json', printed({ expiration_time: 1 }));
    expect((await readWith(program('exit 1', { output_file }), ALLOWED)).read).toEqual(['failed denied']);
  });
});

describe('an identity of AWS', () => {
  const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'canary-secret-key' };
  const source = {
    environment_id: 'aws1',
    region_url: 'http://169.254.169.254/latest/meta-data/placement/availability-zone',
    url: 'http://169.254.169.254/latest/meta-data/iam/security-credentials',
    regional_cred_verification_url: 'https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15',
  };
  const file = (more = {}) => federationFile(ORIGIN, { ...source, ...more }, { subject_token_type: AWS_TYPE });
  /** By another implementation of AWS's signatures. */
  async function isSigned({ url, method, headers }: AwsRequest, sessionToken?: string): Promise<boolean> {
    const { host, pathname, searchParams } = new URL(url);
    const given = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
    const time = (given['x-amz-date'] ?? '').replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:');
    const credentials = {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'canary-secret-key',
      ...(sessionToken && { sessionToken }),
    };
    const signer = new SignatureV4({
      service: 'sts',
      region: 'eu-central-1',
      credentials,
      sha256: Sha256,
      applyChecksum: false,
    });
    const signed = await signer.sign(
      {
        ...{ protocol: 'https:', hostname: host, path: pathname, method, query: Object.fromEntries(searchParams) },
        headers: { host, 'x-goog-cloud-target-resource': AUDIENCE },
      },
      { signingDate: new Date(time) },
    );
    return host === 'sts.eu-central-1.amazonaws.com' && signed.headers['authorization'] === given['authorization'];
  }
  function noted(): AwsRequest[] {
    const requests: AwsRequest[] = [];
    here.google.google.confirms = (request) => requests.push(request) > 0;
    return requests;
  }

  test('is a request that is signed with keys of the environment', async () => {
    const requests = noted();
    const { read, tokens } = await readWith(file(), { ...KEYS, AWS_REGION: 'eu-central-1' });
    expect([read, tokens.map(({ path }) => path)]).toEqual([WORKS, ['/v1/token']]);
    expect(await Promise.all(requests.map((request) => isSigned(request)))).toEqual([true]);
  });

  test('is one that is signed with keys of an instance', async () => {
    const requests = noted();
    const asked: string[] = [];
    const answers: Readonly<Record<string, FakeResponse>> = {
      '/latest/api/token': { status: 200, body: 'canary-session' },
      '/latest/meta-data/placement/availability-zone': { status: 200, body: 'eu-central-1b' },
      '/latest/meta-data/iam/security-credentials': { status: 200, body: 'role' },
      '/latest/meta-data/iam/security-credentials/role': {
        status: 200,
        body: { AccessKeyId: 'AKIDEXAMPLE', SecretAccessKey: 'canary-secret-key', Token: 'canary-token' },
      },
    };
    const imdsv2_session_token_url = 'http://169.254.169.254/latest/api/token';
    const { open, fake } = world(file({ imdsv2_session_token_url }), {}, (request) => {
      const answer = answers[request.path];
      if (answer !== undefined) asked.push(request.headers['x-aws-ec2-metadata-token'] ?? request.method);
      return answer ?? here.google.answer(request);
    });
    expect(await readAll(await open(), convention('HELD'))).toEqual(WORKS);
    expect(await Promise.all(requests.map((request) => isSigned(request, 'canary-token')))).toEqual([true]);
    expect(asked).toEqual(['PUT', 'canary-session', 'PUT', 'canary-session', 'PUT', 'canary-session']);
    const direct = fake.servers.filter(({ proxy }) => proxy === null).map(({ origin }) => origin);
    expect(direct).toEqual(Array(asked.length).fill('http://169.254.169.254'));
  });

  test.each([
    ['there are no keys', { url: '' }, { AWS_REGION: 'eu-central-1' }, 'missing-credential'],
    ['there is no region', { region_url: '' }, KEYS, 'missing-credential'],
    ['the zone is none', {}, KEYS, 'malformed'],
    ['the region of the environment is none', {}, { ...KEYS, AWS_REGION: 'eu central' }, 'unsupported'],
    ['the version is another', { environment_id: 'aws2' }, KEYS, 'unsupported'],
  ])('is missing if %s', async (_, more, variables, kind) => {
    const { open } = world(file(more), variables, (request) =>
      request.path.startsWith('/latest/') ? { status: 200, body: 'no zone' } : here.google.answer(request),
    );
    expect(await readAll(await open(), convention('HELD'))).toEqual([`failed ${kind}`]);
  });
});
