/** The names that a store lists, without a manifest: it is opened with the user's aliases and their credentials. */
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { hasPathPlaceholders } from '#schemas/stores/path-placeholders.js';
import { parseStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { listError } from '../../execute/list-error.js';
import { mayPrompt } from '../../execute/may-prompt.js';
import { fail } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { configFile } from '../../inputs/folders.js';
import { link } from '../../link/link.js';
import type { LinkedPlan, UserConfig } from '../../link/linked-plan.js';
import { frontEnd } from '../../plan/front-end.js';
import type { Listed } from '../../providers/provider.js';
import { StorePool } from '../../stores/pool.js';
import { obtainUserConfig } from '../../user-config/user-config.js';
import type { Call } from '../call.js';
import { accessOf } from '../policy.js';
import type { SessionPorts } from '../ports.js';
import { Recorder } from '../recorder.js';
import { World } from '../world.js';
import { compileText, withoutPlace } from './compile-text.js';

/** Whose entries they are, in stores that keep them apart. */
export interface ListingOwner {
  readonly project: string;
  readonly profile: string;
}

export interface ListedNames {
  readonly entries: readonly Listed[];
  /** Of the store, with aliases resolved; null if it is not known. */
  readonly uri: StoreUri | null;
}

export async function listNames(
  call: Call,
  ports: SessionPorts,
  spec: string,
  owner: ListingOwner,
): Promise<ListedNames> {
  refusePlaceholders(spec);
  const folder = cacheFolder(call.variables, call.workingFolder);
  const { user } = await obtainUserConfig(configFile(call.variables), folder);
  const linked = await linkedTo(spec, owner, user);
  const [first] = linked.reads[0]?.from ?? [];
  const index = first?.store ?? 0;
  const store = linked.stores[index];
  const access = accessOf(call);
  const recorder = new Recorder((settings) => ports.openLog(settings, access, call.variables));
  await recorder.open(user.audit, ports);
  const base = { reason: access.reason, folder: call.workingFolder, recorder };
  const pool = new StorePool(new World(call, ports, base));
  try {
    const stores = pool.storesOf(linked);
    if (!mayPrompt(linked, index)) ports.progress({ done: 0, of: 1, what: `listing ${stores.written(index)}` });
    const answer = await stores.list(index);
    if (answer.kind === 'failed') return fail(listError(stores, index, answer.failure));
    // The template of an alias leads elsewhere than the name of an entry.
    const entries = first?.at.kind === 'native' ? answer.entries.map(withItsPlace) : answer.entries;
    return { entries, uri: store?.kind === 'store' ? uriOf(store.uri) : null };
  } finally {
    ports.progress(null);
    await pool.close();
    await recorder.reportProblems(ports);
  }
}

function withItsPlace({ native, ...entry }: Listed): Listed {
  return { ...entry, at: entry.at ?? native ?? { item: entry.name } };
}

function uriOf(text: string): StoreUri | null {
  const parsed = parseStoreUri(text);
  return parsed.kind === 'uri' ? parsed : null;
}

/** The names in the file of one project and profile say nothing about the others (semantics 0.1). */
function refusePlaceholders(spec: string): void {
  const parsed = parseStoreUri(spec);
  if (parsed.kind === 'malformed' || !hasPathPlaceholders(parsed)) return;
  const message = `\`${spec}\` has a placeholder, which stands for more than one file`;
  fail(linking.E0805({ message, help: 'name one of the files; write the placeholder in the manifest afterwards' }));
}

/** A plan with one secret and this store, as for `--provider`. */
async function linkedTo(spec: string, owner: ListingOwner, user: UserConfig): Promise<LinkedPlan> {
  const { newManifest } = await frontEnd();
  const plan = await compileText(newManifest({ ...owner, store: 'null', entries: [] }).text);
  const linked = link(plan, { profile: owner.profile, scope: null, override: spec, only: null }, user);
  return linked.kind === 'linked' ? linked.plan : fail(...linked.diagnostics.map(withoutPlace));
}
