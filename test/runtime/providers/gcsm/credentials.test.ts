/** Application default credentials: where they are found, and the token that each kind leads to. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { impersonationUrl, serviceAccountFile, USER_FILE } from '../../../helpers/doubles/google.js';
import { failureOf, readAll } from '../http-world.js';
import { CALL, convention, openStore } from '../open-store.js';
import { SPEC, testWorld, WORKS, write } from './google-world.js';

const ORIGIN = 'https://google.test';
const here = testWorld();
const { world, readWith } = here;

describe('where they are', () => {
  test('a file that a variable names comes before that of gcloud', async () => {
    const path = write(here.at, 'user.json', USER_FILE);
    const { read, tokens } = await readWith(serviceAccountFile(), { GOOGLE_APPLICATION_CREDENTIALS: path });
    expect([read, tokens.map((token) => token.path)]).toEqual([WORKS, ['/token']]);
  });

  test.each([
    ['that does not exist', null, 'missing-credential'],
    ['that is not JSON', 'no JSON', 'unsupported'],
    ['that is a list', '[]', 'unsupported'],
    ['of an unknown kind', '{"type":"gdch_service_account"}', 'unsupported'],
    ['of another cloud', { ...serviceAccountFile(), universe_domain: 'other.test' }, 'unsupported'],
    ['without a key', { ...serviceAccountFile(), private_key: 'canary' }, 'unsupported'],
    ['without a token', { ...USER_FILE, refresh_token: '' }, 'unsupported'],
  ])('a named file %s fails, and nothing else is tried', async (_, content, kind) => {
    const path = content === null ? join(here.at, 'gone.json') : write(here.at, 'named.json', content);
    const { open, sent } = world(serviceAccountFile(), { GOOGLE_APPLICATION_CREDENTIALS: path });
    const failure = await failureOf(await open(), convention('HELD'));
    expect(failure).toMatchObject({ kind });
    expect(JSON.stringify(failure)).not.toMatch(/canary|\/home-/);
    expect(sent).toEqual([]);
  });

  (process.getuid?.() === 0 ? test.skip : test)('a file that cannot be read is not missing', async () => {
    const { open } = world(serviceAccountFile());
    chmodSync(join(here.at, 'home/.config/gcloud/application_default_credentials.json'), 0);
    expect(await failureOf(await open(), convention('HELD'))).toMatchObject({ kind: 'denied' });
  });

  test('the folder of gcloud may be another', async () => {
    const CLOUDSDK_CONFIG = join(here.at, 'gcloud');
    write(CLOUDSDK_CONFIG, 'application_default_credentials.json', serviceAccountFile());
    expect((await readWith(null, { CLOUDSDK_CONFIG })).read).toEqual(WORKS);
  });

  test.each([
    ['the variable', { GOOGLE_CLOUD_QUOTA_PROJECT: 'billed' }, 'other'],
    ['the file', {}, 'billed'],
  ])('%s names the project that is billed', async (_, variables, inFile) => {
    here.google.quotaProject = 'billed';
    const file = { ...USER_FILE, quota_project_id: inFile };
    expect((await readWith(file, variables)).read).toEqual(WORKS);
    expect(here.google.calls[0]).toMatch(/ billed$/);
  });

  test('a project that may not be billed is named in the help', async () => {
    const { help } = await readWith({ ...USER_FILE, quota_project_id: 'other' });
    expect(help).toContain('`serviceusage.services.use`');
  });

  test('what is no project is not sent', async () => {
    const { read } = await readWith(serviceAccountFile(), { GOOGLE_CLOUD_QUOTA_PROJECT: 'a\r\nb' });
    expect(read).toEqual(['failed unsupported']);
  });
});

describe('a service account', () => {
  test('signs its token itself', async () => {
    expect(await readWith(serviceAccountFile())).toMatchObject({ read: WORKS, tokens: [] });
  });

  test('signs by the clock of Google where ours is wrong', async () => {
    here.google.google.aheadMs = 86_400_000;
    const { open, sent } = world(serviceAccountFile());
    const store = await open();
    expect(await readAll(store, convention('HELD'), convention('GONE'))).toEqual(['found canary-held', 'absent']);
    const before = sent.length;
    await readAll(store, convention('HELD'));
    expect(sent.length).toBe(before + 1);
  });

  test('is asked for its token once where Google refuses it', async () => {
    here.google.google.isKeyValid = false;
    const { open, sent } = world(serviceAccountFile());
    expect(await readAll(await open(), convention('HELD'))).toEqual(['failed denied']);
    expect(sent.length).toBe(1);
  });
});

describe('a user', () => {
  test('has a token that is exchanged for others, once', async () => {
    const { open, sent } = world(USER_FILE);
    expect(await readAll(await open(), convention('HELD'), convention('GONE'))).toEqual([...WORKS, 'absent']);
    expect(sent.map(({ method, path }) => `${method} ${path}`).filter((asked) => asked.includes('token'))).toEqual([
      'POST /token',
    ]);
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      ...{ client_id: USER_FILE.client_id, client_secret: USER_FILE.client_secret },
      refresh_token: USER_FILE.refresh_token,
    });
  });

  test('signs in again where the token has been revoked', async () => {
    here.google.google.refreshTokens.clear();
    const { read, detail, help } = await readWith(USER_FILE);
    expect(read).toEqual(['failed denied']);
    expect(detail).toBe("Google's sign-in answered with status 400: invalid_grant: Token has been expired or revoked.");
    expect(help).toBe('sign in again with `gcloud auth application-default login`');
  });

  test('gets a new token in place of one that ends', async () => {
    here.google.google.seconds = 30;
    const { open, sent } = world(USER_FILE);
    const store = await open();
    await readAll(store, convention('HELD'));
    await readAll(store, convention('HELD'));
    expect(sent.filter(({ path }) => path === '/token').length).toBe(2);
  });

  test.each(['http://oauth2.test/token', 'oauth2.test', 'https://user:pass@oauth2.test/'])(
    'whose token would be sent to %s is refused',
    async (token_uri) => {
      const { read, tokens } = await readWith({ ...USER_FILE, token_uri });
      expect([read, tokens]).toEqual([['failed unsupported'], []]);
    },
  );

  test('of a workforce pool identifies its client', async () => {
    const file = {
      ...{ type: 'external_account_authorized_user', audience: 'any', refresh_token: USER_FILE.refresh_token },
      ...{ client_id: 'workforce', client_secret: 'canary-client-secret', token_url: `${ORIGIN}/v1/oauthtoken` },
    };
    expect((await readWith(file)).read).toEqual(WORKS);
  });
});

describe('an identity that acts as a service account', () => {
  const impersonating = (source_credentials: unknown) => ({
    type: 'impersonated_service_account',
    service_account_impersonation_url: impersonationUrl(ORIGIN),
    delegates: ['projects/-/serviceAccounts/between@my-project.iam.gserviceaccount.com'],
    source_credentials,
  });

  test.each([
    ['user', USER_FILE, 2],
    ['service account', serviceAccountFile(), 1],
  ])('is a %s', async (_, source, requests) => {
    const { read, tokens } = await readWith(impersonating(source));
    expect([read, tokens.length]).toEqual([WORKS, requests]);
    expect(JSON.parse(tokens.at(-1)?.body ?? '')).toEqual({
      scope: ['https://www.googleapis.com/auth/cloud-platform'],
      lifetime: '3600s',
      delegates: ['projects/-/serviceAccounts/between@my-project.iam.gserviceaccount.com'],
    });
  });

  test('needs the right to', async () => {
    here.google.google.mayImpersonate = () => false;
    const { read, help } = await readWith(impersonating(USER_FILE));
    expect([read, help]).toEqual([['failed denied'], expect.stringContaining('`iam.serviceAccounts.getAccessToken`')]);
  });

  test('does not act as another that does', async () => {
    expect((await readWith(impersonating(impersonating(USER_FILE)))).read).toEqual(['failed unsupported']);
  });
});

describe('a machine in Google Cloud', () => {
  test('gives the token of its service account', async () => {
    const { read, servers, tokens } = await readWith(null);
    expect(read).toEqual(WORKS);
    expect(servers.map(({ origin }) => origin)).toContain('http://169.254.169.254');
    expect(tokens.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /computeMetadata/v1/instance/service-accounts/default/token',
    ]);
  });

  test.each([
    [{ GCE_METADATA_HOST: 'metadata.test:8080' }, 'http://metadata.test:8080'],
    [{ GCE_METADATA_IP: '[fd20:ce::254]' }, 'http://[fd20:ce::254]'],
    [{ GCE_METADATA_HOST: 'metadata.test', GCE_METADATA_IP: '192.0.2.1' }, 'http://metadata.test'],
  ])('may have another host for it, which is asked directly: %p', async (variables, origin) => {
    const { servers } = await readWith(null, variables);
    expect(servers).toContainEqual(expect.objectContaining({ origin, proxy: null }));
    expect(servers).toContainEqual(expect.not.objectContaining({ proxy: null }));
  });

  test('may have no service account', async () => {
    here.google.google.hasAccount = false;
    expect(await readWith(null)).toMatchObject({
      read: ['failed missing-credential'],
      detail: 'no service account is attached to this machine',
    });
  });

  test('is no other machine', async () => {
    const { open } = world(null, {}, () => ({ status: 401, body: '<html>another cloud</html>' }));
    expect(await failureOf(await open(), convention('HELD'))).toMatchObject({
      kind: 'missing-credential',
      detail: 'there are no credentials for Google Cloud on this machine',
      help: expect.stringContaining('gcloud auth application-default login'),
    });
  });

  test('is not looked for if that is turned off', async () => {
    const { tokens, read } = await readWith(null, { METADATA_SERVER_DETECTION: 'none' });
    expect([read, tokens]).toEqual([['failed missing-credential'], []]);
  });

  test('is waited for once it is known to be one', async () => {
    here.google.google.seconds = 30;
    let isDown = false;
    const { open } = world(null, {}, (request) => {
      return isDown && request.path.startsWith('/computeMetadata') ? { status: 503 } : here.google.answer(request);
    });
    const store = await open();
    expect(await readAll(store, convention('HELD'))).toEqual(WORKS);
    isDown = true;
    expect(await readAll(store, convention('HELD'))).toEqual(['failed unreachable']);
  });

  test('is not waited for where nothing answers', async () => {
    const { ports } = world(null);
    const http: typeof ports.http = async (server) => ({
      ...(await ports.http(server)),
      request: (_, signal) =>
        new Promise((resolve) => {
          const end = () => resolve({ kind: 'failed', why: 'cancelled', detail: 'the call was cancelled' });
          signal.addEventListener('abort', end, { once: true });
        }),
    });
    const store = await openStore(SPEC, { ...ports, http });
    const [answer] = await store.read([convention('HELD')], CALL);
    expect(answer).toMatchObject({ failure: { kind: 'missing-credential' } });
  });
});
