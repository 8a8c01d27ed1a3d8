/**
 * Findings about the files of a plan's stores, read off the files as they are on this machine and never decrypted: copies of a cache that git
 * would commit, and files that are not encrypted for the recipients in their lists.
 */
import type { Diagnostic, Subject } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { profilesOf } from '#schemas/meaning.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { plainFilesOf } from '#schemas/providers/plain-files.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { filledUri } from '#schemas/stores/path-placeholders.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { filePathOf, parseStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cachedBehind, leafBehind } from '#schemas/stores/stores-behind.js';
import { locatedAt } from '../files/located-at.js';
import { homeFolder, type Variables } from '../inputs/folders.js';
import { isCommittable } from '../inputs/git-status.js';
import { compareFiles } from '../recipients/compare-files.js';

/** Where the manifest of the plan is. */
export interface OnDisk {
  readonly folder: string;
  readonly variables: Variables;
}

export async function findingsOnFiles(plan: Plan, place: OnDisk): Promise<readonly Diagnostic[]> {
  return [...committedCaches(plan, place), ...(await unlistedRecipients(plan, place))];
}

/** The caches of aliases whose copies are plain text. */
export function committedCaches(plan: Plan, { folder, variables }: OnDisk): readonly Diagnostic[] {
  const table = projectStores(plan.stores);
  return Object.keys(plan.stores).flatMap((alias) => {
    const cached = cachedBehind({ kind: 'alias', name: alias }, table);
    const leaf = cached && leafBehind(cached.store.cache.store, table);
    const uri = leaf && addressOf(leaf.spec);
    if (leaf === null || uri === null) return [];
    const store = withoutCredentials(leaf.spec);
    return isCommitted(uri, plan, { folder, variables }) ? [storesIo.W1111({ store }, { about: { alias } })] : [];
  });
}

function isCommitted(uri: StoreUri, plan: Plan, { folder, variables }: OnDisk): boolean {
  const location = plainFilesOf(uri.scheme);
  if (location === null) return false;
  const base = { baseFolder: folder, home: homeFolder(variables) };
  const paths = Object.keys(plan.profiles).map((profile) => {
    const filled = filledUri(uri, { project: plan.project.name, profile });
    return locatedAt(filePathOf(filled) || (descriptorOf(uri.scheme)?.uri.defaultLocation ?? ''), base);
  });
  return [...new Set(paths)].some((path) => path !== null && isCommittable(path, location === 'folder', variables));
}

async function unlistedRecipients(plan: Plan, { folder, variables }: OnDisk): Promise<readonly Diagnostic[]> {
  const base = { baseFolder: folder, home: homeFolder(variables), project: plan.project.name };
  const found = new Map<string, Diagnostic>();
  const seen = new Set<string>();
  for (const { uri, spec, about, profiles } of encryptedStores(plan)) {
    for (const profile of profiles) {
      const key = `${profile}\n${spec}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const compared = await compareFiles(uri, { ...base, profile });
      if (compared?.comparison.kind !== 'different') continue;
      const { list, comparison } = compared;
      const finding = storesIo.W1110({ store: spec, list, difference: comparison.difference }, { about });
      found.set(finding.message, found.get(finding.message) ?? finding);
    }
  }
  return [...found.values()];
}

interface EncryptedStore {
  readonly uri: StoreUri;
  readonly spec: string;
  readonly about: Subject;
  readonly profiles: readonly string[];
}

/** Aliases, and addresses in chains, of the kinds that have lists of recipients. */
function* encryptedStores(plan: Plan): Generator<EncryptedStore> {
  const profiles = Object.keys(plan.profiles);
  for (const [alias, store] of Object.entries(plan.stores)) {
    if (store.kind === 'fallback') continue;
    yield* encrypted(store.uri, { alias }, profiles);
  }
  for (const [secret, meanings] of Object.entries(plan.secrets)) {
    for (const meaning of meanings) {
      const { source } = meaning;
      if (source.kind !== 'stored') continue;
      for (const profile of profilesOf(plan, meaning)) {
        const chain = source.route === 'profile' ? (plan.profiles[profile]?.route ?? []) : source.route;
        for (const uri of urisIn(chain)) {
          const store = withoutCredentials(uri);
          yield* encrypted(uri, { profile, secret, field: 'providers', store }, [profile]);
        }
      }
    }
  }
}

function* encrypted(spec: string, about: Subject, profiles: readonly string[]): Generator<EncryptedStore> {
  const uri = addressOf(spec);
  if (uri !== null && descriptorOf(uri.scheme)?.recipients !== undefined)
    yield { uri, spec: withoutCredentials(spec), about, profiles };
}

function urisIn(chain: readonly StoreRef[]): readonly string[] {
  return chain.flatMap((ref) => (ref.kind === 'uri' ? [ref.uri] : []));
}

function addressOf(spec: string): StoreUri | null {
  const parsed = parseStoreUri(spec);
  return parsed.kind === 'uri' ? parsed : null;
}
