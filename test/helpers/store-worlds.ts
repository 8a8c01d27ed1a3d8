/** Every store with one entry in it: what the contract (`test/contract/`) and the commands (`test/stores/every-store.ts`) are tried on. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import type { Programs } from '#runtime/programs/programs.js';
import type { AvailableScheme } from '#schemas/providers/index.js';
import { sealedText } from '../runtime/providers/age/age-files.js';
import { boxed, PRIVATE_KEY, PUBLIC_KEY } from '../runtime/providers/ejson/ejson-files.js';
import { databaseOf, documentWith } from '../runtime/providers/kdbx/kdbx-files.js';
import { sopsDotenv } from '../runtime/providers/sops/sops-documents.js';
import { aacWorld, akvWorld } from './azure-worlds.js';
import { KEYS } from './doubles/aws.js';
import { FakeCloudflare } from './doubles/cloudflare.js';
import { FakeDoppler } from './doubles/doppler.js';
import { FakeFlyctl, FLYCTL } from './doubles/flyctl.js';
import { USER_FILE } from './doubles/google.js';
import { FakeGoogleSecrets } from './doubles/google-secrets.js';
import { FakeInfisical } from './doubles/infisical.js';
import { FakeKubernetes } from './doubles/kubernetes.js';
import { FakeParameterStore } from './doubles/parameter-store.js';
import { FakeScaleway } from './doubles/scaleway.js';
import { FakeSecretsManager } from './doubles/secrets-manager.js';
import { FakeSetec } from './doubles/setec.js';
import { FakeVault } from './doubles/vault.js';
import type { FakeRequest, FakeResponse } from './fake-http.js';
import { fakePrograms } from './fake-programs.js';
import { addContext } from './kubeconfig.js';

const KDBX_PASSWORD = 'open sesame';

/** The value of HELD, in project `demo` and profile `default`. */
export const VALUE = 'canary-value';

/** How a store of a scheme is made that holds HELD and nothing else. A folder `at` has all of its files, and those of its user's home. */
export interface StoreWorld {
  /** Its address; `at` may be relative to the manifest. `host`: of its server. */
  readonly spec: (at: string, host: string) => string;
  /** Creates it, and returns the environment that reaches it. `user`: the current one; `host`: of its server. */
  readonly hold: (at: string, user: string, host: string) => Record<string, string>;
  /** The held entry by its native address. */
  readonly item: (at: string) => string;
  /** The credentials that open it, by name, where no variable of its environment does. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Of a store that is a program: one without a process of its own. The environment names one that is started. */
  readonly programs?: (at: string) => Programs;
  /** Of a store that cannot be read: what it holds under a name, as the programs see it that it gives values to. */
  readonly shows?: (at: string, server: Answering | undefined) => (name: string) => string | null;
  /** Of a store behind HTTP: a new server that holds HELD. */
  readonly server?: () => Answering;
  /** The file in `at` that contains HELD, if others can replace it. */
  readonly file?: string;
  /** If it needs more than a temporary folder: the variable that the suite sets which provides it. */
  readonly switch?: string;
  /** The values that it refuses; if left out, those that are not text, and those with NUL of a store of text. */
  readonly refuses?: (bytes: Uint8Array) => boolean;
  /** It cannot hold a megabyte; its own tests show what it does then. */
  readonly isSmall?: true;
  /** The longest value that it holds, in bytes, if it has such a limit; then an empty one is too short for it, unless `holdsEmpty`. */
  readonly mostBytes?: number;
  readonly holdsEmpty?: true;
  /** It has no way to create an entry without replacing one: of two writers that want to create it, both may. */
  readonly hasRace?: true;
}

/** A server in memory. */
type Answering = (request: FakeRequest) => FakeResponse;

const VAULT: Omit<StoreWorld, 'spec'> = {
  hold: () => ({ VAULT_TOKEN: 'root', BAO_TOKEN: 'root' }),
  item: () => 'tool/demo/default/HELD',
  server: () => {
    const vault = new FakeVault();
    vault.put('secret', 'tool/demo/default/HELD', { value: VALUE });
    return (request) => vault.answer(request);
  },
  refuses: isNotText,
};

/** The double behind a server that cannot be read. */
const CLOUDFLARES = new WeakMap<Answering, FakeCloudflare>();

