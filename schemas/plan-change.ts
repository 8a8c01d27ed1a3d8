/** What may change between two plans, and how grave it is: the vocabulary of `tool plan diff` (plan-product). */
import type { Json } from './plan.js';

export type ChangeSeverity = 'danger' | 'review' | 'notice';

/** Gravest first. */
export const CHANGE_SEVERITIES = ['danger', 'review', 'notice'] as const satisfies readonly ChangeSeverity[];

interface KindOfChange {
  /** Of a route it is raised to danger where another store is now asked first. */
  readonly severity: ChangeSeverity;
  /** What the same change is called when the plans are compared the other way round. */
  readonly inverse: string;
  /** For people, as a clause after the name of what changed. */
  readonly words: string;
}

/** Every kind of change. */
export const CHANGES = {
  'project-renamed': {
    severity: 'danger',
    inverse: 'project-renamed',
    words: 'renamed: every conventional address moves',
  },
  'reason-policy-relaxed': { severity: 'danger', inverse: 'reason-policy-tightened', words: 'reason policy relaxed' },
  'reason-policy-tightened': { severity: 'review', inverse: 'reason-policy-relaxed', words: 'reason policy tightened' },
  'profile-added': { severity: 'review', inverse: 'profile-removed', words: 'profile added' },
  'profile-removed': { severity: 'review', inverse: 'profile-added', words: 'profile removed' },
  'secret-added': { severity: 'review', inverse: 'secret-removed', words: 'secret added' },
  'secret-removed': { severity: 'review', inverse: 'secret-added', words: 'secret removed' },
  'source-changed': { severity: 'danger', inverse: 'source-changed', words: 'made another way' },
  'requirement-weakened': { severity: 'danger', inverse: 'requirement-strengthened', words: 'no longer required' },
  'requirement-strengthened': { severity: 'review', inverse: 'requirement-weakened', words: 'now required' },
  'default-introduced': { severity: 'danger', inverse: 'default-removed', words: 'has a default now' },
  'default-removed': { severity: 'review', inverse: 'default-introduced', words: 'has no default any more' },
  'default-changed': { severity: 'review', inverse: 'default-changed', words: 'has another default' },
  'generation-introduced': { severity: 'review', inverse: 'generation-removed', words: 'is generated when missing' },
  'generation-removed': { severity: 'review', inverse: 'generation-introduced', words: 'is no longer generated' },
  'generation-changed': { severity: 'review', inverse: 'generation-changed', words: 'is generated another way' },
  'prompt-introduced': { severity: 'review', inverse: 'prompt-removed', words: 'is asked for when missing' },
  'prompt-removed': { severity: 'review', inverse: 'prompt-introduced', words: 'is no longer asked for' },
  'store-added': { severity: 'review', inverse: 'store-removed', words: 'is looked for in one more store' },
  'store-removed': { severity: 'review', inverse: 'store-added', words: 'is looked for in one store less' },
  'stores-reordered': { severity: 'review', inverse: 'stores-reordered', words: 'asks its stores in another order' },
  'store-claimed': {
    severity: 'danger',
    inverse: 'store-released',
    words: 'is now an alias of the project, no longer for the machine to explain',
  },
  'store-released': {
    severity: 'danger',
    inverse: 'store-claimed',
    words: 'is no longer an alias of the project, but for the machine to explain',
  },
  'store-respelled': { severity: 'notice', inverse: 'store-respelled', words: 'spells the same store another way' },
  'store-moved': { severity: 'danger', inverse: 'store-moved', words: 'means another store' },
  'address-moved': { severity: 'danger', inverse: 'address-moved', words: 'has another address' },
  'credentials-changed': { severity: 'danger', inverse: 'credentials-changed', words: 'takes other credentials' },
  'cache-introduced': { severity: 'review', inverse: 'cache-removed', words: 'is cached' },
  'cache-removed': { severity: 'notice', inverse: 'cache-introduced', words: 'is no longer cached' },
  'cache-age-raised': { severity: 'review', inverse: 'cache-age-lowered', words: 'is cached for longer' },
  'cache-age-lowered': { severity: 'notice', inverse: 'cache-age-raised', words: 'is cached for less long' },
  'cache-moved': { severity: 'danger', inverse: 'cache-moved', words: 'is cached elsewhere' },
  'encoding-changed': { severity: 'review', inverse: 'encoding-changed', words: 'is encoded another way' },
  'extraction-changed': {
    severity: 'review',
    inverse: 'extraction-changed',
    words: 'is cut out of its document another way',
  },
  'delivery-changed': { severity: 'review', inverse: 'delivery-changed', words: 'is delivered another way' },
  'composition-changed': { severity: 'review', inverse: 'composition-changed', words: 'is composed another way' },
  'derivation-changed': { severity: 'review', inverse: 'derivation-changed', words: 'is derived another way' },
  'group-changed': { severity: 'review', inverse: 'group-changed', words: 'has other members or another mode' },
  'scope-widened': { severity: 'danger', inverse: 'scope-narrowed', words: 'shows more' },
  'scope-narrowed': { severity: 'review', inverse: 'scope-widened', words: 'shows less' },
  'scope-added': { severity: 'review', inverse: 'scope-removed', words: 'scope added' },
  'scope-removed': { severity: 'review', inverse: 'scope-added', words: 'scope removed' },
  'alias-added': { severity: 'review', inverse: 'alias-removed', words: 'alias added, which nothing uses' },
  'alias-removed': { severity: 'review', inverse: 'alias-added', words: 'alias removed, which nothing used' },
  'import-address-changed': {
    severity: 'review',
    inverse: 'import-address-changed',
    words: 'is imported from another address',
  },
  'roles-changed': { severity: 'review', inverse: 'roles-changed', words: 'takes its roles from other secrets' },
  'type-changed': { severity: 'notice', inverse: 'type-changed', words: 'has another type' },
  'description-changed': { severity: 'notice', inverse: 'description-changed', words: 'has another description' },
} as const satisfies Readonly<Record<string, KindOfChange>>;

export type ChangeKind = keyof typeof CHANGES;

/** What a change is about. */
export interface ChangeSubject {
  readonly secret?: string;
  readonly scope?: string;
  readonly group?: string;
  /** An alias, a provider's name or a URI without its password. */
  readonly store?: string;
}

/** One cause, however many profiles it reaches. Absent `from`: there was nothing; absent `to`: there is nothing now. */
export interface Change extends ChangeSubject {
  readonly kind: ChangeKind;
  readonly severity: ChangeSeverity;
  /** `all`: every profile that both plans have. */
  readonly profiles: 'all' | readonly string[];
  readonly from?: Json;
  readonly to?: Json;
}

export interface PlanDifference {
  /** Hashes. */
  readonly old: string;
  readonly new: string;
  /** Gravest first, then by kind and name. */
  readonly changes: readonly Change[];
}
