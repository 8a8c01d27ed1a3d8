/** A plan narrowed to one profile, one scope and the wanted secrets, every store made concrete. Still value-free. */

import type { GroupMode } from '#schemas/groups.js';
import type { Named } from '#schemas/named.js';
import type { Derivation, Encoding, Extraction, TemplatePart, WhenMissing } from '#schemas/plan.js';
import type { At } from '#schemas/addresses/address.js';
import type { StoreFault } from '#schemas/stores/judge.js';

export interface LinkedPlan {
  readonly project: string;
  readonly profile: string;
  readonly scope: string | null;
  /** What reports and audit call "the provider": an override as written, else the smallest primary, else the default store (semantics 3.4). */
  readonly primaryStore: { readonly text: string } | { readonly store: number } | null;
  /** Steps refer to stores by position, in order of first use. Equal URI and credentials are the same store. */
  readonly stores: readonly LinkedStore[];
  /** By name; they are batched. */
  readonly reads: readonly ReadStep[];
  /** In order: composed, derived and checked after all they use. */
  readonly finish: readonly FinishStep[];
  /** Judged over visible members only; empty if single secrets are wanted. At-least-one groups by name, then exactly-one groups by name. */
  readonly groups: readonly LinkedGroup[];
  /** Names that `run` removes from the child's environment, over all profiles, sorted. */
  readonly scrub: readonly string[];
}

export interface LinkedGroup {
  readonly name: string;
  readonly mode: GroupMode;
  readonly members: readonly string[];
}

export type LinkedStore = ConcreteStore | BrokenStore;
export interface ConcreteStore {
  readonly kind: 'store';
  readonly scheme: string;
  /** As written, with the path filled in. */
  readonly uri: string;
  /** What messages call it, and reports if the open store has no other name: its canonical address. Left out: `uri`. */
  readonly shown?: string;
  readonly aliases: readonly string[];
  readonly credentials: Named<Reading>;
  /** A person may have to unlock it. */
  readonly unlocks?: true;
  /** An external provider claims its scheme on this machine, or did when the plan was linked. */
  readonly external?: true;
}
/** A later store that is invalid: harmless until it is reached, then a failure like any other. An invalid first store is E08. */
export interface BrokenStore {
  readonly kind: 'broken';
  readonly shown: string;
  readonly why: StoreFault;
}

export interface Reading {
  readonly store: number;
  readonly at: At;
}

export interface Wanted {
  readonly secret: string;
  readonly description: string;
  /** Wanted, and shown when found. Inputs are read, composed and dropped before anything is shown (spec 4.2, rule 4). */
  readonly visible: boolean;
  /** Whether diagnostics may contain the name: not that of an input that the scope hides (spec 4.2, rule 10). */
  readonly nameable: boolean;
  readonly required: boolean;
  readonly deliver: 'value' | 'path';
  readonly type?: string;
  readonly text?: Encoding;
}
export interface ReadStep extends Wanted {
  readonly from: readonly Reading[];
  readonly cache: (Reading & { readonly maxAgeSeconds: number }) | null;
  /** The manifest's cache, which an override bypasses: a write removes its entry. */
  readonly bypassedCache: Reading | null;
  readonly decode?: Encoding;
  readonly extract?: Extraction;
  readonly whenMissing: WhenMissing;
}
export type FinishStep = ComposeStep | DeriveStep | CheckIdentityStep;
export interface ComposeStep extends Wanted {
  readonly kind: 'compose';
  readonly parts: readonly TemplatePart[];
}
export interface DeriveStep extends Wanted {
  readonly kind: 'derive';
  readonly from: string;
  readonly how: Derivation;
  readonly roles: Named<string>;
}
/** A missing role makes the identity missing; its file is written after the check. */
export interface CheckIdentityStep {
  readonly kind: 'check identity';
  readonly secret: string;
  readonly roles: Named<string>;
}

/** What this call wants. */
export interface Choice {
  readonly profile: string | null;
  readonly scope: string | null;
  readonly override: string | null;
  /** These names and what they are made of, no groups; limited by `scope` if one is set (`get`, `set`, `delete` pass none). */
  readonly only: readonly string[] | null;
  /** Left out: everything that the scope shows. */
  readonly narrowing?: Narrowing;
}

/** Patterns that narrow what a scope shows: to the names that fit one of `only`, if there are any, and none of `except`. */
export interface Narrowing {
  readonly only: readonly string[];
  readonly except: readonly string[];
}

export type { UserConfig } from '#schemas/user-config.js';