export const WORLDS: Readonly<Record<AvailableScheme, StoreWorld>> = {
  aac: { ...aacWorld(VALUE), refuses: isNotText },
  age: {
    spec: (at) => `age:${at}/secrets.age?identity=${at}/key.txt`,
    hold: encryptedIn,
    item: () => 'HELD',
    file: 'secrets.age',
  },
  akv: { ...akvWorld(VALUE), refuses: isNotText },
  awsps: {
    spec: () => 'awsps://eu-central-1',
    hold: (_at, _user, host) => ({ ...KEYS, AWS_ENDPOINT_URL_SSM: `http://${host}` }),
    item: () => '/tool/demo/default/HELD',
    server: () => {
      const aws = new FakeParameterStore();
      aws.put('/tool/demo/default/HELD', VALUE);
      return (request) => aws.answer(request);
    },
    refuses: isNotText,
    mostBytes: 8192,
  },
  awssm: {
    spec: () => 'awssm://eu-central-1',
    hold: (_at, _user, host) => ({ ...KEYS, AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://${host}` }),
    item: () => 'tool/demo/default/HELD',
    server: () => {
      const aws = new FakeSecretsManager();
      aws.put('tool/demo/default/HELD', VALUE);
      return (request) => aws.answer(request);
    },
    mostBytes: 65_536,
  },
  cloudflare: {
    spec: () => 'cloudflare://store?account_id=acct',
    hold: (_at, _user, host) => ({
      CLOUDFLARE_API_TOKEN: 'canary-token',
      TOOL_CLOUDFLARE_ENDPOINT: `http://${host}`,
    }),
    item: () => 'HELD',
    server: () => {
      const cloudflare = new FakeCloudflare();
      // The contract writes more than the beta allows.
      cloudflare.most = 1000;
      cloudflare.put('HELD', VALUE);
      const answer: Answering = (request) => cloudflare.answer(request);
      CLOUDFLARES.set(answer, cloudflare);
      return answer;
    },
    shows: (_, server) => (name) => (server && CLOUDFLARES.get(server)?.value(name)) ?? null,
    refuses: isNotText,
    mostBytes: 65_536,
  },
  dotenv: {
    spec: (at) => `dotenv:${at}/.env`,
    hold: (at) => laidOut(at, '.env', `HELD=${VALUE}\n`),
    item: () => 'HELD',
    file: '.env',
  },
  doppler: {
    spec: () => 'doppler://demo-project',
    hold: (_at, _user, host) => ({ DOPPLER_TOKEN: 'canary-token', TOOL_DOPPLER_ENDPOINT: `http://${host}` }),
    item: () => 'default/HELD',
    credentials: { token: 'canary-token' },
    server: () => {
      const doppler = new FakeDoppler();
      doppler.put('demo-project', 'default', 'HELD', VALUE);
      return (request) => doppler.answer(request);
    },
    refuses: (bytes) => isNotText(bytes) || Buffer.from(bytes).includes('${'),
    hasRace: true,
  },
  file: {
    spec: (at) => `file:${at}/store`,
    hold: (at) => laidOut(`${at}/store/demo/default`, 'HELD', VALUE),
    item: () => 'demo/default/HELD',
    file: 'store/demo/default/HELD',
  },
  fly: {
    spec: () => 'fly://my-app',
    hold: (at) => {
      new FakeFlyctl(`${at}/fly`).put('HELD', VALUE);
      const { PATH = '' } = process.env;
      return { PATH, TOOL_FLYCTL_PATH: FLYCTL, FAKE_FLYCTL: `${at}/fly`, FLY_API_TOKEN: 'canary-token' };
    },
    item: () => 'HELD',
    programs: (at) => fakePrograms({ [FLYCTL]: (run) => new FakeFlyctl(`${at}/fly`).run(run) }),
    shows: (at) => (name) => new FakeFlyctl(`${at}/fly`).value(name),
    refuses: (bytes) =>
      isNotText(bytes) || bytes.includes(0) || /^\p{White_Space}|\p{White_Space}$/u.test(`${Buffer.from(bytes)}`),
    isSmall: true,
    hasRace: true,
  },
  ejson: {
    spec: (at) => `ejson:${at}/secrets.ejson`,
    hold: boxedIn,
    item: () => '/demo/default/HELD',
    credentials: { private_key: PRIVATE_KEY },
    file: 'secrets.ejson',
  },
  env: { spec: () => 'env', hold: () => ({ HELD: VALUE }), item: () => 'HELD' },
  null: { spec: () => 'null', hold: () => ({}), item: () => 'HELD' },
  gcsm: {
    spec: () => 'gcsm://my-project',
    hold: (at, _user, host) => {
      // Not a service account: its key would be another one in the process of a double.
      laidOut(at, 'user.json', JSON.stringify({ ...USER_FILE, token_uri: `http://${host}/token` }));
      return { GOOGLE_APPLICATION_CREDENTIALS: `${at}/user.json`, TOOL_GCSM_ENDPOINT: `http://${host}` };
    },
    item: () => 'tool2--demo--default--HELD',
    server: () => {
      const google = new FakeGoogleSecrets();
      google.put('tool2--demo--default--HELD', VALUE);
      return (request) => google.answer(request);
    },
    mostBytes: 65_536,
  },
  gopass: {
    spec: () => 'gopass',
    hold: keptInGopass,
    item: () => 'tool/demo/default/HELD',
    switch: 'TOOL_TEST_GOPASS',
  },
  infisical: {
    spec: (_, host) => `infisical://${host}/b2f1c3d4-0000-4000-8000-000000000001?tls=false`,
    hold: () => ({ INFISICAL_TOKEN: 'canary-token' }),
    item: () => '/tool/demo/default/HELD',
    credentials: { token: 'canary-token' },
    server: () => {
      const infisical = new FakeInfisical();
      infisical.put('default', '/tool/demo/default/HELD', VALUE);
      return (request) => infisical.answer(request);
    },
    refuses: (bytes) => isNotText(bytes) || isTrimmed(Buffer.from(bytes).toString()),
  },
  kdbx: {
    spec: (at) => `kdbx:${at}/team.kdbx`,
    hold: sealedIn,
    item: () => 'tool/demo/default/HELD',
    credentials: { password: KDBX_PASSWORD },
    file: 'team.kdbx',
  },
  keyring: {
    spec: (at) => `keyring://tool-test/${basename(at)}/{project}/{profile}/{key}`,
    hold: keptInKeyring,
    item: (at) => `tool-test/${basename(at)}/demo/default/HELD`,
    switch: 'TOOL_TEST_KEYRING',
    hasRace: true,
  },
  pass: {
    spec: (at) => `pass://?store_dir=${at}/store`,
    hold: keptInPass,
    item: () => 'tool/demo/default/HELD',
    file: 'store/tool/demo/default/HELD.gpg',
    switch: 'TOOL_TEST_PASS',
    refuses: isNotText,
  },
  'k8s+configmap': { ...kubernetes('k8s+configmap', 'configmaps', VALUE), refuses: isNotText },
  'k8s+secret': kubernetes('k8s+secret', 'secrets', Buffer.from(VALUE).toString('base64')),
  openbao: { spec: (_, host) => `openbao://${host}?tls=false`, ...VAULT },
  scaleway: {
    spec: () => 'scaleway://fr-par?project_id=6170692e-7363-4000-8000-616c65776179',
    hold: (_at, _user, host) => ({ SCW_SECRET_KEY: 'canary-token', TOOL_SCALEWAY_ENDPOINT: `http://${host}` }),
    item: () => '/tool/demo/default/HELD',
    credentials: { secret_key: 'canary-token' },
    server: () => {
      const scaleway = new FakeScaleway();
      scaleway.put('/tool/demo/default/HELD', VALUE);
      return (request) => scaleway.answer(request);
    },
    mostBytes: 65_536,
  },
  setec: {
    spec: (_, host) => `setec://${host}?tls=false`,
    hold: () => ({}),
    item: () => 'tool/demo/default/HELD',
    server: () => {
      const setec = new FakeSetec();
      setec.put('tool/demo/default/HELD', VALUE);
      return (request) => setec.answer(request);
    },
  },
  sops: {
    spec: (at) => `sops:${at}/secrets.env?age_key_file=${at}/key.txt`,
    hold: encryptedBySops,
    item: () => 'HELD',
    file: 'secrets.env',
    switch: 'TOOL_TEST_SOPS',
  },
  'systemd-credential': {
    spec: () => 'systemd-credential',
    hold: passedToUnit,
    item: () => 'HELD',
    file: 'credentials/HELD',
  },
  vault: { spec: (_, host) => `vault://${host}?tls=false`, ...VAULT },
};

/** Asked without a token, as through `kubectl proxy`. Two such stores share one kubeconfig, in which each has a context of its own. */
function kubernetes(scheme: string, resource: string, held: string): StoreWorld {
  const key = 'tool--demo--default--HELD';
  return {
    spec: (_, host) => `${scheme}://app?context=${host}`,
    hold: (at, _, host) => ({ KUBECONFIG: addContext(`${dirname(at)}/kubeconfig`, host) }),
    item: () => key,
    isSmall: true,
    server: () => {
      const server = new FakeKubernetes();
      server.tokens.set('', ['get', 'patch', 'create']);
      server.put(`default/${resource}/app`, { data: { [key]: held } });
      return (request) => server.answer(request);
    },
  };
}

/** Of a store of text that can hold NUL. */
export function isNotText(bytes: Uint8Array): boolean {
  return !Buffer.from(Buffer.from(bytes).toString('utf8')).equals(bytes);
}

/** Infisical replaces references and cuts blanks at both ends, all but one newline. */
function isTrimmed(text: string): boolean {
  return text.includes('${') || (text.endsWith('\n') ? `${text.trim()}\n` : text.trim()) !== text;
}

function keptInKeyring(at: string, user: string): Record<string, string> {
  const attributes = ['service', `tool-test/${basename(at)}/demo/default/HELD`, 'username', user];
  execFileSync('secret-tool', ['store', '--label', 'tool test', ...attributes], { input: VALUE });
  return { DBUS_SESSION_BUS_ADDRESS: process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '' };
}

const AGE_KEY = await generateIdentity();
const AGE_FILE = await sealedText(AGE_KEY, `HELD=${VALUE}\n`);

function encryptedIn(at: string): Record<string, string> {
  laidOut(at, 'key.txt', `# a comment\n${AGE_KEY}\n`);
  return laidOut(at, 'secrets.age', AGE_FILE);
}

const AGE_RECIPIENT = await identityToRecipient(AGE_KEY);
const SOPS_FILE = await sopsDotenv(AGE_RECIPIENT, { HELD: VALUE });

function encryptedBySops(at: string): Record<string, string> {
  laidOut(at, 'key.txt', `${AGE_KEY}\n`);
  laidOut(at, 'secrets.env', SOPS_FILE);
  return { PATH: process.env['PATH'] ?? '', SOPS_AGE_RECIPIENTS: AGE_RECIPIENT };
}

function boxedIn(at: string): Record<string, string> {
  const document = { _public_key: PUBLIC_KEY, demo: { default: { HELD: boxed(VALUE) } } };
  return laidOut(at, 'secrets.ejson', JSON.stringify(document));
}

function sealedIn(at: string): Record<string, string> {
  const document = documentWith({ 'tool/demo/default/HELD': VALUE });
  laidOut(at, 'team.kdbx', databaseOf(document, { password: KDBX_PASSWORD }));
  return { TOOL_KDBX_PASSWORD: KDBX_PASSWORD };
}

function keptInPass(at: string): Record<string, string> {
  const { PATH = '', GNUPGHOME = '' } = process.env;
  // Its address names the folder; the variable would lead gopass there, too.
  const environment = { PATH, GNUPGHOME };
  const env = { ...environment, PASSWORD_STORE_DIR: `${at}/store` };
  execFileSync('pass', ['init', 'open@tool.test'], { env });
  execFileSync('pass', ['insert', '-m', 'tool/demo/default/HELD'], { env, input: `${VALUE}\n` });
  return environment;
}

function keptInGopass(at: string): Record<string, string> {
  const { PATH = '', GNUPGHOME = '' } = process.env;
  const environment = { PATH, GNUPGHOME, HOME: `${at}/home` };
  const run = (words: readonly string[], input: string) =>
    execFileSync('gopass', words, { env: environment, input, stdio: 'pipe' });
  run(['init', '--crypto', 'gpgcli', '--storage', 'fs', 'open@tool.test'], '');
  run(['insert', '-m', 'tool/demo/default/HELD'], VALUE);
  return environment;
}

function passedToUnit(at: string): Record<string, string> {
  laidOut(`${at}/credentials`, 'HELD', VALUE);
  return { CREDENTIALS_DIRECTORY: `${at}/credentials` };
}

function laidOut(at: string, name: string, content: string | Uint8Array): Record<string, string> {
  mkdirSync(at, { recursive: true });
  writeFileSync(`${at}/${name}`, content);
  return {};
}
