/** The keyring of this system, with every wait bounded by the call. */
import type { Environment } from '../../values/environment.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { socketsOfBus } from './bus/bus-address.js';
import type { Keyring } from './keyring.js';
import { failedKeyring } from './keyring-failure.js';

/** Opens it for one call; the caller closes it. */
export async function openKeyring(environment: Environment, { signal }: Call): Promise<Keyring | Failed> {
  const sockets = process.platform === 'linux' ? socketsOfBus(environment) : null;
  if (sockets === null) return (await import('./keyring-library.js')).loadKeyring();
  return (await import('./secret-service.js')).openSecretService(sockets, signal);
}

/**
 * Ends the requests of a call with it. The library cannot be interrupted: a request that is given up keeps its thread, and Node waits
 * for that thread when it exits.
 */
export class Bounds {
  readonly #signal: AbortSignal;
  readonly #givenUp: Promise<Failed>;
  #giveUp = () => {};

  constructor({ signal }: Call) {
    this.#signal = signal;
    this.#givenUp = new Promise((resolve) => {
      this.#giveUp = () => resolve(givenUp());
    });
    signal.addEventListener('abort', this.#giveUp);
  }

  /** What the request gives, or why it failed. */
  async answered<T>(request: () => Promise<T>): Promise<T | Failed> {
    if (this.#signal.aborted) return givenUp();
    try {
      return await Promise.race([request(), this.#givenUp]);
    } catch (error) {
      return failedKeyring(error);
    }
  }

  end(): void {
    this.#signal.removeEventListener('abort', this.#giveUp);
  }
}

function givenUp(): Failed {
  return failed('timeout', 'the keyring did not answer in time', 'check whether it is waiting to be unlocked');
}
