/** Where an entry is in a project of Doppler: a config and a name in it (providers-cloud 3.14). */
import { isInjected as isInjectedName } from '#schemas/providers/doppler.js';
import type { Entry } from '#schemas/addresses/entry.js';

export interface DopplerSecret {
  readonly config: string;
  readonly name: string;
}

export function dopplerSecretOf(entry: Entry): DopplerSecret {
  const [config = '', name = ''] = entry.name.split('/');
  return { config, name };
}

export function isInjected({ name }: Pick<DopplerSecret, 'name'>): boolean {
  return isInjectedName(name);
}
