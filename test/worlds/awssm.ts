/** AWS Secrets Manager, with keys of the environment. */
import { KEYS } from '../helpers/doubles/aws.js';
import { FakeSecretsManager } from '../helpers/doubles/secrets-manager.js';
import { awsWorld, machineOfAws } from './shared/aws.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

const nameOf = (key: string) => `tool/demo/default/${key}`;

export const store: StoreTests = {
  world: {
    spec: () => 'awssm://eu-central-1',
    hold: (_at, _user, host) => ({ ...KEYS, AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://${host}` }),
    item: () => nameOf('HELD'),
    server: () => {
      const aws = new FakeSecretsManager();
      aws.put(nameOf('HELD'), VALUE);
      return (request) => aws.answer(request);
    },
    mostBytes: 65_536,
  },
  machine: machineOfAws('awssm', 'SECRETS_MANAGER'),
  http: {
    awssm: {
      spec: 'awssm://eu-central-1',
      credentials: {},
      variables: KEYS,
      repeatsWrites: true,
      make: httpWorld,
      costs: { hundred: 5, misses: 5 },
    },
  },
};

function httpWorld(): HttpStoreWorld {
  const aws = new FakeSecretsManager();
  return {
    ...awsWorld(aws),
    put: (key, text) => aws.put(nameOf(key), text),
    denyReading: (key) => {
      aws.denies = (operation, id) => operation === 'GetSecretValue' && id === nameOf(key);
      return `\`secretsmanager:GetSecretValue\` on \`arn:aws:secretsmanager:*:*:secret:${nameOf(key)}-*\``;
    },
    denyWriting: () => {
      aws.denies = (operation) => /^(Create|Put)/.test(operation);
      return '`secretsmanager:CreateSecret`';
    },
  };
}
