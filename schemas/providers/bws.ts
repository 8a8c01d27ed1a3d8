/** Bitwarden Secrets Manager. */
import { flatEntry, keyAlone } from '../stores/flat-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { vendorsHost } from './server-name.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const bws = {
  scheme: 'bws',
  title: 'Bitwarden Secrets Manager',
  available: false,
  uri: {
    user: 'optional',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'bws://PROJECT_UUID',
    query: {},
    refuses: ({ authority }) =>
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(authority)
        ? null
        : 'needs the UUID of a project: `bws://PROJECT_UUID`',
  },
  credentials: [{ name: 'access_token', environment: ['BWS_ACCESS_TOKEN'] }],
  abilities: () => abilities,
  reach: ({ userinfo }) => ({
    hosts:
      userinfo === null
        ? ['api', 'identity'].map((service) => vendorsHost(`${service}.bitwarden.com`, ['access_token']))
        : [{ name: userinfo.user.toLowerCase(), tls: true, receives: ['access_token'] }],
  }),
  cost: { unit: 'request', perBatch: 1, unlocks: false },
  entry: flatEntry((name) => (name === '' ? 'is not the key of a secret' : null)),
  conventionName: keyAlone,
  plainText: false,
} as const satisfies ProviderDescriptor;
