/** Powers as they are found, secret by secret, and each once with all that it is for. */
import { byName } from '../named.js';
import { type GrantedPower, type Power, powerKey } from './power.js';

/** What a power is for. */
export interface Use {
  readonly secret: string;
  readonly profiles: readonly string[];
}

interface Collected {
  readonly power: Power;
  readonly stores: Set<string>;
  readonly secrets: Set<string>;
  readonly profiles: Set<string>;
}

export class GrantedPowers {
  readonly #byKey = new Map<string, Collected>();
  /** Secrets with the same chain have the same objects. */
  readonly #keys = new Map<Power, string>();

  addAll(powers: readonly Power[], use: Use): void {
    for (const power of powers) this.add(power, use);
  }

  add(power: Power, { secret, profiles }: Use): void {
    const key = this.#keys.get(power) ?? powerKey(power);
    this.#keys.set(power, key);
    const held = this.#byKey.get(key) ?? { power, stores: new Set(), secrets: new Set(), profiles: new Set() };
    this.#byKey.set(key, held);
    for (const store of 'stores' in power ? power.stores : []) held.stores.add(store);
    held.secrets.add(secret);
    for (const profile of profiles) held.profiles.add(profile);
  }

  all(): readonly GrantedPower[] {
    return [...this.#byKey]
      .sort(([left], [right]) => byName(left, right))
      .map(([, { power, stores, secrets, profiles }]) => {
        const names = [...secrets].sort(byName);
        return { power: whole(power, [...stores].sort(byName), names), secrets: names, profiles: [...profiles] };
      });
  }
}

function whole(power: Power, stores: readonly string[], secrets: readonly string[]): Power {
  switch (power.kind) {
    case 'host':
    case 'program':
    case 'external':
      return { ...power, stores };
    case 'command':
      return { ...power, secrets };
    case 'file':
    case 'variable':
    case 'store':
      return power;
  }
}
