/**
 * A store without a manifest, which a call names itself: opened with the aliases and credentials of the user, for the entries of one
 * project and profile. Accesses that it reports are recorded as those of any session.
 */
import { parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { mayPrompt } from '../execute/may-prompt.js';
import { fail } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { claimsOf } from '../inputs/claims.js';
import { configFile } from '../inputs/folders.js';
import { type EntryOwner, type LinkedAlone, linkStore } from '../link/link-store.js';
import { StorePool } from '../stores/pool.js';
import type { Stores } from '../stores/stores.js';
import { obtainUserConfig } from '../user-config/user-config.js';
import type { Call } from './call.js';
import { calledAccess } from './policy.js';
import type { SessionPorts } from './ports.js';
import { Recorder } from './recorder.js';
import { World } from './world.js';

export interface LoneStore extends Pick<LinkedAlone, 'store' | 'at'> {
  /** `store` is its position in them. */
  readonly stores: Stores;
  /** With aliases resolved; null if it is not known. */
  readonly uri: StoreUri | null;
  /** Whether it may ask a person itself, on the terminal. */
  readonly mayPrompt: boolean;
}

/** `spec`: as of an override. Relative paths start at the working folder. Nothing is open afterwards. Stops if the store cannot be used. */
export async function withLoneStore<T>(
  call: Call,
  ports: SessionPorts,
  { spec, owner }: { readonly spec: string; readonly owner: EntryOwner },
  use: (store: LoneStore) => Promise<T>,
): Promise<T> {
  const folder = cacheFolder(call.variables, call.workingFolder);
  const { user } = await obtainUserConfig(configFile(call.variables), folder);
  const alone = linkStore(spec, owner, user, claimsOf(call.variables));
  if (alone.kind === 'refused') return fail(...alone.diagnostics);
  const { linked, store, at } = alone;
  const access = calledAccess(call);
  const recorder = new Recorder((settings) => ports.openLog(settings, access, call.variables));
  await recorder.open(user.audit, ports);
  const base = { reason: access.reason, folder: call.workingFolder, recorder };
  const pool = new StorePool(new World(call, ports, base));
  try {
    const stores = pool.storesOf(linked, null, undefined, { any: [store] });
    return await use({ stores, store, at, uri: uriOf(linked.stores[store]), mayPrompt: mayPrompt(linked, store) });
  } finally {
    await pool.close();
    await recorder.reportProblems(ports);
  }
}

function uriOf(store: LinkedAlone['linked']['stores'][number] | undefined): StoreUri | null {
  const parsed = store?.kind === 'store' ? parseStoreUri(store.uri) : null;
  return parsed?.kind === 'uri' ? parsed : null;
}
