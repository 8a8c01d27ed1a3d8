/** Where an entry is in a project of Doppler: a config and a name in it (providers-cloud 3.14). */
import { isInjected as isInjectedName } from '#schemas/providers/doppler.js';
import type { Entry } from '#schemas/stores/entry.js';
import type { Failed } from '../store-failure.js';

export interface Place {
  readonly kind: 'place';
  readonly config: string;
  readonly name: string;
}

export function placeOf(entry: Entry | Failed): Place | Failed {
  if (entry.kind === 'failed') return entry;
  const [config = '', name = ''] = entry.name.split('/');
  return { kind: 'place', config, name };
}

export function isInjected({ name }: Pick<Place, 'name'>): boolean {
  return isInjectedName(name);
}
