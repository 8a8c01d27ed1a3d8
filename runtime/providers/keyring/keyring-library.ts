/** Keyrings by way of a native library, which is loaded late: those of macOS and Windows, and a session bus that is no Unix socket. */
import type { AsyncEntry } from '@napi-rs/keyring';
import { cleaned } from '../../values/cleaned.js';
import { type Failed, failed, messageOf } from '../store-failure.js';
import type { Keyring, KeyringEntry } from './keyring.js';
import { makeRoom } from './open-connections.js';

// By default the library falls back to the kernel's keyring on Linux: values would vanish with the session, and an
// absent service would look like absent values. Other systems ignore the option.
const PINNED = { linux: { store: 'secret-service' } } as const;

/** Loads the library, or fails if this installation has none for this system. */
export async function loadKeyring(): Promise<Keyring | Failed> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return {
      kind: 'keyring',
      mostAtOnce: 1,
      entry: (service, account) => entryOf(() => new AsyncEntry(service, account, PINNED)),
      close: () => {},
    };
  } catch (error) {
    const detail = `keyring support could not be loaded: ${cleaned(messageOf(error))}`;
    return failed('missing-program', detail, 'reinstall with optional dependencies, or use another store');
  }
}

/** The library connects when an entry is made, and throws there when it cannot. */
function entryOf(make: () => AsyncEntry): KeyringEntry {
  const made = async () => {
    await makeRoom();
    return make();
  };
  const read = async () => {
    const bytes = await (await made()).getSecret();
    return bytes === null ? null : Buffer.from(bytes);
  };
  const write = async (value: Uint8Array) => (await made()).setSecret(value);
  const add = async (value: Uint8Array) => {
    const there = await read();
    if (there === null) await write(value);
    return there;
  };
  return {
    read,
    write,
    add,
    remove: async () => (await made()).deleteCredential(),
  };
}
