/** A manifest redeclares a secret of its parents to replace it whole (semantics 1.4). */
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { placeOf, type WrittenManifest, type WrittenSecret } from '../tree/written.js';
import { isSameSetting } from './same-setting.js';
import type { Warning } from './warning.js';

/** Checks only the entry manifest: parents are linted when they are the entry, and two of them may agree by chance. */
export const overrideChangesManifest: Warning = ({ manifests }, report) => {
  const [entry, ...parents] = manifests.toReversed();
  if (entry === undefined || parents.length === 0) return;
  for (const own of secretsOf(entry)) {
    const replaced = declarationIn(parents, own);
    if (replaced === null || !isSameSetting(own.fields, replaced.fields)) continue;
    const labels = [{ at: placeOf(replaced), text: 'declared here' }];
    const { name: secret, profile } = own;
    report(inheritance.W0301({ secret, profile, repeats: 'manifest' }, { at: placeOf(own), labels }));
  }
};

function secretsOf({ profiles }: WrittenManifest): readonly WrittenSecret[] {
  return [...profiles.values()].flatMap(({ secrets }) => [...secrets.values()]);
}

/** What would hold without the override; nearest parents come first. */
function declarationIn(parents: readonly WrittenManifest[], { profile, name }: WrittenSecret): WrittenSecret | null {
  for (const { profiles } of parents) {
    const found = profiles.get(profile)?.secrets.get(name);
    if (found !== undefined) return found;
  }
  return null;
}
