/** The HTTP stores, one entry each: the fault matrix and the contract go through all of them. */
import { type FakeAws, KEYS } from '../../helpers/doubles/aws.js';
import { FakeCloudflare } from '../../helpers/doubles/cloudflare.js';
import { FakeDoppler } from '../../helpers/doubles/doppler.js';
import { apiError, serviceAccountFile } from '../../helpers/doubles/google.js';
import { FakeGoogleSecrets } from '../../helpers/doubles/google-secrets.js';
import { FakeInfisical } from '../../helpers/doubles/infisical.js';
import { FakeKubernetes } from '../../helpers/doubles/kubernetes.js';
import { FakeParameterStore } from '../../helpers/doubles/parameter-store.js';
import { FakeScaleway } from '../../helpers/doubles/scaleway.js';
import { FakeSecretsManager } from '../../helpers/doubles/secrets-manager.js';
import { FakeSetec } from '../../helpers/doubles/setec.js';
import { FakeVault } from '../../helpers/doubles/vault.js';
import { kubeconfig } from '../../helpers/kubeconfig.js';
import { AZURE_STORES } from './azure-stores.js';
import type { HttpStoreCase, HttpStoreWorld } from './http-double.js';

const INFISICAL = 'infisical://infisical.test/b2f1c3d4-0000-4000-8000-000000000001';

export const HTTP_STORES: Readonly<Record<string, HttpStoreCase>> = {
  ...AZURE_STORES,
  awsps: {
    spec: 'awsps://eu-central-1',
    credentials: {},
    variables: KEYS,
    make: () => {
      const aws = new FakeParameterStore();
      const name = (key: string) => `/tool/demo/default/${key}`;
      const denyReading = (key: string) => {
        aws.denies = (_, id) => id === name(key);
        return `\`ssm:GetParameters\` on \`arn:aws:ssm:*:*:parameter${name(key)}\``;
      };
      const denyWriting = () => {
        aws.denies = (operation) => operation === 'PutParameter';
        return '`ssm:PutParameter`';
      };
      return { put: (key, text) => aws.put(name(key), text), denyReading, denyWriting, ...awsWorld(aws) };
    },
    costs: { hundred: 10, misses: 10 },
  },
  awssm: {
    spec: 'awssm://eu-central-1',
    credentials: {},
    variables: KEYS,
    repeatsWrites: true,
    make: () => {
      const aws = new FakeSecretsManager();
      const name = (key: string) => `tool/demo/default/${key}`;
      const denyReading = (key: string) => {
        aws.denies = (operation, id) => operation === 'GetSecretValue' && id === name(key);
        return `\`secretsmanager:GetSecretValue\` on \`arn:aws:secretsmanager:*:*:secret:${name(key)}-*\``;
      };
      const denyWriting = () => {
        aws.denies = (operation) => /^(Create|Put)/.test(operation);
        return '`secretsmanager:CreateSecret`';
      };
      return { put: (key, text) => aws.put(name(key), text), denyReading, denyWriting, ...awsWorld(aws) };
    },
    costs: { hundred: 5, misses: 5 },
  },
  vault: {
    spec: 'vault://vault.test:8200',
    credentials: { token: 'canary-token' },
    hasLasting500: true,
    make: kvWorld,
    costs: { hundred: 100, misses: 101 },
  },
  'vault by AppRole': {
    spec: 'vault://vault.test:8200?auth=approle',
    credentials: { role_id: 'role', secret_id: 'canary-secret-id' },
    hasLasting500: true,
    make: kvWorld,
    costs: { hundred: 101, misses: 102 },
  },
  'k8s+secret': {
    spec: 'k8s+secret://app',
    credentials: {},
    homeFiles: { '.kube/config': kubeconfig({ token: 'canary-token' }) },
    make: () => k8sWorld('secrets'),
    costs: { hundred: 1, misses: 1 },
  },
  'k8s+configmap': {
    spec: 'k8s+configmap://app',
    credentials: {},
    homeFiles: { '.kube/config': kubeconfig({ token: 'canary-token' }) },
    make: () => k8sWorld('configmaps'),
    costs: { hundred: 1, misses: 1 },
  },
  openbao: {
    spec: 'openbao://bao.test:8200/old?kv=1',
    credentials: { token: 'canary-token' },
    hasLasting500: true,
    make: () => kvWorld('old'),
    costs: { hundred: 100, misses: 101 },
  },
  gcsm: {
    spec: 'gcsm://my-project',
    credentials: {},
    homeFiles: { '.config/gcloud/application_default_credentials.json': JSON.stringify(serviceAccountFile()) },
    // That which comes first: the creation of the secret. A version is added once.
    repeatsWrites: true,
    emptyLists: ['an empty object'],
    emptyRemovals: ['an empty object'],
    make: googleWorld,
    costs: { hundred: 100, misses: 100 },
  },
  'gcsm on a virtual machine': {
    spec: 'gcsm://my-project',
    credentials: {},
    variables: { CLOUDSDK_CONFIG: '/nowhere', GCE_METADATA_HOST: 'metadata.test' },
    // That which comes first: the creation of the secret. A version is added once.
    repeatsWrites: true,
    emptyLists: ['an empty object'],
    emptyRemovals: ['an empty object'],
    make: googleWorld,
    costs: { hundred: 101, misses: 101 },
  },
  cloudflare: {
    spec: 'cloudflare://store?account_id=acct',
    credentials: { api_token: 'canary-token' },
    make: cloudflareWorld,
    // Nothing is read: refused without a request.
    costs: { hundred: 0, misses: 0 },
  },
  doppler: {
    spec: 'doppler://demo-project',
    credentials: { token: 'canary-token' },
    make: dopplerWorld,
    costs: { hundred: 1, misses: 1 },
  },
  infisical: {
    spec: INFISICAL,
    credentials: { token: 'canary-token' },
    make: infisicalWorld,
    costs: { hundred: 1, misses: 1 },
  },
  'infisical by Universal Auth': {
    spec: INFISICAL,
    credentials: { client_id: 'machine', client_secret: 'canary-secret' },
    make: infisicalWorld,
    costs: { hundred: 2, misses: 2 },
  },
  scaleway: {
    spec: 'scaleway://fr-par?project_id=6170692e-7363-4000-8000-616c65776179',
    credentials: { secret_key: 'canary-token' },
    make: scalewayWorld,
    costs: { hundred: 100, misses: 100 },
  },
  setec: {
    spec: 'setec://secrets.test',
    credentials: {},
    repeatsWrites: true,
    emptyLists: ['null', 'a list'],
    make: setecWorld,
    costs: { hundred: 100, misses: 100 },
  },
};

