/** A moving import between two open stores, whatever their addresses. */
import { copySecrets } from '#runtime/execute/keeping/copy-secrets.js';
import { linkImport } from '#runtime/link/link-import.js';
import type { Store } from '#runtime/providers/provider.js';
import { Bounds } from '#runtime/stores/bounds.js';
import { linkedStores, type OpenLinked, openAs } from '#runtime/stores/linked-stores.js';
import type { UsableStore } from '#runtime/stores/usable-store.js';
import { CALL } from '../runtime/providers/open-store.js';
import { everything, fakeWorld } from './fake-store.js';
import { choice, planOf, stored, user } from './plan.js';

const [FROM, TO] = ['dotenv://from', 'dotenv://to'];

/** The codes of the errors, and of each secret, by name, what became of it in the source. */
export async function moveBetween(from: UsableStore, to: UsableStore, names: readonly string[]) {
  const secrets = Object.fromEntries(names.map((name) => [name, stored()]));
  const plan = { ...planOf({ secrets }), project: { name: 'demo', requireReason: false } };
  const linked = linkImport(plan, choice({}), FROM, user({ provider: TO }));
  if (linked.kind === 'refused') throw new Error('the plan does not link');
  const bounds = new Bounds(linked.plan, everything(linked.plan), () => {});
  const open: OpenLinked = async (one) => openAs(one, one.uri === FROM ? from : to);
  const stores = linkedStores(linked.plan, open, bounds, CALL);
  const ports = { ...fakeWorld({}).portsFor(linked.plan), stores };
  const task = { linked: linked.plan, source: linked.source, deletesSource: true };
  const { outcomes, errors } = await copySecrets(task, ports);
  return [errors.map(({ code }) => code), ...outcomes.map(({ source }) => source)];
}

/** The store under an address that does not show which one it is. */
export function differently(store: Store): Store {
  return new Proxy(store, {
    get(own, name) {
      if (name === 'identity')
        return async (at: Parameters<Store['identity']>[0]) => `another ${await own.identity(at)}`;
      const part: unknown = Reflect.get(own, name, own);
      return typeof part === 'function' ? part.bind(own) : part;
    },
  });
}
