/** Every way to sign in to Azure, as a store uses it: what is sent where, what is not, and what a refusal says. */
import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Store } from '#runtime/providers/provider.js';
import { CredentialFault } from '#runtime/stores/credential-fault.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { APPLICATION, FakeEntra, TENANT } from '../../../helpers/doubles/entra.js';
import { FakeKeyVault } from '../../../helpers/doubles/key-vault.js';
import { type FakeRequest, type FakeResponse, fakeHttp } from '../../../helpers/fake-http.js';
import { type FakeEnd, type FakeRun, fakePrograms } from '../../../helpers/fake-programs.js';
import { inVault } from '../../../worlds/akv.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { failureOf, httpWorld, readAll } from '../http-world.js';
import { convention, openStore, portsIn } from '../open-store.js';

const folder = temporaryFolder();
const SPEC = 'akv://demo-vault';
const HELD = convention('HELD');
let vault = new FakeKeyVault();
beforeEach(() => {
  vault = new FakeKeyVault(new FakeEntra());
  vault.put(inVault('HELD'), 'canary-held');
});

const world = (credentials: Record<string, string>, variables: Record<string, string> = {}) =>
  httpWorld((request) => vault.answer(request), credentials, variables);
const origins = ({ fake }: ReturnType<typeof world>) => fake.servers.map(({ origin }) => origin);

async function withPrograms(
  programs: Readonly<Record<string, (run: FakeRun) => FakeEnd>>,
  spec = SPEC,
): Promise<{ store: Store; ran: ReturnType<typeof fakePrograms> }> {
  const ran = fakePrograms(programs);
  const ports = { ...portsIn(folder, { AZURE_CLIENT_SECRET: 'canary' }), programs: ran };
  return { store: await openStore(spec, { ...ports, http: fakeHttp((request) => vault.answer(request)).http }), ran };
}
const printed = (field: string) => ({
  stdout: JSON.stringify({
    [field]: vault.entra.issue(vault.resource),
    expires_on: Math.floor(Date.now() / 1000) + 4000,
  }),
});

