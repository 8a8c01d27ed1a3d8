/**
 * A store that is asked twice in one chain has nothing new to say. Known stores alone are compared: none of them always
 * answers, so nothing else of a chain is out of reach.
 */
import { canonicalJson } from '#schemas/canonical.js';
import { stores } from '#schemas/diagnostics/E06-stores.js';
import type { StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { identityText } from '#schemas/stores/identity.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import type { BoundProject } from '../tree/effective.js';
import { below, chainsOf } from './chains.js';
import { type Leaf, sourcesBehind } from './leaf-stores.js';
import type { Warning } from './warning.js';

export const chainAsksEachStoreOnce: Warning = ({ project }, report) => {
  const inRefs = new Set(project.secrets.flatMap(({ fields }) => Object.keys(fields.refs ?? {})));
  for (const { route, at } of chainsOf(project)) {
    if (route.length < 2) continue;
    const seen = new Map<string, number>();
    for (const [index, ref] of route.entries()) {
      const way = wayTo(ref, project, inRefs);
      const first = seen.get(way);
      seen.set(way, first ?? index);
      if (first === undefined) continue;
      const labels = [{ at: below(at, [first]), text: 'asked here' }];
      report(stores.W0602({ store: shownRef(ref) }, { at: below(at, [index]), labels }));
    }
  }
};

/** Equal texts, same entries asked with the same rights: another template, other credentials or other `refs` may answer differently. */
function wayTo(ref: StoreRef, project: BoundProject, inRefs: ReadonlySet<string>): string {
  const sources = sourcesBehind(ref, project);
  const named = ref.kind === 'uri' ? ref.uri : ref.name;
  return canonicalJson(sources.length === 0 ? named : sources.map((source) => wayToLeaf(source, inRefs)));
}

function wayToLeaf({ uri, alias, template, credentials }: Leaf, inRefs: ReadonlySet<string>) {
  return [specText(uri), template, credentials, alias !== null && inRefs.has(alias) ? alias : null];
}

/** One spelling for one address with one way to sign in. */
function specText(uri: StoreUri): string {
  const location = descriptorOf(uri.scheme)?.uri.location;
  const canonical = canonicalSpec(uri);
  if (location !== 'file' && location !== 'folder') return canonical;
  return `${identityText(uri)}?${canonical.split('?')[1] ?? ''}`;
}

function shownRef(ref: StoreRef): string {
  return ref.kind === 'uri' ? withoutCredentials(ref.uri) : ref.name;
}
