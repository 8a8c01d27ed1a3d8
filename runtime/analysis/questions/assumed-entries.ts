/** Whether assumed stores can have the entries that the plan has in them. `link` asks the same of the stores of a user. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { profilesOf } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Chain, Plan, PlanSecret, StoredSource, StoreRef } from '#schemas/plan.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import { entryFault } from '#schemas/stores/judge-entry.js';
import { namingFaults } from '#schemas/stores/judge-naming.js';
import { allStores, type StoreTable } from '#schemas/stores/store-table.js';
import { leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';
import { storeDiagnostic } from '../../link/store-diagnostic.js';

/** One finding per fault, however many secrets have it. `isAssumed`: whether a reference means a store that is assumed. */
export function entriesOfAssumed(plan: Plan, isAssumed: (ref: StoreRef) => boolean): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const stores = allStores(plan.stores);
  for (const [secret, meanings] of Object.entries(plan.secrets)) {
    for (const meaning of meanings) {
      for (const { fault, profile, field } of faultsOf(plan, secret, meaning, { stores, isAssumed })) {
        const key = JSON.stringify(fault);
        if (!found.has(key)) found.set(key, storeDiagnostic(fault, { about: { profile, secret, ...field } }));
      }
    }
  }
  return [...found.values()];
}

interface Assumed {
  readonly stores: StoreTable;
  readonly isAssumed: (ref: StoreRef) => boolean;
}
interface Found {
  readonly fault: StoreFault;
  readonly profile: string;
  readonly field: { readonly field?: 'ref' | 'refs' };
}

function faultsOf(plan: Plan, secret: string, meaning: PlanSecret, assumed: Assumed): readonly Found[] {
  const { source } = meaning;
  if (source.kind !== 'stored') return [];
  return chainsOf(plan, meaning, source).flatMap(([route, profile]) => {
    const names = { project: plan.project.name, profile, key: secret };
    return [...namings(source, route, assumed), ...entries(source, route, names, assumed)].map((fault) => {
      const isOfName = fault.kind === 'entry' && ['project', 'profile', 'key'].includes(fault.part);
      const { kind } = source.naming;
      return { fault, profile, field: isOfName || kind === 'convention' ? {} : { field: kind } };
    });
  });
}

/** Its chains, each with the longest name of a profile that has it, because stores limit the length of names. */
function chainsOf(plan: Plan, meaning: PlanSecret, { route }: StoredSource): readonly (readonly [Chain, string])[] {
  const found = new Map<Chain, string>();
  for (const profile of profilesOf(plan, meaning)) {
    const chain = route === 'profile' ? (own(plan.profiles, profile)?.route ?? null) : route;
    if (chain !== null && profile.length > (found.get(chain)?.length ?? -1)) found.set(chain, profile);
  }
  return [...found];
}

/** What an author wrote. Stores that are not assumed have been judged by the compiler, and may be no alias here. */
function namings({ naming }: StoredSource, route: Chain, { stores, isAssumed }: Assumed): readonly StoreFault[] {
  if (naming.kind === 'convention') return [];
  if (naming.kind === 'ref') {
    const refs = assumedIn(route, { stores, isAssumed }).map(({ ref }) => ref);
    return namingFaults(naming, refs, stores);
  }
  const by = Object.entries(naming.by).filter(([name]) => isAssumed({ kind: 'open', name }));
  return namingFaults({ kind: 'refs', by: Object.fromEntries(by) }, [], stores);
}

function entries(
  { naming }: StoredSource,
  route: Chain,
  names: PlaceholderValues,
  assumed: Assumed,
): readonly StoreFault[] {
  return assumedIn(route, assumed).flatMap(({ ref, isFirst }): readonly StoreFault[] => {
    const leaf = leafBehind(ref, assumed.stores);
    const uri = leaf === null ? null : parseStoreUri(leaf.spec);
    if (leaf === null || uri?.kind !== 'uri') return [];
    const { alias, template } = leaf;
    const fault = entryFault(uri, naming, { alias, template, isAlwaysRead: isFirst }, names);
    return fault === null ? [] : [fault];
  });
}

interface AssumedLink {
  readonly ref: StoreRef;
  /** It is read for every value. */
  readonly isFirst: boolean;
}

function assumedIn(route: Chain, { stores, isAssumed }: Assumed): readonly AssumedLink[] {
  const links = route.flatMap((written) => sourcesBehind(written, stores).map((ref) => ({ ref, written })));
  return links.flatMap(({ ref, written }, index) =>
    isAssumed(ref) || isAssumed(written) ? [{ ref, isFirst: index === 0 }] : [],
  );
}
