/**
 * Findings about the files of a plan's stores, read off the files as they are on this machine and never decrypted: copies of a cache that git
 * would commit, and files that are not encrypted for the recipients in their lists.
 */
import type { Diagnostic, Subject } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { profilesOf } from '#schemas/meaning.js';
import type { Plan } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { plainFilesOf } from '#schemas/providers/plain-files.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { filledUri } from '#schemas/stores/path-placeholders.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { filePathOf, parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
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
  for (const { uri, spec, profile, about } of encryptedStores(plan)) {
    const compared = await compareFiles(uri, { ...base, profile });
    if (compared?.comparison.kind !== 'different') continue;
    const { list, comparison } = compared;
    const finding = storesIo.W1110({ store: spec, list, difference: comparison.difference }, { about });
    found.set(finding.message, found.get(finding.message) ?? finding);
  }
  return [...found.values()];
}

interface EncryptedStore {
  readonly uri: StoreUri;
  readonly spec: string;
  readonly profile: string;
  readonly about: Subject;
}

/** The stores of the kinds that have lists of recipients, each once for a profile: thousands of secrets may name the same. */
function* encryptedStores(plan: Plan): Generator<EncryptedStore> {
  const seen = new Set<string>();
  for (const { written, profile, by } of namedStores(plan)) {
    const key = `${profile}\n${written}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const uri = addressOf(written);
    if (uri === null || descriptorOf(uri.scheme)?.recipients === undefined) continue;
    const spec = withoutCredentials(written);
    const about = 'alias' in by ? by : { profile, secret: by.secret, field: 'providers', store: spec };
    yield { uri, spec, profile, about };
  }
}

interface CheckoutStore {
  readonly written: string;
  readonly profile: string;
  readonly by: { readonly alias: string } | { readonly secret: string };
}

/** Aliases, and addresses in chains. */
function* namedStores(plan: Plan): Generator<CheckoutStore> {
  const profiles = Object.keys(plan.profiles);
  for (const [alias, store] of Object.entries(plan.stores)) {
    if (store.kind === 'fallback') continue;
    for (const profile of profiles) yield { written: store.uri, profile, by: { alias } };
  }
  for (const [secret, meanings] of Object.entries(plan.secrets)) {
    for (const meaning of meanings) {
      const { source } = meaning;
      if (source.kind !== 'stored') continue;
      for (const profile of profilesOf(plan, meaning)) {
        const chain = source.route === 'profile' ? (plan.profiles[profile]?.route ?? []) : source.route;
        for (const ref of chain) if (ref.kind === 'uri') yield { written: ref.uri, profile, by: { secret } };
      }
    }
  }
}

function addressOf(spec: string): StoreUri | null {
  const parsed = parseStoreUri(spec);
  return parsed.kind === 'uri' ? parsed : null;
}
