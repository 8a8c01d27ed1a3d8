/** The resolution plan: what to do for every secret, decided once, holding no fetched value. */
import type { Named } from './named.js';

/** Raised whenever an older reader could misread a newer plan. */
export const PLAN_FORMAT = 1;

export interface Plan {
  readonly format: typeof PLAN_FORMAT;
  readonly project: { readonly name: string; readonly requireReason: RequireReason };
  /** A profile's own chain of stores, else the project's; null: the user's default store, which `link` resolves. */
  readonly profiles: Named<{ readonly route: Chain | null }>;
  /** Project aliases, already checked. User aliases are not here: `link` adds them. */
  readonly stores: Named<PlannedStore>;
  /**
   * Secret name to its meanings, in the order of the first profile in which each holds. Profiles that mean the same
   * share one, so a plan is as long as what was written, not secrets × profiles.
   */
  readonly secrets: Named<readonly PlanSecret[]>;
  /** Scope name to secret names, sorted. */
  readonly scopes: Named<readonly string[]>;
}

/** Spec 5.3. */
export type RequireReason = boolean | 'agents';

export interface PlanSecret {
  /** The profiles in which the secret means this: `all`, or the shorter of the two lists (`only` when they are equally long). */
  readonly in: 'all' | { readonly only: readonly string[] } | { readonly except: readonly string[] };
  readonly description: string;
  readonly presence: Presence;
  readonly source: Source;
  /** `path`: a temporary file, whose name ends in the suffix of its type where it has one. */
  readonly deliver: 'value' | 'path';
  /** Informational unless `source` generates or derives: shown in reports, carried to the SDK. */
  readonly type?: string;
  /** How a binary value is spelled where text is wanted (`x509_identity`, binary exports). */
  readonly text?: Encoding;
  /** `credentials` of a typed secret: role to the name of the secret that plays it. */
  readonly roles?: Named<string>;
}

/** Groups are determined by their members: there is no second list that could differ. */
export type Presence = 'required' | 'optional' | GroupMembership;
export interface GroupMembership {
  readonly atLeastOne: readonly string[];
  readonly exactlyOne: readonly string[];
}

/** Where a value comes from. Settings that cannot be combined cannot be written down. */
export type Source = StoredSource | ComposedSource | DerivedSource;

export type StoredSource = {
  readonly kind: 'stored';
  /** `profile`: no declaration names providers. */
  readonly route: Chain | 'profile';
  readonly naming: Naming;
  /** Applied to what a store returns, in this order: decode, then extract. */
  readonly decode?: Encoding;
} & (
  | { readonly extract?: never; readonly whenMissing: WhenMissing }
  | { readonly extract: Extraction; readonly whenMissing: Extract<WhenMissing, { kind: 'nothing' | 'default' }> }
);

export interface ComposedSource {
  readonly kind: 'composed';
  /** Adjacent texts are joined. */
  readonly parts: readonly TemplatePart[];
}

export interface DerivedSource {
  readonly kind: 'derived';
  readonly from: string;
  readonly how: Derivation;
}
export type Derivation =
  | { readonly kind: 'select'; readonly extract: Extraction }
  | { readonly kind: 'export'; readonly type: string; readonly format: 'pem' | 'der' | null };

/** Stores to try, in order. */
export type Chain = readonly [StoreRef, ...StoreRef[]];

/**
 * What the author wrote about addresses, not what follows from it: an override sends `ref` along but not `refs`
 * (semantics 3.1), `import` looks at `refs` of stores outside the route, and writing by convention is allowed where
 * writing by `ref` is not. `link` turns it into addresses.
 */
export type Naming =
  | { readonly kind: 'convention' }
  | { readonly kind: 'ref'; readonly at: Coordinates }
  | { readonly kind: 'refs'; readonly by: Named<Coordinates> };

export type StoreRef =
  /** Defined in `Plan.stores`; where a call or a user names it, perhaps by the user. */
  | { readonly kind: 'alias'; readonly name: string }
  /** Written out in the manifest. */
  | { readonly kind: 'uri'; readonly uri: string }
  /** A user alias or the name of a provider: `link` decides. */
  | { readonly kind: 'open'; readonly name: string };

export type WhenMissing =
  | { readonly kind: 'nothing' }
  /** The manifest's own text, already in version control. */
  | { readonly kind: 'default'; readonly text: string }
  /** Defaults of the options are filled in. */
  | { readonly kind: 'generate'; readonly type: string; readonly options: Named<Json> }
  | { readonly kind: 'prompt' };

export type PlannedStore = LeafStore | InlineCacheStore | FallbackStore;
export interface LeafStore {
  readonly kind: 'leaf';
  readonly uri: string;
  readonly credentials: Named<CredentialSource>;
  readonly template?: Coordinates;
}
export interface InlineCacheStore {
  readonly kind: 'inline cache';
  readonly uri: string;
  readonly credentials: Named<CredentialSource>;
  readonly cache: Cache;
}
export interface FallbackStore {
  readonly kind: 'fallback';
  readonly route: readonly StoreRef[];
  readonly cache: Cache;
}
export interface Cache {
  readonly store: StoreRef;
  readonly maxAgeSeconds: number;
}

/** Without `ref`: the convention address of the active project and profile; a template of that store is not applied. */
export interface CredentialSource {
  readonly store: StoreRef;
  readonly ref?: Coordinates;
}

export type Encoding = 'base64' | 'base64url' | 'hex';
export interface Extraction {
  readonly format: 'json' | 'ini';
  /** Unescaped segments of the pointer. */
  readonly pointer: readonly string[];
}
export type TemplatePart = { readonly text: string } | { readonly secret: string };

/** Native coordinates (spec 2.9). */
export interface Coordinates {
  readonly item: string;
  readonly field?: string;
  readonly vault?: string;
  readonly section?: string;
  readonly version?: string;
}
export const COORDINATE_NAMES = ['item', 'field', 'vault', 'section', 'version'] as const;
export type CoordinateName = (typeof COORDINATE_NAMES)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A plan on disk: in the cache, or where `plan --output` put it. */
export interface PlanFile {
  readonly tool: string;
  /** Every manifest read, relative to the entry manifest's folder, POSIX separators, in the order they were loaded. */
  readonly sources: readonly PlanSourceFile[];
  /** `sha256:` over the plan's canonical text. */
  readonly hash: string;
  readonly plan: Plan;
  /** `sha256:` over the canonical text of all the rest of this file. */
  readonly integrity: string;
}
export interface PlanSourceFile {
  readonly path: string;
  /** 64 hex digits over the bytes read. */
  readonly sha256: string;
}
