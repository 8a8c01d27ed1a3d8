/** An import over fake stores, and what became of everything. */
import { copySecrets } from '#runtime/execute/keeping/copy-secrets.js';
import { linkImport } from '#runtime/link/link-import.js';
import type { StoreFailure } from '#runtime/providers/provider.js';
import type { Plan } from '#schemas/plan.js';
import { DEFAULT_URI } from '../../../helpers/execute-plan.js';
import {
  everything,
  type FakeParts,
  type FakeStore,
  fakeStore,
  fakeWorld,
  textIn,
} from '../../../helpers/fake-store.js';
import { choice, planOf, stored, user } from '../../../helpers/plan.js';

export const OLD = 'dotenv://old.env';
export const OTHER = 'dotenv://other.env';
export const AB = planOf({ secrets: { A: stored(), B: stored() } });
/** A goes to the default store, B to another one. */
export const APART = planOf({ secrets: { A: stored(), B: stored({ route: [OTHER] }) } });
export const MOVE = { deletesSource: true };
export const DENIED: StoreFailure = { kind: 'denied', detail: 'no access' };

export interface Stores {
  readonly old: FakeStore;
  readonly target: FakeStore;
  readonly other: FakeStore;
}
export const storesOf = (old: FakeParts, target: FakeParts = {}, other: FakeParts = {}): Stores => ({
  old: fakeStore(old),
  target: fakeStore(target),
  other: fakeStore(other),
});

export async function copy(plan: Plan, { old, target, other }: Stores, how = { deletesSource: false }, from = OLD) {
  const linked = linkImport(plan, choice({}), from, user({ provider: DEFAULT_URI }));
  if (linked.kind === 'refused') return { errors: linked.diagnostics.map(({ code }) => code) };
  const { portsFor, accesses } = fakeWorld({ [OLD]: old, [DEFAULT_URI]: target, [OTHER]: other });
  const task = { linked: linked.plan, source: linked.source, ...how };
  const { outcomes, errors, warnings } = await copySecrets(task, portsFor(linked.plan, everything(linked.plan)));
  return {
    outcomes: outcomes.map(({ step, kind, source }) => `${step.secret} ${kind}${source === null ? '' : `, ${source}`}`),
    errors: errors.map(({ code }) => code),
    messages: errors.map(({ message }) => message),
    warnings: warnings.map(({ code, message }) => `${code} ${message}`),
    accesses: accesses.map(({ action, key, outcome }) => `${action} ${key} ${outcome}`),
  };
}

export const held = (store: FakeStore) =>
  Object.fromEntries([...store.entries.keys()].map((name) => [name, textIn(store, name)]));
export const contents = ({ old, target, other }: Stores) => ({
  old: held(old),
  target: held(target),
  other: held(other),
});
export const requests = ({ old, target, other }: Stores) =>
  [old, target, other].map(({ reads, writes, removals }) => [reads.length, writes.length, removals.length]);
