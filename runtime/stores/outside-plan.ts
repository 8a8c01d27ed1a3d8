/** A contact that nothing in the plan allows: a bug of ours, in words that say how to report it. */
import type { At } from '#schemas/addresses/address.js';
import { flatName } from '#schemas/addresses/entry.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { HIDDEN_INPUT } from '#schemas/diagnostics/list-names.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { StoreAccess } from '../access/store-access.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import type { Access, ContactPurpose } from './bounds.js';

export interface OutsideContact {
  readonly access: Access | 'list' | 'look' | 'rekey';
  readonly store: number;
  /** Null: the store as a whole. */
  readonly at: At | null;
  readonly purpose: ContactPurpose;
}

/** The error, and the record of what was about to happen. */
export function outsidePlan(
  linked: LinkedPlan,
  { access, store, at, purpose }: OutsideContact,
): { readonly why: Diagnostic; readonly access: StoreAccess } {
  const found = linked.stores[store];
  const called = found === undefined ? '' : found.kind === 'broken' ? found.shown : (found.shown ?? found.uri);
  const key = at?.kind === 'convention' ? at.key : undefined;
  const isHidden = linked.reads.some(({ secret, nameable }) => !nameable && secret === (key ?? ''));
  const entry = at === null ? null : isHidden ? HIDDEN_INPUT : flatName(at);
  const problem = { what: WORDS[access], entry, store: called, purpose: REASONS[purpose] };
  return {
    why: storesIo.E1137(problem),
    access: {
      action: ACTIONS[access],
      ...(key !== undefined && { key }),
      provider: called,
      at,
      outcome: 'error',
      errorKind: 'internal',
    },
  };
}

const WORDS = {
  read: 'read',
  write: 'write',
  remove: 'remove',
  list: 'list the entries of',
  look: 'look at the file of',
  rekey: 'encrypt again the file of',
} as const;

const ACTIONS = { read: 'get', write: 'set', remove: 'delete', list: 'get', look: 'get', rekey: 'rekey' } as const;

const REASONS: Readonly<Record<ContactPurpose, string>> = {
  reading: 'for a value',
  making: 'for a value that was made',
  caching: 'for a copy in a cache',
  'signing in': 'for a credential',
  asked: 'as the command asks',
};