function setecWorld(): HttpStoreWorld {
  const setec = new FakeSetec();
  const name = (key: string) => `tool/demo/default/${key}`;
  return {
    double: setec,
    put: (key, text) => setec.put(name(key), text),
    refusal: (status) => (status === 401 || status === 403 ? 'access denied\n' : 'internal error\n'),
    denyReading: (key) => {
      setec.denies = (action, denied) => action === 'get' && denied === name(key);
      return `\`get\` on \`${name(key)}\``;
    },
    denyWriting: () => {
      setec.denies = (action) => action === 'put';
      return '`put` on';
    },
    expireToken: null,
  };
}

function googleWorld(): HttpStoreWorld {
  const secrets = new FakeGoogleSecrets();
  const name = (key: string) => `tool2--demo--default--${key}`;
  const states: Readonly<Record<number, string>> = {
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    409: 'ABORTED',
    429: 'RESOURCE_EXHAUSTED',
    500: 'INTERNAL',
    503: 'UNAVAILABLE',
  };
  return {
    double: secrets,
    put: (key, text) => void secrets.put(name(key), text),
    refusal: (status) => apiError(status, states[status] ?? 'UNKNOWN', 'an error occurred').body,
    denyReading: (key) => {
      secrets.denies = (permission, secret) => permission === 'secretmanager.versions.access' && secret === name(key);
      return `\`secretmanager.versions.access\` on the secret \`${name(key)}\``;
    },
    denyWriting: () => {
      secrets.denies = (permission) => permission === 'secretmanager.secrets.create';
      return '`secretmanager.secrets.create` on the project';
    },
    expireToken: () => {
      secrets.google.tokens.clear();
      secrets.google.isKeyValid = false;
    },
  };
}

function cloudflareWorld(): HttpStoreWorld {
  const cloudflare = new FakeCloudflare();
  const errors = (status: number) => [
    { code: status === 401 ? 10000 : status === 403 ? 9109 : 1000, message: 'an error occurred' },
  ];
  return {
    double: cloudflare,
    put: (key, text) => cloudflare.put(key, text),
    refusal: (status) => ({ success: false, errors: errors(status), messages: [], result: null }),
    denyReading: null,
    denyWriting: () => {
      cloudflare.tokens.set('Bearer canary-token', 'read');
      return '`Secrets Store: Edit`';
    },
    expireToken: () => cloudflare.tokens.clear(),
  };
}

function dopplerWorld(): HttpStoreWorld {
  const doppler = new FakeDoppler();
  return {
    double: doppler,
    put: (key, text) => doppler.put('demo-project', 'default', key, text),
    refusal: (status) => ({ messages: [`status ${status}`], success: false }),
    denyReading: (key) => {
      doppler.tokens.set('canary-token', { config: null, isReadOnly: false, isOfService: false });
      doppler.put('demo-project', 'default', key, 'canary-denied', 'restricted');
      return 'visibility is restricted';
    },
    denyWriting: () => {
      doppler.tokens.set('canary-token', { config: null, isReadOnly: true, isOfService: true });
      return 'read and write access to this config';
    },
    expireToken: () => doppler.tokens.clear(),
  };
}

