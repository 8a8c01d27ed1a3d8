/** `rekey`: encrypts files again for those of their lists. Each file has a record of its own. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { descriptorOf } from '#schemas/providers/index.js';
import type { StoreAccess } from '../../access/store-access.js';
import { fail } from '../../failure.js';
import { linkRekey } from '../../link/link-rekey.js';
import type { LinkedStore } from '../../link/linked-plan.js';
import type { RekeyAnswer } from '../../providers/provider.js';
import type { Difference } from '../../recipients/difference.js';
import type { Operation } from '../operation.js';

/** `unknown`: how the recipients of the file differed does not show. */
export interface Rekeyed {
  readonly store: string;
  readonly list: string;
  readonly outcome: 'rekeyed' | 'the same' | 'no file';
  readonly difference: Difference | 'unknown';
}

export interface RekeyOptions {
  /** Only what would be done. */
  readonly isTrial: boolean;
}

/** `show` gets each file as it is done; what fails does not prevent the rest. */
export async function rekey(
  operation: Operation,
  specs: readonly string[],
  { isTrial }: RekeyOptions,
  show: (rekeyed: Rekeyed) => void,
): Promise<void> {
  const { plan, choice, user, claims } = await operation.linkable();
  const linked = linkRekey(plan, choice, specs, user, claims);
  if (linked.kind === 'refused') return fail(...linked.diagnostics);
  const isNamed = specs.length > 0;
  const positions = linked.stores.filter((index) => isNamed || listOf(linked.plan.stores[index]) !== null);
  const { stores, record } = await operation.ports(linked.plan, { whole: linked.stores });
  const failures: Diagnostic[] = [];
  let files = 0;
  for (const index of positions) {
    const answer = await stores.rekey(index, isTrial);
    const [shown, written] = [stores.shown(index), stores.called(index)];
    if (answer.kind === 'no list' && !isNamed) continue;
    files++;
    const failure = failureOf(answer, written, listOf(linked.plan.stores[index]));
    if (failure !== null) failures.push(failure);
    else show(rekeyedOf(stores.seen(shown), answer));
    record({ action: 'rekey', provider: shown, at: null, ...(isTrial ? TRIED : outcomeOf(answer)) });
  }
  if (files === 0) return fail(storesIo.E1134({ profile: linked.plan.profile }));
  if (failures.length > 0) fail(...failures);
}

/** How an author names the list of such a store; null for stores that have none. */
function listOf(store: LinkedStore | undefined): string | null {
  return store?.kind === 'store' ? (descriptorOf(store.scheme)?.recipients ?? null) : null;
}

function failureOf(answer: RekeyAnswer, store: string, how: string | null): Diagnostic | null {
  if (answer.kind === 'no list') return storesIo.E1135({ store, how });
  if (answer.kind !== 'failed') return null;
  const { detail, help = null } = answer.failure;
  return storesIo.E1133({ store, help }, { quote: detail });
}

function rekeyedOf(store: string, answer: RekeyAnswer): Rekeyed {
  if (answer.kind !== 'rekeyed' && answer.kind !== 'compared') {
    return { store, list: '', outcome: 'no file', difference: NONE };
  }
  const { comparison } = answer;
  const list = answer.list.replaceAll('`', '');
  const difference =
    comparison.kind === 'different' ? comparison.difference : comparison.kind === 'same' ? NONE : 'unknown';
  return { store, list, outcome: answer.kind === 'rekeyed' ? 'rekeyed' : 'the same', difference };
}
const NONE: Difference = { lacks: [], extra: [] };

const TRIED = { outcome: 'found' } as const;

function outcomeOf({ kind }: RekeyAnswer): Pick<StoreAccess, 'outcome' | 'errorKind'> {
  if (kind === 'rekeyed') return { outcome: 'written' };
  if (kind === 'compared') return { outcome: 'found' };
  return kind === 'no file' ? { outcome: 'missing' } : { outcome: 'error', errorKind: 'provider_operation_failed' };
}
