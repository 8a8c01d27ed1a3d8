/** Access to the operating system's keyring: loaded late, pinned to the store that keeps its entries, with every wait bounded. */
import type { AsyncEntry } from '@napi-rs/keyring';
import type { Call } from '../provider.js';
import { cleaned, type Failed, failed, messageOf } from '../store-failure.js';
import { failedKeyring } from './keyring-failure.js';

export interface KeyringLibrary {
  readonly kind: 'library';
  entry(service: string, account: string): AsyncEntry;
}

// By default the library falls back to the kernel's keyring on Linux: values would vanish with the session, and an
// absent service would look like absent values. Other systems ignore the option.
const PINNED = { linux: { store: 'secret-service' } } as const;

/** Loads the library, or fails if this installation has none for this system. */
export async function loadKeyring(): Promise<KeyringLibrary | Failed> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return { kind: 'library', entry: (service, account) => new AsyncEntry(service, account, PINNED) };
  } catch (error) {
    const detail = `keyring support could not be loaded: ${cleaned(messageOf(error))}`;
    return failed('missing-program', detail, 'reinstall with optional dependencies, or use another store');
  }
}

/**
 * Runs one request to its end or until the caller aborts it. The library cannot be interrupted: an aborted
 * request keeps its thread, and Node waits for that thread when it exits. A hung service ends it after two seconds; a
 * prompt to unlock the keyring ends it when the user answers.
 */
export async function answered<T>(work: () => Promise<T>, { signal }: Call): Promise<T | Failed> {
  if (signal.aborted) return givenUp();
  let giveUp: (() => void) | null = null;
  const stopped = new Promise<Failed>((resolve) => {
    giveUp = () => resolve(givenUp());
    signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([work(), stopped]);
  } catch (error) {
    return failedKeyring(error);
  } finally {
    if (giveUp !== null) signal.removeEventListener('abort', giveUp);
  }
}

function givenUp(): Failed {
  return failed('timeout', 'the keyring did not answer in time', 'check whether it is waiting to be unlocked');
}
