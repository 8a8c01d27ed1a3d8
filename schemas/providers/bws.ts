/** Bitwarden Secrets Manager, through its command `bws`. */
import { flatEntry, keyAlone } from '../addresses/flat-entry.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { UUID } from '../addresses/uuid.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { vendorsHost } from './server-name.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'no',
  remove: false,
  list: true,
  keeps: KEEPS_ALL,
};

const CLOUD = 'vault.bitwarden.com';

export const bws = {
  scheme: 'bws',
  title: 'Bitwarden Secrets Manager',
  available: true,
  uri: {
    user: 'optional',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'bws://PROJECT_UUID',
    query: {},
    refuses: placeProblem,
    canonical: ({ authority, userinfo }) => ({ authority: authority.toLowerCase(), userinfo: serverOf(userinfo) }),
  },
  credentials: [{ name: 'access_token', environment: ['BWS_ACCESS_TOKEN'] }],
  abilities: () => abilities,
  reach: ({ userinfo }) => ({
    hosts: [
      userinfo === null
        ? vendorsHost(CLOUD, ['access_token'])
        : { name: userinfo.user.toLowerCase(), tls: true, receives: ['access_token'] },
    ],
    programs: ['bws'],
  }),
  cost: { unit: 'process', perBatch: 1, unlocks: false },
  entry: flatEntry((name) => (name === '' ? 'is not the key of a secret' : null)),
  conventionName: keyAlone,
  refusesChange: () => ({
    problem: '`bws` takes values as arguments, which every user of the machine can see',
    help: 'set the secret in the web vault of Secrets Manager',
  }),
  howToSupply: (item) => `add ${item} to the project in the web vault of Secrets Manager`,
  plainText: false,
} as const satisfies ProviderDescriptor;

function placeProblem({ authority, userinfo }: StoreUri): string | null {
  if (!UUID.test(authority)) return 'needs the UUID of a project: `bws://PROJECT_UUID`';
  const isHost = userinfo === null || /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(userinfo.user);
  return isHost ? null : 'has a server that is not a host: `bws://HOST@PROJECT_UUID`, with `%3A` before a port';
}

/** The server that counts if none is named is not named. */
function serverOf(userinfo: StoreUri['userinfo']): StoreUri['userinfo'] {
  const user = userinfo?.user.toLowerCase() ?? CLOUD;
  return user === CLOUD ? null : { user, password: userinfo?.password ?? null };
}
