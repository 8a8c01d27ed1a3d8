/** Where an address is in a project of Doppler: a config and a name in it (providers-cloud 3.14). */
import type { At } from '#schemas/stores/address.js';
import { cleaned } from '../../values/cleaned.js';
import { renameAdvice } from '../entry-name.js';
import { type Failed, failed } from '../store-failure.js';

export interface Place {
  readonly kind: 'place';
  readonly config: string;
  readonly name: string;
}

/** What a place is judged by: the config of the store's address, if it names one, and the profile. */
export interface Setting {
  readonly config: string | null;
  readonly profile: string;
}

/** Names that Doppler adds to every config. They are not stored, so that they are never found. */
const INJECTED: ReadonlySet<string> = new Set(['DOPPLER_PROJECT', 'DOPPLER_CONFIG', 'DOPPLER_ENVIRONMENT']);

/** `NAME` or `config/NAME`; without a config that of the store's address, else the profile. */
export function placeOf(at: At, { config: pinned, profile }: Setting): Place | Failed {
  const [, chosen = null, name = ''] =
    /^(?:([^/]*)\/)?([^/]*)$/.exec(at.kind === 'convention' ? at.key : at.item) ?? [];
  if (!/^[A-Z_][A-Z0-9_]*$/.test(name)) {
    const detail = `\`${cleaned(at.kind === 'convention' ? at.key : at.item)}\` is not a name that Doppler can have`;
    return failed(
      'unsupported',
      detail,
      `${renameAdvice(at)}: use capital letters, digits and \`_\`, and no digit first`,
    );
  }
  const config = chosen ?? pinned ?? profile;
  if (isConfig(config)) return { kind: 'place', config, name };
  const whose = chosen === null ? `the profile \`${cleaned(config)}\`` : `\`${cleaned(config)}\``;
  const help = chosen === null ? 'write the config in the address: `doppler://PROJECT/CONFIG`' : renameAdvice(at);
  return failed('unsupported', `${whose} is not the name of a config of Doppler`, help);
}

export function isInjected({ name }: Place): boolean {
  return INJECTED.has(name);
}

function isConfig(text: string): boolean {
  return /^[a-z0-9_-]+$/.test(text);
}
