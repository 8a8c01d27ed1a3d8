/** Where an entry is in a project of Infisical: an environment, a folder, a key (providers-cloud 3.8). */
import { INFISICAL_CLOUD } from '#schemas/providers/infisical.js';
import { isOff } from '#schemas/providers/option-text.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { type Environment, variableIn } from '../../values/environment.js';
import { addressIn, originAt } from '../bases/endpoint.js';
import type { Refused } from '../provider.js';
import { refused } from '../store-failure.js';

export interface InfisicalSecret {
  readonly environment: string;
  /** With a slash at its start, and at its end only if it is the root. */
  readonly folder: string;
  readonly key: string;
  readonly version: string | null;
}

/** The pattern of names by convention, below the folder of the address. */
export const PATTERN = '{project}/{profile}/{key}';

export function infisicalSecretOf(entry: Entry): InfisicalSecret {
  const { name, within = '', version = null } = entry;
  const end = name.lastIndexOf('/');
  return { environment: within, folder: name.slice(0, end) || '/', key: name.slice(end + 1), version };
}

export function pathOf({ folder, key }: Pick<InfisicalSecret, 'folder' | 'key'>): string {
  return folder === '/' ? `/${key}` : `${folder}/${key}`;
}

export function keyOf(wanted: InfisicalSecret): string {
  return JSON.stringify([wanted.environment, pathOf(wanted), wanted.version]);
}

/** The host of the address, else that of the variables of Infisical's own tools, else Infisical's cloud. */
export function serverOf(uri: StoreUri, environment: Environment): string | Refused {
  const isPlain = isOff(uri.query.get('tls'));
  if (uri.authority !== '') return originAt(uri, isPlain);
  const variable = ['INFISICAL_DOMAIN', 'INFISICAL_API_URL'].find((name) => variableIn(environment, name) !== '');
  if (variable === undefined) return `https://${INFISICAL_CLOUD}`;
  const text = variableIn(environment, variable);
  const url = addressIn(text.includes('://') ? text : `${isPlain ? 'http' : 'https'}://${text}`);
  if (url !== null && /^(\/api)?\/?$/.test(url.pathname)) return url.origin;
  return refused(
    'unsupported',
    `\`${variable}\` is not the address of a server`,
    'write `https://HOST`, without a path',
  );
}
