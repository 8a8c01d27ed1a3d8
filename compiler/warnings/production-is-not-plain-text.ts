/** Profiles named like production do not keep values where anyone who can read a file can read them. */

import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { stores } from '#schemas/diagnostics/E06-stores.js';
import type { StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { type BoundProject, fieldPlace } from '../tree/effective.js';
import { below, ownChain } from './chains.js';
import { cachesBehind, leavesBehind } from './leaf-stores.js';
import type { Warning } from './warning.js';

export const productionIsNotPlainText: Warning = ({ project }, report) => {
  const productions = new Set(project.profiles.map(({ name }) => name).filter(isProduction));
  if (productions.size === 0) return;
  for (const { name: profile, chain } of project.profiles) {
    const route = project.chains.get(profile) ?? null;
    if (!productions.has(profile) || chain === null || route === null) continue;
    judge(route, chain.at, { profile, secret: null }, project, report);
  }
  for (const secret of project.secrets) {
    const route = ownChain(secret, project);
    const profile = secret.profiles.find((name) => productions.has(name));
    if (route === null || profile === undefined) continue;
    judge(route, fieldPlace(secret, 'providers', 'value'), { profile, secret: secret.name }, project, report);
  }
};

interface User {
  readonly profile: string;
  /** Null: the profile's own chain. */
  readonly secret: string | null;
}

function judge(route: readonly StoreRef[], at: Place, user: User, project: BoundProject, report: Report): void {
  for (const [index, ref] of route.entries()) {
    const store = plainTextStore(ref, project);
    if (store !== null)
      report(stores.W0604({ ...user, store }, { at: below(at, [index]), labels: labelsOf(ref, project) }));
  }
}

/** The first one behind this entry, copies included; null if all protect their values, or are not known. */
function plainTextStore(ref: StoreRef, project: BoundProject): string | null {
  const leaves = [...leavesBehind(ref, project), ...cachesBehind(ref, project)];
  const plain = leaves.find(({ uri }) => descriptorOf(uri.scheme)?.plainText === true);
  return plain === undefined ? null : withoutCredentials(plain.uri.written);
}

function labelsOf(ref: StoreRef, project: BoundProject) {
  const alias = ref.kind === 'uri' ? undefined : project.stores.get(ref.name);
  return alias === undefined ? [] : [{ at: alias.at, text: 'the alias is here' }];
}

/** By whole words: `live-eu` is one, `non-production` and `preprod` are not. */
function isProduction(profile: string): boolean {
  const words = profile.toLowerCase().split(/[^\p{L}]+/u);
  const index = words.findIndex((word) => ['production', 'prod', 'live'].includes(word));
  return index !== -1 && !['non', 'not', 'no', 'pre'].includes(words[index - 1] ?? '');
}
