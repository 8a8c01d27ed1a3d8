/** What may change between two plans, and how grave it is: the vocabulary of `tool plan diff` (plan-product). */
import type { Json } from './plan.js';
import type { Power } from './powers/power.js';

export type ChangeSeverity = 'danger' | 'review' | 'notice';

/** Gravest first. */
export const CHANGE_SEVERITIES = ['danger', 'review', 'notice'] as const satisfies readonly ChangeSeverity[];

interface KindOfChange {
  /**
   * Raised to danger in a route where another store is now asked first, and where a stored value may now go elsewhere;
   * lowered to review where a scope receives only what was born, beside a side without a manifest, and for all that a
   * removed profile said.
   */
  readonly severity: ChangeSeverity;
  /** What the same change is called when the plans are compared the other way round. */
  readonly inverse: string;
}

/** The side of `store-respelled` where a secret has no stores of its own. */
export const PROFILE_STORES = 'the stores of the profile';

/** Every kind of change. */
export const CHANGES = {
  'power-gained': { severity: 'danger', inverse: 'power-lost' },
  'power-lost': { severity: 'notice', inverse: 'power-gained' },
  'project-renamed': { severity: 'danger', inverse: 'project-renamed' },
  'reason-policy-relaxed': { severity: 'danger', inverse: 'reason-policy-tightened' },
  'reason-policy-tightened': { severity: 'review', inverse: 'reason-policy-relaxed' },
  'profile-added': { severity: 'review', inverse: 'profile-removed' },
  'profile-removed': { severity: 'review', inverse: 'profile-added' },
  'profile-renamed': { severity: 'review', inverse: 'profile-renamed' },
  'secret-added': { severity: 'review', inverse: 'secret-removed' },
  'secret-removed': { severity: 'review', inverse: 'secret-added' },
  'source-changed': { severity: 'danger', inverse: 'source-changed' },
  'requirement-weakened': { severity: 'danger', inverse: 'requirement-strengthened' },
  'requirement-strengthened': { severity: 'review', inverse: 'requirement-weakened' },
  'default-introduced': { severity: 'danger', inverse: 'default-removed' },
  'default-removed': { severity: 'review', inverse: 'default-introduced' },
  'default-changed': { severity: 'review', inverse: 'default-changed' },
  'generation-introduced': { severity: 'review', inverse: 'generation-removed' },
  'generation-removed': { severity: 'review', inverse: 'generation-introduced' },
  'generation-changed': { severity: 'review', inverse: 'generation-changed' },
  'prompt-introduced': { severity: 'review', inverse: 'prompt-removed' },
  'prompt-removed': { severity: 'review', inverse: 'prompt-introduced' },
  'store-added': { severity: 'review', inverse: 'store-removed' },
  'store-removed': { severity: 'review', inverse: 'store-added' },
  'stores-reordered': { severity: 'review', inverse: 'stores-reordered' },
  'store-claimed': { severity: 'danger', inverse: 'store-released' },
  'store-released': { severity: 'danger', inverse: 'store-claimed' },
  'store-respelled': { severity: 'notice', inverse: 'store-respelled' },
  'store-moved': { severity: 'danger', inverse: 'store-moved' },
  'address-moved': { severity: 'danger', inverse: 'address-moved' },
  'credentials-changed': { severity: 'danger', inverse: 'credentials-changed' },
  'cache-introduced': { severity: 'review', inverse: 'cache-removed' },
  'cache-removed': { severity: 'notice', inverse: 'cache-introduced' },
  'cache-age-raised': { severity: 'review', inverse: 'cache-age-lowered' },
  'cache-age-lowered': { severity: 'notice', inverse: 'cache-age-raised' },
  'cache-moved': { severity: 'danger', inverse: 'cache-moved' },
  'encoding-changed': { severity: 'review', inverse: 'encoding-changed' },
  'extraction-changed': { severity: 'review', inverse: 'extraction-changed' },
  'delivery-changed': { severity: 'review', inverse: 'delivery-changed' },
  'composition-changed': { severity: 'review', inverse: 'composition-changed' },
  'derivation-changed': { severity: 'review', inverse: 'derivation-changed' },
  'group-changed': { severity: 'review', inverse: 'group-changed' },
  'scope-widened': { severity: 'danger', inverse: 'scope-narrowed' },
  'scope-narrowed': { severity: 'review', inverse: 'scope-widened' },
  'scope-exposes': { severity: 'danger', inverse: 'scope-conceals' },
  'scope-conceals': { severity: 'review', inverse: 'scope-exposes' },
  'scope-added': { severity: 'review', inverse: 'scope-removed' },
  'scope-removed': { severity: 'review', inverse: 'scope-added' },
  'alias-added': { severity: 'review', inverse: 'alias-removed' },
  'alias-removed': { severity: 'review', inverse: 'alias-added' },
  'import-address-changed': { severity: 'review', inverse: 'import-address-changed' },
  'roles-changed': { severity: 'review', inverse: 'roles-changed' },
  'type-changed': { severity: 'notice', inverse: 'type-changed' },
  'description-changed': { severity: 'notice', inverse: 'description-changed' },
} as const satisfies Readonly<Record<string, KindOfChange>>;

