/** What a plan means, for people: the content of `tool plan`. */
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { OutlineProfile, OutlineSecret, OutlineSelection, PlanOutline } from '#schemas/plan-outline.js';
import { chainOf, type Chains, chainsIn, outlineStore, writtenLater } from './chains.js';
import { contactsOf } from './contacts.js';
import { extentOf } from './extent.js';
import { finishOrders } from './finish-orders.js';
import { groupsOf } from './groups.js';
import { scopesOf } from './scopes.js';
import { type Selected, select } from './selected.js';

/** Its size grows with the secrets, scopes and stores; the list of each is cut. Contacts nothing and does not depend on this machine. */
export function outlinePlan(plan: Plan, selection: OutlineSelection): PlanOutline {
  const selected = select(plan, selection);
  const { secrets: named, ...unnamed } = selection;
  const about = named === undefined ? null : new Set(named);
  const chains = chainsIn(plan);
  return {
    project: plan.project.name,
    requireReason: plan.project.requireReason,
    profiles: selected.profiles.map((name) => profileOf(plan, name)),
    secrets: secretsOf(selected, chains),
    orders: finishOrders(selected),
    groups: groupsOf(about === null ? selected : select(plan, unnamed), about),
    scopes: scopesOf(plan, selection, about),
    contacts: contactsOf(plan, selected, chains),
  };
}

/** The secrets that may be selected by name: those of the profiles, and in a scope those it receives. */
export function secretNames(plan: Plan, { profile, scope }: OutlineSelection): readonly string[] {
  return [...select(plan, { profile, scope }).meanings.keys()];
}

function profileOf(plan: Plan, name: string): OutlineProfile {
  const route = own(plan.profiles, name)?.route ?? null;
  if (route === null) return { name, stores: [{ kind: 'default' }], written: null };
  return { name, stores: route.map(outlineStore), written: writtenLater(plan, chainOf(plan, route, [name])) };
}

function secretsOf(selected: Selected, chains: Chains): readonly OutlineSecret[] {
  return [...selected.meanings].map(([name, meanings]) => ({
    name,
    isHiddenInput: !selected.shows(name),
    meanings: meanings.map((meaning) => ({
      in: extentOf(meaning.profiles, selected.profiles),
      meaning: meaning.meaning,
      chains: chains.outlinesOf(meaning),
      importOnly: chains.importOnlyOf(meaning),
    })),
  }));
}
