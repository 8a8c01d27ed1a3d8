/**
 * A store that is twice in one chain gives the same answer twice. Only known stores are compared: none of them always
 * has a value, so no other part of a chain is unreachable.
 */
import { canonicalJson } from '#schemas/canonical.js';
import { stores } from '#schemas/diagnostics/E06-stores.js';
import type { StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { identityText } from '#schemas/stores/identity.js';
import { hasPathPlaceholders, type PathNames } from '#schemas/stores/path-placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { BoundProject } from '../tree/effective.js';
import { below, chainsOf, type WrittenChain } from './chains.js';
import { type ParsedLeaf, leavesBehind } from './leaf-stores.js';
import type { Warning } from './warning.js';

export const chainAsksEachStoreOnce: Warning = ({ project }, report) => {
  const inRefs = new Set(project.secrets.flatMap(({ fields }) => Object.keys(fields.refs ?? {})));
  for (const { route, at, profiles } of chainsOf(project)) {
    if (route.length < 2) continue;
    const [found, ...others] = judgedProfiles(route, profiles, project).map((profile) =>
      repeatedIn(route, { project, profile, inRefs }),
    );
    for (const [index, first] of found ?? []) {
      // An entry that is repeated in one profile may be new in another.
      if (!others.every((repeated) => repeated.has(index))) continue;
      const labels = [{ at: below(at, [first]), text: 'asked here' }];
      report(stores.W0602({ store: shownRef(route[index]) }, { at: below(at, [index]), labels }));
    }
  }
};

/** One profile represents all of them, unless an address differs from profile to profile. */
function judgedProfiles(
  route: WrittenChain['route'],
  profiles: readonly string[],
  project: BoundProject,
): readonly string[] {
  const isFilled = route.some((ref) => leavesBehind(ref, project).some(({ uri }) => hasPathPlaceholders(uri)));
  return isFilled ? profiles : profiles.slice(0, 1);
}

/** Positions of repeated entries, each with that of the first. */
function repeatedIn(route: WrittenChain['route'], asked: Asked): ReadonlyMap<number, number> {
  const seen = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const [index, ref] of route.entries()) {
    const way = wayTo(ref, asked);
    const first = seen.get(way);
    if (first === undefined) seen.set(way, index);
    else repeated.set(index, first);
  }
  return repeated;
}

interface Asked {
  readonly project: BoundProject;
  readonly profile: string;
  readonly inRefs: ReadonlySet<string>;
}

/** Equal texts mean the same entries read with the same rights: another template, other credentials or other `refs` may give another value. */
function wayTo(ref: StoreRef, asked: Asked): string {
  const sources = leavesBehind(ref, asked.project);
  const named = ref.kind === 'uri' ? ref.uri : ref.name;
  return canonicalJson(sources.length === 0 ? named : sources.map((source) => wayToLeaf(source, asked)));
}

function wayToLeaf({ uri, alias, template, credentials }: ParsedLeaf, { project, profile, inRefs }: Asked) {
  const spec = specText(uri, { project: project.name, profile });
  return [spec, template, credentials, alias !== null && inRefs.has(alias) ? alias : null];
}

/** One spelling for one address with one way to sign in. */
function specText(uri: StoreUri, names: PathNames): string {
  const location = descriptorOf(uri.scheme)?.uri.location;
  const canonical = canonicalSpec(uri);
  if (location !== 'file' && location !== 'folder') return canonical;
  return `${identityText(uri, names)}?${canonical.split('?')[1] ?? ''}`;
}

function shownRef(ref: StoreRef | undefined): string {
  if (ref === undefined) return '';
  return ref.kind === 'uri' ? withoutCredentials(ref.uri) : ref.name;
}