export type ChangeKind = keyof typeof CHANGES;

/** What a change is about. */
export interface ChangeSubject {
  readonly secret?: string;
  readonly scope?: string;
  readonly group?: string;
  /** An alias, a provider's name or a URI without credentials. */
  readonly store?: string;
}

/** One change per cause, in any number of profiles. Without `from`, it did not exist before; without `to`, it does not exist any more. */
export interface Change extends ChangeSubject {
  readonly kind: ChangeKind;
  readonly severity: ChangeSeverity;
  /** `all`: exactly the profiles that both plans have. */
  readonly profiles: 'all' | readonly string[];
  readonly from?: Json;
  readonly to?: Json;
  /** What the machine will do, or did, and the secrets it is for. */
  readonly power?: Power;
  readonly secrets?: readonly string[];
  /** For a requirement that changed: the default that is in force before and after, whatever is required. */
  readonly default?: string;
}

/** The first of all changes of a severity: what the machine will do comes before what the manifest says. */
export const POWER_KINDS: readonly ChangeKind[] = ['power-gained', 'power-lost'];

/** `chain`: the stores of whole profiles. `exposure`: what a scope receives, of a secret and a scope. */
export type ChangeAbout =
  | 'secret'
  | 'group'
  | 'scope'
  | 'exposure'
  | 'alias'
  | 'chain'
  | 'profile'
  | 'project'
  | 'power';

const PROJECT_KINDS: readonly ChangeKind[] = ['project-renamed', 'reason-policy-relaxed', 'reason-policy-tightened'];
const PROFILE_KINDS: readonly ChangeKind[] = ['profile-added', 'profile-removed', 'profile-renamed'];
const LINK_KINDS: readonly ChangeKind[] = ['store-added', 'store-removed'];

export function aboutOf({ kind, secret, group, scope, store, from, to }: Change): ChangeAbout {
  if (POWER_KINDS.includes(kind)) return 'power';
  if (secret !== undefined) return scope === undefined ? 'secret' : 'exposure';
  if (group !== undefined) return 'group';
  if (scope !== undefined) return 'scope';
  if (PROJECT_KINDS.includes(kind)) return 'project';
  if (PROFILE_KINDS.includes(kind)) return 'profile';
  // For a store of an alias, the alias is named, and next to it the store that was added or removed.
  const isLink = LINK_KINDS.includes(kind) && from === undefined && to === undefined;
  return store === undefined || isLink ? 'chain' : 'alias';
}

/** Whether `store` is a store of the chain of a secret or profile, now or before. */
export function isLinkChange(change: Change): boolean {
  return LINK_KINDS.includes(change.kind) && aboutOf(change) !== 'alias';
}

export interface PlanDifference {
  /** Hashes. */
  readonly old: string;
  readonly new: string;
  /** Gravest first, then by kind and name. */
  readonly changes: readonly Change[];
}
