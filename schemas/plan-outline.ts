/** A plan as people see it: what `tool plan` prints. An analysis makes it, a view words it. */
import type { GroupMode } from './groups.js';
import type { CoordinateName, PlanSecret, RequireReason } from './plan.js';

export interface PlanOutline {
  readonly project: string;
  readonly requireReason: RequireReason;
  readonly profiles: readonly OutlineProfile[];
  /** By name. */
  readonly secrets: readonly OutlineSecret[];
  /** One order for all profiles if possible; otherwise one for each. */
  readonly orders: Some<FinishOrder>;
  /** By name. */
  readonly groups: readonly OutlineGroup[];
  readonly scopes: readonly OutlineScope[];
  /** Project aliases by name, then URIs, then what is configured only on the user's machine. */
  readonly contacts: readonly Contact[];
}

/** As much of a list as a person reads, and how much more there is. The plan's JSON has all of it. */
export interface Some<T> {
  readonly shown: readonly T[];
  readonly more: number;
}

/** What the outline is about: null means all of them. */
export interface OutlineSelection {
  readonly profile: string | null;
  readonly scope: string | null;
  /** Left out for all. Those named and what they are made of; of groups and scopes, those that they belong to. */
  readonly secrets?: readonly string[];
}

/** In which profiles something holds. */
export type Extent = PlanSecret['in'];

export interface OutlineProfile {
  readonly name: string;
  readonly stores: readonly OutlineStore[];
  /** The store that values are written to, if that is not the first; null otherwise. */
  readonly written: OutlineStore | null;
}

/** A store as far as the plan describes it. */
export type OutlineStore =
  | { readonly kind: 'alias'; readonly name: string }
  | { readonly kind: 'uri'; readonly uri: string }
  /** `isProvider`: a provider has this name, and is meant unless the user has an alias of that name. */
  | { readonly kind: 'open'; readonly name: string; readonly isProvider: boolean }
  /** What the user's configuration names where nothing else does. */
  | { readonly kind: 'default' };

export interface OutlineSecret {
  readonly name: string;
  /** Read for what is made of it, and hidden by the scope. */
  readonly isHiddenInput: boolean;
  readonly meanings: readonly OutlineMeaning[];
}

export interface OutlineMeaning {
  readonly in: Extent;
  readonly meaning: PlanSecret;
  /** For a stored secret; several where its profiles have stores of their own. */
  readonly chains: Some<OutlineChain>;
  /** Addresses in stores that its chains never ask: `import` reads them. */
  readonly importOnly: Some<Hop>;
}

export interface OutlineChain {
  /** Null: in all profiles of the meaning. */
  readonly in: readonly string[] | null;
  /** The cached alias that all hops belong to. */
  readonly through: string | null;
  readonly hops: Some<Hop>;
  readonly cache: CacheHop | null;
  /** The store that values are written to, if that is not the first; null otherwise. */
  readonly written: OutlineStore | null;
  /** Whether the first store keeps a value that is generated or entered; null if the plan does not determine that. */
  readonly keeps: boolean | null;
}

/** One store that is read for one secret. */
export interface Hop {
  readonly store: OutlineStore;
  readonly address: OutlineAddress;
  /** Whether the store keeps every secret there that names no coordinates. */
  readonly isUsual: boolean;
}
export interface CacheHop extends Hop {
  readonly maxAgeSeconds: number;
}

/** Contains `{profile}` if several profiles have different addresses. */
export type OutlineAddress =
  | { readonly kind: 'convention'; readonly text: string }
  | {
      readonly kind: 'native';
      readonly coordinates: readonly (readonly [CoordinateName, string])[];
      /** What the store calls it, where that is not the `item`. */
      readonly entry?: string;
    };

/** Composed and derived secrets, each after all it is made of. */
export interface FinishOrder {
  /** Null: in all profiles. */
  readonly profile: string | null;
  readonly steps: readonly { readonly secret: string; readonly inputs: readonly string[] }[];
}

export interface OutlineGroup {
  readonly name: string;
  readonly mode: GroupMode;
  readonly members: Some<string>;
  readonly in: Extent;
}

export interface OutlineScope {
  readonly name: string;
  readonly shows: Some<string>;
  /** Hidden, and read all the same for what is made of them. */
  readonly uses: Some<string>;
  readonly hides: Some<string>;
}

/** A store that may be contacted, and for what. Names are sorted. */
export interface Contact {
  readonly store: OutlineStore;
  /** Redacted; null where the plan does not have it. */
  readonly uri: string | null;
  /** Where it keeps what names no coordinates, with `{key}` for the secret. */
  readonly entries: OutlineAddress;
  readonly reads: Some<string>;
  /** Generated values. */
  readonly writesGenerated: Some<string>;
  /** Values that are prompted for. */
  readonly writesEntered: Some<string>;
  readonly caches: Some<string>;
  /** Credentials of other stores that are stored here. */
  readonly credentials: Some<{ readonly name: string; readonly of: string }>;
}
