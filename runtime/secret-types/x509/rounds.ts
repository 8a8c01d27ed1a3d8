/** How much the derivations of one archive may take together: it says itself how many rounds each takes, and how many there are. */
import { integerIn, type Structure } from './der.js';
import { Refused } from './refused.js';

/** More would keep the process busy for seconds. As many each for the MAC, the key and the certificates, as programs write them. */
const MOST_IN_ONE = 1_000_000;
const MOST_TOGETHER = 3 * MOST_IN_ONE;

export class Rounds {
  #left = MOST_TOGETHER;

  /** The number that is written there; `times`: how often they are made. */
  take(count: Structure | undefined, part: 'encryption' | 'MAC', times = 1): number {
    const rounds = count === undefined && part === 'MAC' ? 1 : integerIn(count);
    if (!(rounds >= 1 && rounds <= MOST_IN_ONE))
      throw new Refused(`its ${part} takes more than ${MOST_IN_ONE} iterations`);
    this.#left -= rounds * times;
    if (this.#left < 0) throw new Refused(`all parts of it together take more than ${MOST_TOGETHER} iterations`);
    return rounds;
  }
}
