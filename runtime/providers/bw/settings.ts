/** What an address, and the variables of Bitwarden's users, say about where items are (providers-local 19.1). */
import { bw } from '#schemas/providers/bw.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { type Environment, variableIn } from '../../values/environment.js';
import { TYPES } from './kinds.js';

export interface Settings {
  /** Names or ids; null: anywhere in the vault. */
  readonly organization: string | null;
  readonly collection: string | null;
  /** The server that `bw` must be set up for; null: any. */
  readonly server: string | null;
  /** The type of the items; null: any. */
  readonly type: number | null;
  /** A type that does not exist, as a variable names it. */
  readonly unknownType: string | null;
  /** The address as the variables change it. */
  readonly uri: StoreUri;
}

/** A variable that is set counts instead of the address. */
export function settingsOf(uri: StoreUri, environment: Environment): Settings {
  const { authority, query, userinfo } = uri;
  const variable = (name: string) => variableIn(environment, name) || null;
  const type = variable('BITWARDEN_DEFAULT_TYPE') ?? query.get('type') ?? null;
  const field = variable('BITWARDEN_DEFAULT_FIELD');
  const host = authority === 'localhost' ? '' : authority;
  return {
    organization:
      variable('BITWARDEN_ORGANIZATION') ?? query.get('organization') ?? query.get('org') ?? (userinfo?.user || null),
    collection: variable('BITWARDEN_COLLECTION') ?? query.get('collection') ?? (host || null),
    server: query.get('server') ?? null,
    type: type === null ? null : (TYPES[type.toLowerCase()] ?? null),
    unknownType: type === null || Object.hasOwn(TYPES, type.toLowerCase()) ? null : type,
    uri: field === null ? uri : { ...uri, query: new Map([...uri.query, ['field', field]]) },
  };
}

/** The name of an entry, with what the variables say. */
export function namingFor({ uri }: Settings) {
  return { entry: (...[at]: Parameters<typeof bw.entry>) => bw.entry(at, uri) };
}
