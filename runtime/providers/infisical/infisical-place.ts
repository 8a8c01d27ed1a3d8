/** Where an address is in a project of Infisical: an environment, a folder, a key (providers-cloud 3.8). */
import { infisical } from '#schemas/providers/infisical.js';
import { withoutSlashes } from '#schemas/providers/option-text.js';
import type { At } from '#schemas/stores/address.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../../values/cleaned.js';
import { type Environment, variableIn } from '../../values/environment.js';
import { addressIn, originAt } from '../bases/endpoint.js';
import { unfitName, unfitVersion } from '../entry-name.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { type Failed, failed, refused } from '../store-failure.js';

export interface Place {
  readonly kind: 'place';
  readonly environment: string;
  /** With a slash at its start, and at its end only if it is the root. */
  readonly folder: string;
  readonly key: string;
  readonly version: string | null;
}

/** What a place is judged by: the environment of the store's address, if it names one, its folder, and the profile. */
export interface Setting {
  readonly environment: string | null;
  readonly base: string;
  readonly profile: string;
}

/** Of names by convention, below the folder of the address. */
export const PATTERN = '{project}/{profile}/{key}';

export function settingOf({ query }: StoreUri, { profile }: ProviderPorts['context']): Setting {
  return { environment: query.get('env') || null, base: `/${withoutSlashes(query.get('path') || '/tool')}`, profile };
}

/** A reference without a slash at its start is below the folder of the address; it never names an environment. */
export function placeOf(at: At, { environment, base, profile }: Setting): Place | Failed {
  if (at.kind === 'convention') {
    const unfit = [at.project, at.profile].find((part) => !/^[A-Za-z0-9_-]+$/.test(part));
    if (unfit !== undefined) {
      const detail = `\`${cleaned(unfit)}\` is not the name of a folder of Infisical, which has letters, digits, \`-\` and \`_\``;
      return failed('unsupported', detail, 'give the secret a `ref`');
    }
  }
  const path = at.kind === 'convention' ? `${at.project}/${at.profile}/${at.key}` : at.item;
  const problem = unfitName(at, path, infisical.refusesItem(path));
  if (problem !== null) return problem;
  const version = at.kind === 'native' ? (at.version ?? null) : null;
  if (version !== null && !/^[1-9]\d{0,8}$/.test(version))
    return unfitVersion(version, 'write a number such as `3`, or leave out `version` to get the latest one');
  const whole = path.startsWith('/') ? path : `${base === '/' ? '' : base}/${path}`;
  const end = whole.lastIndexOf('/');
  return {
    kind: 'place',
    environment: environment ?? (at.kind === 'convention' ? at.profile : profile),
    folder: whole.slice(0, end) || '/',
    key: whole.slice(end + 1),
    version,
  };
}

export function pathOf({ folder, key }: Pick<Place, 'folder' | 'key'>): string {
  return folder === '/' ? `/${key}` : `${folder}/${key}`;
}

export function keyOf(place: Place): string {
  return JSON.stringify([place.environment, pathOf(place), place.version]);
}

/** The host of the address, else that of the variables of Infisical's own tools, else Infisical's cloud. */
export function serverOf(uri: StoreUri, environment: Environment): string | Refused {
  const isPlain = ['false', '0'].includes(uri.query.get('tls') ?? '');
  if (uri.authority !== '') return originAt(uri, isPlain);
  const variable = ['INFISICAL_DOMAIN', 'INFISICAL_API_URL'].find((name) => variableIn(environment, name) !== '');
  if (variable === undefined) return 'https://app.infisical.com';
  const text = variableIn(environment, variable);
  const url = addressIn(text.includes('://') ? text : `${isPlain ? 'http' : 'https'}://${text}`);
  if (url !== null && /^(\/api)?\/?$/.test(url.pathname)) return url.origin;
  return refused(
    'unsupported',
    `\`${variable}\` is not the address of a server`,
    'write `https://HOST`, without a path',
  );
}
