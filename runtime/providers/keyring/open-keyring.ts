/** The keyring of this system, with every wait bounded by the call. */
import type { Environment } from '../../values/environment.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { socketsOfBus } from './bus/bus-address.js';
import type { Keyring } from './keyring.js';
import { failedKeyring, LOCKED } from './keyring-failure.js';

export interface Opening {
  readonly environment: Environment;
  /** False: a keyring that is locked is not opened, and neither is one that may show a prompt of its own. */
  readonly mayUnlock: boolean;
}

/** Opens it for one call; the caller closes it. */
export async function openKeyring({ environment, mayUnlock }: Opening, { signal }: Call): Promise<Keyring | Failed> {
  const sockets = process.platform === 'linux' ? socketsOfBus(environment) : null;
  if (sockets !== null) return (await import('./secret-service.js')).openSecretService(sockets, mayUnlock, signal);
  // The Keychain of macOS asks in a window of its own; the Credential Manager of Windows is open with the session.
  if (!mayUnlock && process.platform !== 'win32') return LOCKED;
  return (await import('./keyring-library.js')).loadKeyring();
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
