/** Google Cloud Secret Manager. */
import type { At } from '../addresses/address.js';
import {
  type Entry,
  entryNamed,
  type Unfit,
  unfitName,
  unfitPart,
  unfitVersion,
  versionOf,
} from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { vendorsHost } from './server-name.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'bytes',
  read: true,
  write: 'convention',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const gcsm = {
  scheme: 'gcsm',
  title: 'Google Cloud Secret Manager',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'gcsm://my-project',
    query: {},
    refuses: ({ authority }) => (/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(authority) ? null : 'is not a valid project id'),
    meantAsItem: (uri) => /^\/secrets\/([^/]+)/.exec(uri.path)?.[1] ?? uri.path.slice(1),
  },
  credentials: [],
  abilities: () => abilities,
  // The credential file of the machine may name other servers, and a program.
  reach: () => ({
    hosts: ['secretmanager', 'oauth2'].map((service) => vendorsHost(`${service}.googleapis.com`)),
    machine: ['host', 'program', 'file'],
  }),
  cost: { unit: 'request', perBatch: 'one each', writes: { batch: 0, each: 2 }, signIn: 1, unlocks: false },
  entry,
  conventionName,
  plainText: false,
  engines: { 'external-secrets': 'gcpsm' },
} as const satisfies ProviderDescriptor;

/** Two `-` separate the parts of a name. */
const PART = /^[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*$/;
/** A number, or an alias of one. */
const VERSION = /^([1-9]\d{0,14}|[A-Za-z][\w-]{0,62})$/;

function entry(at: At): Entry | Unfit {
  const name = at.kind === 'native' ? at.item : conventionName(at);
  return (
    unfitPart(at, PART, 'a name of Secret Manager', OTHER_NAME) ??
    unfitName(at, name, nameProblem(name)) ??
    unfitVersion(at, (version) => VERSION.test(version), OTHER_VERSION) ??
    entryNamed(name, { version: versionOf(at) === 'latest' ? undefined : versionOf(at) })
  );
}

const OTHER_NAME = 'use letters, digits, `_` and single `-`, or name an existing secret with a `ref`';
const OTHER_VERSION = 'write a number such as `3` or an alias, or leave out `version` to get the newest';

/** The `2` leaves room for names of an older layout (providers-cloud 3.3 (2)). */
function conventionName({ project, profile, key }: PlaceholderValues): string {
  return `tool2--${project}--${profile}--${key}`;
}

function nameProblem(item: string): string | null {
  if (/^[A-Za-z0-9_-]{1,255}$/.test(item)) return null;
  return 'is not a name of up to 255 letters, digits, `_` and `-`, without `projects/` and `secrets/` before it';
}