function infisicalWorld(): HttpStoreWorld {
  const infisical = new FakeInfisical();
  const path = (key: string) => `/tool/demo/default/${key}`;
  return {
    double: infisical,
    put: (key, text) => infisical.put('default', path(key), text),
    refusal: (statusCode) => ({ reqId: 'req-1', statusCode, message: 'an error occurred', error: 'Error' }),
    denyReading: (key) => {
      infisical.denies = (right, denied) => right === 'readValue' && denied === path(key);
      return '`readValue` on secrets of `/tool/demo/default` in the environment `default`';
    },
    denyWriting: () => {
      infisical.denies = (right) => ['create', 'edit', 'folders'].includes(right);
      return '`create` on secrets of `/tool/demo/default`';
    },
    expireToken: () => {
      infisical.tokens.clear();
      infisical.identities.clear();
    },
  };
}

function scalewayWorld(): HttpStoreWorld {
  const scaleway = new FakeScaleway();
  const path = (key: string) => `/tool/demo/default/${key}`;
  const types: Readonly<Record<number, string>> = { 401: 'denied_authentication', 403: 'permissions_denied' };
  return {
    double: scaleway,
    put: (key, text) => void scaleway.put(path(key), text),
    refusal: (status) => ({ type: types[status] ?? 'internal', message: 'an error occurred' }),
    denyReading: (key) => {
      scaleway.denies = (set, denied) => set === 'SecretAccess' && denied === path(key);
      return '`SecretManagerSecretAccess`';
    },
    denyWriting: () => {
      scaleway.denies = (set) => /Create|Write/.test(set);
      return '`SecretManagerSecretCreate`';
    },
    expireToken: () => scaleway.keys.clear(),
  };
}

/** Throttling is status 400 at AWS; what has status 429 is in front of it. */
function awsWorld(aws: FakeAws): Pick<HttpStoreWorld, 'double' | 'refusal' | 'expireToken'> {
  const codes: Readonly<Record<number, string>> = {
    401: 'UnrecognizedClientException',
    403: 'AccessDeniedException',
    429: 'ThrottlingException',
    500: 'InternalServiceError',
    503: 'ServiceUnavailable',
  };
  const refusal = (status: number) => ({
    __type: codes[status] ?? 'ValidationException',
    message: 'an error occurred',
  });
  return { double: aws, refusal, expireToken: () => aws.keys.clear() };
}

function kvWorld(mount = 'secret'): HttpStoreWorld {
  const vault = new FakeVault();
  const data = mount === 'secret' ? 'secret/data' : mount;
  const token: { rights: NonNullable<ReturnType<typeof vault.tokens.get>>['rights']; uses: number } = {
    rights: 'all',
    uses: Number.POSITIVE_INFINITY,
  };
  vault.tokens.set('canary-token', token);
  const restrict = (rights: typeof token.rights) => {
    for (const held of vault.tokens.values()) held.rights = rights;
    vault.rights = rights;
  };
  const path = (key: string) => `tool/demo/default/${key}`;
  return {
    double: vault,
    put: (key, text) => vault.put(mount, path(key), { value: text }),
    refusal: (status) => ({ errors: [status === 401 || status === 403 ? 'permission denied' : 'an error occurred'] }),
    denyReading: (key) => {
      restrict({ [`${data}/${path('HELD')}`]: ['read'], [`${data}/${path('GONE')}`]: ['read'] });
      return `\`read\` on \`${data}/${path(key)}\``;
    },
    denyWriting: () => {
      restrict({ [`${data}/`]: ['read'], [`${mount}/metadata/`]: ['read'] });
      return '`create` and `update`';
    },
    expireToken: () => vault.tokens.clear(),
  };
}

/** One object, which is denied whole. */
function k8sWorld(resource: 'secrets' | 'configmaps'): HttpStoreWorld {
  const server = new FakeKubernetes();
  server.tokens.clear();
  server.tokens.set('canary-token', ['get', 'patch', 'create']);
  const place = `default/${resource}/app`;
  return {
    double: server,
    put: (key, text) => {
      const held = resource === 'secrets' ? Buffer.from(text).toString('base64') : text;
      server.put(place, { data: { ...server.at(place)?.data, [`tool--demo--default--${key}`]: held } });
    },
    refusal: (code) => ({ kind: 'Status', status: 'Failure', message: 'an error occurred', reason: 'Unknown', code }),
    denyReading: null,
    denyWriting: () => {
      server.tokens.set('canary-token', ['get']);
      return '`patch`';
    },
    expireToken: () => server.tokens.clear(),
  };
}
