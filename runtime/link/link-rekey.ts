/** The stores whose files `rekey` may encrypt again: those that are named, else all that the profile uses. Pure, as `link` is. */
import type { Plan } from '#schemas/plan.js';
import { type Claims, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import type { UserConfig } from '#schemas/user-config.js';
import { type LinkingWorld, linkReads } from './link-reads.js';
import { type LinkRefused, refused } from './link-refused.js';
import { linkedStores } from './link-store.js';
import type { Choice, LinkedPlan } from './linked-plan.js';
import { linkingWorld } from './linking-world.js';
import { selectWanted } from './select-wanted.js';
import { storeDiagnostic } from './store-diagnostic.js';

export interface LinkedFiles {
  readonly kind: 'linked';
  readonly plan: LinkedPlan;
  /** Their positions among the stores of the plan. */
  readonly stores: readonly number[];
}

/** `specs`: each as of an override. A cached alias means the stores behind it and its cache. */
export function linkRekey(
  plan: Plan,
  choice: Choice,
  specs: readonly string[],
  user: UserConfig,
  claims: Claims = UNCLAIMED,
): LinkedFiles | LinkRefused {
  const selected = selectWanted(plan, { ...choice, scope: null, only: null }, user);
  if (selected.kind === 'refused') return selected;
  const world = linkingWorld(plan, selected.profile, choice.override, user, claims);
  const { binder } = world;
  if (specs.length > 0) return linkNamed(specs, world);
  const { diagnostics } = linkReads(selected.wanted, world);
  if (diagnostics.length > 0) return refused(...diagnostics);
  return { kind: 'linked', plan: linkedStores(world, binder), stores: [...binder.stores.keys()] };
}

function linkNamed(specs: readonly string[], world: LinkingWorld): LinkedFiles | LinkRefused {
  const { binder, table } = world;
  const chains = specs.map((spec) => binder.bind([storeRefOf(spec, (name) => table.aliases.includes(name))]));
  const faults = chains.flatMap((chain) => chain.faults);
  if (faults.length > 0) return refused(...faults.map((fault) => storeDiagnostic(fault, {})));
  const stores = chains.flatMap(({ links, cache }) => [...links, ...(cache === null ? [] : [cache])]);
  const positions = [...new Set(stores.map(({ store }) => store))];
  return { kind: 'linked', plan: linkedStores(world, binder), stores: positions };
}