describe('by client secret', () => {
  test('the vault names tenant and resource, and one token serves for all', async () => {
    const used = world(APPLICATION);
    const store = await used.open(SPEC);
    expect(await readAll(store, HELD, convention('GONE'))).toEqual(['found canary-held', 'absent']);
    await readAll(store, HELD);
    const [challenged, signedIn, ...reads] = used.sent;
    expect(challenged).toMatchObject({ method: 'GET', path: expect.stringMatching(/^\/secrets\?/), headers: {} });
    expect(challenged?.headers).not.toHaveProperty('authorization');
    expect(signedIn?.path).toBe(`/${TENANT}/oauth2/v2.0/token`);
    expect(Object.fromEntries(new URLSearchParams(signedIn?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'app-1',
      client_secret: 'canary-client-secret',
      scope: 'https://vault.azure.net/.default',
    });
    expect(reads).toHaveLength(3);
    expect(origins(used)).toEqual(['https://demo-vault.vault.azure.net', 'https://login.microsoftonline.com']);
  });

  test('a token is replaced before it ends, and when it is refused', async () => {
    vault.entra.lifetime = 0;
    const used = world(APPLICATION);
    const store = await used.open(SPEC);
    await readAll(store, HELD);
    vault.entra.lifetime = 3599;
    await readAll(store, HELD);
    expect(vault.entra.issued).toBe(2);
    vault.entra.tokens.clear();
    expect(await readAll(store, HELD)).toEqual(['found canary-held']);
    expect(vault.entra.issued).toBe(3);
    // Its challenge is asked for once.
    expect(used.sent.filter(({ path }) => path.startsWith('/secrets?'))).toHaveLength(1);
  });

  test('a credential that could not be read is asked for again', async () => {
    const ports = portsIn('/nowhere');
    let isDown = true;
    const credential = async (name: string) => {
      if (isDown) throw new CredentialFault({ kind: 'unreachable', detail: `no ${name}` });
      return SecretValue.fromText(new Map(Object.entries(APPLICATION)).get(name) ?? '');
    };
    const { http } = fakeHttp((request) => vault.answer(request));
    const store = await openStore(SPEC, { ...ports, credential, http });
    await expect(readAll(store, HELD)).rejects.toThrow(CredentialFault);
    isDown = false;
    expect(await readAll(store, HELD)).toEqual(['found canary-held']);
  });

  test.each([
    [{ client_secret: 'canary-wrong' }, 'AADSTS7000215', 'the client secret is wrong'],
    [{ client_id: 'app-2' }, 'AADSTS700016', 'the tenant has no such application'],
    [{ tenant_id: 'other.example' }, 'AADSTS90002', 'the tenant does not exist'],
  ])('a refusal of %j names its number and nothing that was sent', async (wrong, number, help) => {
    const failure = await failureOf(await world({ ...APPLICATION, ...wrong }).open(SPEC), HELD);
    const detail = `Microsoft Entra refused the sign-in with ${number}`;
    expect(failure).toEqual({ kind: 'denied', detail, help: expect.stringContaining(help) });
    expect(JSON.stringify(failure)).not.toContain('canary');
  });

  test.each([
    [{ tenant_id: TENANT, client_id: 'app-1' }, '`client_secret`', 'set `AZURE_CLIENT_SECRET`'],
    [{ client_secret: 'canary' }, '`tenant_id` and `client_id`', 'set `AZURE_TENANT_ID` and `AZURE_CLIENT_ID`'],
  ])('only %j is a mistake, not a reason to sign in as another person', async (given, lacks, help) => {
    expect(await failureOf(await world(given).open(SPEC), HELD)).toMatchObject({
      kind: 'missing-credential',
      detail: `the sign-in to Microsoft Entra lacks ${lacks}`,
      help: expect.stringContaining(help),
    });
  });

  test('where the platform gives a token, the help says how to use it', async () => {
    const used = world({ tenant_id: TENANT, client_id: 'app-1' }, { AZURE_FEDERATED_TOKEN_FILE: '/nowhere' });
    expect(await failureOf(await used.open(SPEC), HELD)).toMatchObject({
      help: expect.stringContaining('?auth=workload_identity'),
    });
  });

  test.each([{ tenant_id: 'a/b' }, { tenant_id: '../x' }, { client_id: 'a b' }, { client_secret: 'canary\nx' }])(
    '%j is refused without being sent',
    async (wrong) => {
      const used = world({ ...APPLICATION, ...wrong });
      const failure = await failureOf(await used.open(SPEC), HELD);
      expect(failure).toMatchObject({ kind: 'unsupported' });
      expect(JSON.stringify(failure)).not.toContain('canary');
      expect(origins(used)).toEqual(['https://demo-vault.vault.azure.net']);
    },
  );

  test.each([
    ['https://login.microsoftonline.us/', 'https://login.microsoftonline.us'],
    ['login.chinacloudapi.cn', 'https://login.chinacloudapi.cn'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
  ])('AZURE_AUTHORITY_HOST=%s', async (variable, origin) => {
    vault.issuer = `https://login.elsewhere.test/${TENANT}`;
    const used = world(APPLICATION, { AZURE_AUTHORITY_HOST: variable });
    expect(await readAll(await used.open(SPEC), HELD)).toEqual(['found canary-held']);
    expect(origins(used)[1]).toBe(origin);
  });

  test.each(['http://login.test', 'https://login.test/x', 'https://u:canary@login.test'])(
    'AZURE_AUTHORITY_HOST=%s is refused',
    async (variable) => {
      const used = world(APPLICATION, { AZURE_AUTHORITY_HOST: variable });
      expect(await failureOf(await used.open(SPEC), HELD)).toMatchObject({
        kind: 'unsupported',
        detail: '`AZURE_AUTHORITY_HOST` is not the address of a server',
      });
      expect(origins(used)).toHaveLength(1);
    },
  );

  test('no secret goes to another cloud because a vault says so', async () => {
    vault.issuer = `https://login.chinacloudapi.cn/${TENANT}`;
    const used = world(APPLICATION);
    expect(await failureOf(await used.open(SPEC), HELD)).toMatchObject({
      kind: 'unsupported',
      help: 'set `AZURE_AUTHORITY_HOST=https://login.chinacloudapi.cn` if the credentials are meant for it',
    });
    expect(origins(used)).toHaveLength(1);
  });

  test.each([
    ['a page of a proxy', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }, 'malformed'],
    ['nothing', { status: 200, body: {} }, 'malformed'],
    ['a token with a line break', { status: 200, body: { access_token: 'a\nb' } }, 'malformed'],
    ['status 503', { status: 503, body: {} }, 'unreachable'],
    ['status 429', { status: 429, body: {}, headers: { 'retry-after': '7' } }, 'busy'],
    ['status 403 of a proxy', { status: 403, body: 'no' }, 'denied'],
  ])('%s in place of a token is no missing secret', async (_, answer, kind) => {
    const answered = (request: FakeRequest): FakeResponse =>
      request.path.includes('oauth2') ? answer : vault.answer(request);
    const failure = await failureOf(await httpWorld(answered, APPLICATION).open(SPEC), HELD);
    expect(failure).toMatchObject({ kind });
  });
});

describe('by workload identity', () => {
  const given = { tenant_id: TENANT, client_id: 'app-1' };
  const file = { AZURE_FEDERATED_TOKEN_FILE: `${folder}/token` };

  test('the token of the platform is sent, as it is in its file then', async () => {
    writeFileSync(`${folder}/token`, 'canary-assertion\n');
    const store = await world(given, file).open(`${SPEC}?auth=workload_identity`);
    expect(await readAll(store, HELD)).toEqual(['found canary-held']);
    vault.entra.assertion = 'canary-newer';
    vault.entra.tokens.clear();
    expect(await failureOf(store, HELD)).toMatchObject({
      kind: 'denied',
      detail: 'Microsoft Entra refused the sign-in with AADSTS700213',
      help: expect.stringContaining('issuer, subject and audience'),
    });
    writeFileSync(`${folder}/token`, 'canary-newer');
    expect(await readAll(store, HELD)).toEqual(['found canary-held']);
  });

  test('a client secret is not used in its place', async () => {
    const used = world(APPLICATION, { AZURE_FEDERATED_TOKEN_FILE: `${folder}/gone` });
    expect(await failureOf(await used.open(`${SPEC}?auth=workload_identity`), HELD)).toMatchObject({
      kind: 'missing-credential',
      detail: 'the file that `AZURE_FEDERATED_TOKEN_FILE` names is missing or empty',
    });
    expect(await failureOf(await world(APPLICATION).open(`${SPEC}?auth=workload_identity`), HELD)).toMatchObject({
      detail: '`auth=workload_identity` needs `AZURE_FEDERATED_TOKEN_FILE`',
    });
  });
});

describe('by managed identity', () => {
  const MANAGED = `${SPEC}?auth=managed_identity`;

  test('of a virtual machine', async () => {
    const used = world({});
    expect(await readAll(await used.open(MANAGED), HELD)).toEqual(['found canary-held']);
    expect(used.sent[1]).toMatchObject({
      path: '/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https%3A%2F%2Fvault.azure.net',
      headers: { metadata: 'true' },
    });
    expect(origins(used)[1]).toBe('http://169.254.169.254');
  });

  test('one of several, by its client id', async () => {
    expect(await readAll(await world({ client_id: 'machine-1' }).open(MANAGED), HELD)).toEqual(['found canary-held']);
    expect(await failureOf(await world({ client_id: 'machine-2' }).open(MANAGED), HELD)).toEqual({
      kind: 'missing-credential',
      detail: 'The identity service of this machine answered with status 400: Identity not found',
      help: expect.stringContaining('that `client_id` or `AZURE_CLIENT_ID` names'),
    });
  });

  test('a machine without one', async () => {
    vault.entra.identity = null;
    expect(await failureOf(await world({}).open(MANAGED), HELD)).toMatchObject({
      kind: 'missing-credential',
      help: expect.stringContaining('assign a managed identity'),
    });
  });

  test('of an app, whose variables name its service', async () => {
    const used = world(
      {},
      { IDENTITY_ENDPOINT: 'http://service.test:41741/msi/token', IDENTITY_HEADER: 'canary-header' },
    );
    expect(await readAll(await used.open(MANAGED), HELD)).toEqual(['found canary-held']);
    const [api, service] = used.fake.servers;
    expect(service).toMatchObject({ origin: 'http://service.test:41741', proxy: null });
    expect(api).not.toHaveProperty('proxy');
    expect(used.sent[1]?.path).toContain('api-version=2019-08-01');
  });

  test('of Cloud Shell', async () => {
    const answered = (request: FakeRequest) => {
      if (request.path !== '/oauth2/token') return vault.answer(request);
      const isAsked = request.method === 'POST' && request.body === 'resource=https%3A%2F%2Fvault.azure.net';
      return isAsked ? { status: 200, body: { access_token: vault.entra.issue(vault.resource) } } : { status: 400 };
    };
    const used = httpWorld(answered, {}, { MSI_ENDPOINT: 'http://localhost:50342/oauth2/token' });
    expect(await readAll(await used.open(MANAGED), HELD)).toEqual(['found canary-held']);
  });

  test.each([
    ['/var/opt/azcmagent/tokens/1.key', ['/var/opt/azcmagent/tokens/1.key'], 'denied'],
    ['/etc/shadow', [], 'denied'],
    ['/var/opt/azcmagent/tokens/../../../../etc/x.key', [], 'denied'],
  ])('Azure Arc names the file %s', async (named, read, kind) => {
    const files: string[] = [];
    const answered = (request: FakeRequest): FakeResponse =>
      request.path.startsWith('/arc')
        ? { status: 401, body: {}, headers: { 'www-authenticate': `Basic realm=${named}` } }
        : vault.answer(request);
    const ports = portsIn(folder, {
      IDENTITY_ENDPOINT: 'http://localhost:40342/arc',
      IMDS_ENDPOINT: 'http://localhost',
    });
    const reading = {
      ...ports.files,
      read: async (path: string) => {
        files.push(path);
        return null;
      },
    };
    const store = await openStore(MANAGED, { ...ports, files: reading, http: fakeHttp(answered).http });
    expect(await failureOf(store, HELD)).toMatchObject({ kind });
    expect(files).toEqual(read);
  });

  test('Azure Arc gives the token to who can read its file', async () => {
    const answered = (request: FakeRequest): FakeResponse => {
      if (!request.path.startsWith('/arc')) return vault.answer(request);
      if (request.headers['authorization'] === 'Basic canary-key')
        return { status: 200, body: { access_token: vault.entra.issue(vault.resource), expires_in: '3599' } };
      const realm = 'Basic realm=/var/opt/azcmagent/tokens/1.key';
      return { status: 401, body: {}, headers: { 'www-authenticate': realm } };
    };
    const ports = portsIn(folder, {
      IDENTITY_ENDPOINT: 'http://localhost:40342/arc',
      IMDS_ENDPOINT: 'http://localhost',
    });
    const reading = { ...ports.files, read: async () => Buffer.from('canary-key\n') };
    const store = await openStore(MANAGED, { ...ports, files: reading, http: fakeHttp(answered).http });
    expect(await readAll(store, HELD)).toEqual(['found canary-held']);
  });

  test('elsewhere than in Azure it says so', async () => {
    const http = fakeHttp((request) =>
      request.path.startsWith('/metadata')
        ? { kind: 'failed', why: 'timeout', detail: 'it did not accept the connection' }
        : vault.answer(request),
    ).http;
    const store = await openStore(MANAGED, { ...portsIn(folder), http });
    expect(await failureOf(store, HELD)).toEqual({
      kind: 'timeout',
      detail: 'it did not accept the connection',
      help: '`auth=managed_identity` works only in Azure: elsewhere, use another `auth`',
    });
  });
});

describe('by the Azure CLI', () => {
  test('it is run once, for the tenant of the vault, and gets no secret of the application', async () => {
    const { store, ran } = await withPrograms({ az: () => printed('accessToken') });
    const many = Array.from({ length: 20 }, () => HELD);
    expect(new Set(await readAll(store, ...many, convention('GONE')))).toEqual(
      new Set(['found canary-held', 'absent']),
    );
    expect(ran.runs.map(({ words }) => words.join(' '))).toEqual([
      `account get-access-token --output json --resource https://vault.azure.net --tenant ${TENANT}`,
    ]);
    expect(ran.runs[0]?.variable('AZURE_CLIENT_SECRET')).toBeNull();
  });

  test('without it, the Azure Developer CLI', async () => {
    const { store, ran } = await withPrograms({ azd: () => printed('token') }, `${SPEC}?auth=cli`);
    expect(await readAll(store, HELD)).toEqual(['found canary-held']);
    expect(ran.runs.map(({ words }) => words.join(' '))).toEqual([
      `auth token --output json --scope https://vault.azure.net/.default --tenant-id ${TENANT}`,
    ]);
  });

  test('a person who has not signed in learns how', async () => {
    const refusing = () => ({ status: 1, stderr: "ERROR: Please run 'az login' to setup account.\n" });
    const { store } = await withPrograms({ az: refusing });
    expect(await failureOf(store, HELD)).toEqual({
      kind: 'missing-credential',
      detail: "`az` ended with status 1: ERROR: Please run 'az login' to setup account.",
      help: 'sign in with `az login`',
    });
  });

  test('without either, all ways are named', async () => {
    const { store } = await withPrograms({});
    expect(await failureOf(store, HELD)).toMatchObject({
      kind: 'missing-credential',
      help: expect.stringMatching(/`AZURE_TENANT_ID`.*`az login`/),
    });
  });

  test.each(['', '{}', 'not JSON', '{"accessToken": 5}'])('%j is no token', async (stdout) => {
    const { store } = await withPrograms({ az: () => ({ stdout }) });
    expect(await failureOf(store, HELD)).toMatchObject({ kind: 'malformed' });
  });
});

test('an address that is not of the vault gets no token, and nothing is signed in to', async () => {
  const used = world(APPLICATION);
  vault.resource = 'https://management.azure.com';
  expect(await failureOf(await used.open('akv://vault.example.com'), HELD)).toMatchObject({
    kind: 'denied',
    help: 'check the address: no token was sent',
  });
  vault.resource = 'https://vault.azure.net';
  expect(await failureOf(await used.open('akv://evilvault.azure.net'), HELD)).toMatchObject({ kind: 'denied' });
  expect(new Set(origins(used))).toEqual(new Set(['https://vault.example.com', 'https://evilvault.azure.net']));
});

test('a status 401 without a challenge is a refusal', async () => {
  const { open } = httpWorld(() => ({ status: 401, body: {} }), APPLICATION);
  expect(await failureOf(await open(SPEC), HELD)).toMatchObject({ kind: 'denied' });
});
