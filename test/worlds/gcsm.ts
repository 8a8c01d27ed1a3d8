/** Google Cloud Secret Manager, with the key of a service account and on a virtual machine. */
import { apiError, serviceAccountFile, USER_FILE } from '../helpers/doubles/google.js';
import { FakeGoogleSecrets } from '../helpers/doubles/google-secrets.js';
import type { HttpStoreCase, HttpStoreWorld } from './shared/http-store.js';
import { machineOfEndpoint } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { laidOut } from './shared/values.js';

const nameOf = (key: string) => `tool2--demo--default--${key}`;

const CASE = {
  spec: 'gcsm://my-project',
  credentials: {},
  // That which comes first: the creation of the secret. A version is added once.
  repeatsWrites: true,
  emptyLists: ['an empty object'],
  emptyRemovals: ['an empty object'],
  make: httpWorld,
} as const satisfies Partial<HttpStoreCase>;

export const store: StoreTests = {
  world: {
    spec: () => 'gcsm://my-project',
    hold: (at, _user, host) => {
      // Not a service account: its key would be another one in the process of a double.
      laidOut(at, 'user.json', JSON.stringify({ ...USER_FILE, token_uri: `http://${host}/token` }));
      return { GOOGLE_APPLICATION_CREDENTIALS: `${at}/user.json`, TOOL_GCSM_ENDPOINT: `http://${host}` };
    },
    item: () => nameOf('HELD'),
    server: () => {
      const google = new FakeGoogleSecrets();
      google.put(nameOf('HELD'), VALUE);
      return (request) => google.answer(request);
    },
    mostBytes: 65_536,
  },
  machine: [machineOfEndpoint('gcsm://project-1', 'TOOL_GCSM_ENDPOINT')],
  http: {
    gcsm: {
      ...CASE,
      homeFiles: { '.config/gcloud/application_default_credentials.json': JSON.stringify(serviceAccountFile()) },
      costs: { hundred: 100, misses: 100 },
    },
    'gcsm on a virtual machine': {
      ...CASE,
      variables: { CLOUDSDK_CONFIG: '/nowhere', GCE_METADATA_HOST: 'metadata.test' },
      costs: { hundred: 101, misses: 101 },
    },
  },
};

function httpWorld(): HttpStoreWorld {
  const secrets = new FakeGoogleSecrets();
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
    put: (key, text) => void secrets.put(nameOf(key), text),
    refusal: (status) => apiError(status, states[status] ?? 'UNKNOWN', 'an error occurred').body,
    denyReading: (key) => {
      secrets.denies = (permission, secret) => permission === 'secretmanager.versions.access' && secret === nameOf(key);
      return `\`secretmanager.versions.access\` on the secret \`${nameOf(key)}\``;
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
