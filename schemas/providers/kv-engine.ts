/** What `vault` and `openbao` share: one protocol, one shape of URI, one identity. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitNameOf } from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type Reach, type UriShape } from './descriptor.js';
import { isOff, ON_OFF, onOff, withoutSlashes } from './option-text.js';
import { serverName, serverPath } from './server-name.js';

const WITH_LOGIN = '`auth=approle`, `auth=jwt` or `auth=kubernetes`';

/** `[namespace@]host[:port][/mount]`; without a host the address comes from the environment. */
export const kvShape: UriShape = {
  user: 'optional',
  authority: 'optional',
  path: 'optional',
  location: 'server',
  query: {
    tls: { values: ON_OFF, default: 'true', spelled: onOff },
    kv: { values: ['1', '2', 'v1', 'v2'], default: '2', spelled: (value) => value.replace('v', '') },
    auth: { values: ['token', 'approle', 'jwt', 'kubernetes', 'none'], default: 'token' },
    auth_mount: {
      empty: 'refused',
      spelled: withoutSlashes,
      default: (query) => query.get('auth'),
      escapesSlash: true,
      refuses: mountProblem,
    },
    role: {},
    audience: { empty: 'kept' },
    wrapped: { values: ON_OFF, default: 'false', spelled: onOff },
    field: { refuses: () => 'belongs to a secret: write `ref = { item = "...", field = "..." }`' },
  },
  refuses: ({ query }) => {
    const auth = query.get('auth') ?? 'token';
    if (['token', 'none'].includes(auth) && query.has('auth_mount'))
      return `has \`auth_mount\`, which requires ${WITH_LOGIN}`;
    if (auth === 'kubernetes' && !query.has('role')) return 'has `auth=kubernetes`, which requires `role`';
    if (isWrapped(query) && !['token', 'approle'].includes(auth))
      return `has \`wrapped\`, which \`auth=${auth}\` does not support`;
    return null;
  },
  canonical: ({ userinfo, authority, path, query }) => ({
    userinfo: userinfo && { ...userinfo, user: withoutSlashes(userinfo.user) },
    authority: serverName(authority, !isPlain(query)),
    path: serverPath(path),
  }),
  identity: (uri) => {
    const mount = withoutSlashes(uri.path) || 'secret';
    const isTls = !isPlain(uri.query);
    return `${isTls ? 'https' : 'http'}://${serverName(uri.authority, isTls)}/${withoutSlashes(uri.userinfo?.user ?? '')}/${mount}`;
  },
};

/** Only version 2 of the engine can remove an entry with its history. */
export function kvAbilities(uri: StoreUri): Abilities {
  const remove = !['1', 'v1'].includes(uri.query.get('kv') ?? '2');
  const coordinates = { field: 'required' } as const;
  return { coordinates, values: 'text', read: true, write: 'convention', remove, list: true, keeps: KEEPS_ALL };
}

/** By convention an entry of its own for each secret, so that its versions are those of one value. */
export function kvEntry(at: At): Entry | Unfit {
  const name = at.kind === 'convention' ? kvConventionName(at) : at.item;
  const field = (at.kind === 'convention' ? undefined : at.field) ?? 'value';
  const path = at.kind === 'convention' ? ['tool', at.project, at.profile, at.key] : at.item.split('/');
  return unfitNameOf(at, kvConventionName, kvPathProblem) ?? entryNamed(name, { field, path });
}

export function kvConventionName({ project, profile, key }: PlaceholderValues): string {
  return `tool/${project}/${profile}/${key}`;
}

/** A login, a wrapped token that is unwrapped, and the job of a CI service that gives a token. */
export function kvSignIn({ query }: StoreUri): number {
  const auth = query.get('auth') ?? 'token';
  const logins = auth === 'token' || auth === 'none' ? 0 : auth === 'jwt' ? 2 : 1;
  return logins + (isWrapped(query) ? 1 : 0);
}

/** Without a host, the address comes from the environment, and so may a token, from its file. */
export function kvReach({ authority, query }: StoreUri): Reach {
  if (authority === '') return { machine: ['host', 'file'] };
  const tls = !isPlain(query);
  const receives = SENT.get(query.get('auth') ?? 'token') ?? [];
  return { hosts: [{ name: serverName(authority, tls), tls, receives }], machine: ['file'] };
}

/** Whether its credential is a wrapping token. */
export function isWrapped(query: StoreUri['query']): boolean {
  return ['true', '1'].includes(query.get('wrapped') ?? '');
}

function isPlain(query: StoreUri['query']): boolean {
  return isOff(query.get('tls'));
}

/** By the way to sign in; a JWT is no credential that a manifest can bind. */
const SENT: ReadonlyMap<string, readonly string[]> = new Map([
  ['token', ['token']],
  ['approle', ['role_id', 'secret_id']],
  ['jwt', ['JWT']],
  ['kubernetes', ['JWT']],
]);

/** A path in the mount: a segment that a server or a proxy may resolve would lead out of it. */
export function kvPathProblem(item: string): string | null {
  return /(^|\/)(\.|%2e){0,2}(\/|$)/i.test(item)
    ? 'is not a valid path: it has a part that is empty, `.` or `..`'
    : null;
}

function mountProblem(mount: string): string | null {
  const parts = withoutSlashes(mount).split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'has a part that is empty, `.` or `..`';
  return /\p{Cc}/u.test(mount) ? 'has a control character' : null;
}
