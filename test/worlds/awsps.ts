/** AWS Systems Manager Parameter Store, with keys of the environment. */
import { KEYS } from '../helpers/doubles/aws.js';
import { FakeParameterStore } from '../helpers/doubles/parameter-store.js';
import { awsWorld, machineOfAws } from './shared/aws.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

const nameOf = (key: string) => `/tool/demo/default/${key}`;

export const store: StoreTests = {
  world: {
    spec: () => 'awsps://eu-central-1',
    hold: (_at, _user, host) => ({ ...KEYS, AWS_ENDPOINT_URL_SSM: `http://${host}` }),
    item: () => nameOf('HELD'),
    server: () => {
      const aws = new FakeParameterStore();
      aws.put(nameOf('HELD'), VALUE);
      return (request) => aws.answer(request);
    },
    refuses: isNotText,
    mostBytes: 8192,
  },
  machine: machineOfAws('awsps', 'SSM'),
  http: {
    awsps: {
      spec: 'awsps://eu-central-1',
      credentials: {},
      variables: KEYS,
      make: httpWorld,
      costs: { hundred: 10, misses: 10 },
    },
  },
};

function httpWorld(): HttpStoreWorld {
  const aws = new FakeParameterStore();
  return {
    ...awsWorld(aws),
    put: (key, text) => aws.put(nameOf(key), text),
    denyReading: (key) => {
      aws.denies = (_, id) => id === nameOf(key);
      return `\`ssm:GetParameters\` on \`arn:aws:ssm:*:*:parameter${nameOf(key)}\``;
    },
    denyWriting: () => {
      aws.denies = (operation) => operation === 'PutParameter';
      return '`ssm:PutParameter`';
    },
  };
}
