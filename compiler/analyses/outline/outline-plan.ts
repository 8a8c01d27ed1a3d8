/** What a plan means, for people: the answer of `tool plan`. */
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { OutlineProfile, OutlineSecret, OutlineSelection, PlanOutline } from '#schemas/plan-outline.js';
import { contactsOf } from '../contacts.js';
import { extentOf } from './extent.js';
import { finishOrders } from './finish-orders.js';
import { groupsOf } from './groups.js';
import { outlineStore, routesIn } from './routes.js';
import { scopesOf } from './scopes.js';
import { type Selected, select } from './selected.js';

/** Grows with what it says. Contacts nothing and asks nothing of this machine. */
export function outlinePlan(plan: Plan, selection: OutlineSelection): PlanOutline {
  const selected = select(plan, selection);
  const secrets = secretsOf(plan, selected);
  return {
    project: plan.project.name,
    requireReason: plan.project.requireReason,
    profiles: selected.profiles.map((name) => profileOf(plan, name)),
    secrets,
    orders: finishOrders(selected),
    groups: groupsOf(selected),
    scopes: scopesOf(plan, selection),
    contacts: contactsOf(plan, secrets),
  };
}

function profileOf(plan: Plan, name: string): OutlineProfile {
  const route = own(plan.profiles, name)?.route ?? null;
  return { name, stores: route === null ? [{ kind: 'default' }] : route.map(outlineStore) };
}

function secretsOf(plan: Plan, selected: Selected): readonly OutlineSecret[] {
  const routes = routesIn(plan);
  return [...selected.meanings].map(([name, meanings]) => ({
    name,
    isHiddenInput: !selected.shows(name),
    meanings: meanings.map((meaning) => ({
      in: extentOf(meaning.profiles, selected.profiles),
      meaning: meaning.meaning,
      routes: routes.routesOf(meaning),
      importOnly: routes.importOnlyOf(meaning),
    })),
  }));
}
