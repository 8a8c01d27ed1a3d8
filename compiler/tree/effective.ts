/**
 * The effective project: profiles complete, then stores, templates and groups. Each secret keeps what was written, so
 * that rules can check it and labels can point at it.
 */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { Chain, GroupMembership, Naming, PlannedStore } from '#schemas/plan.js';
import { isBinaryType } from '#schemas/secret-types/index.js';
import type { StoreTable } from '#schemas/stores/store-table.js';
import type { SecretShape } from '../shape/manifest-shape.js';
import type { Written, WrittenSecret, WrittenTemplate } from './written.js';
import { placeOf } from './written.js';

/** After `inherit`: every profile is complete; "omitted" no longer exists. */
export interface Project {
  readonly file: string;
  readonly name: string;
  readonly requireReason: boolean | 'agents';
  readonly profiles: readonly Profile[];
  /** Each meaning once, however many profiles share it; by name, then by first profile. */
  readonly secrets: readonly Secret[];
  readonly scopes: ReadonlyMap<string, Written<readonly string[]>>;
  /** Every name that some profile declares, broken declarations included. */
  readonly declared: ReadonlySet<string>;
}

export interface Profile {
  readonly name: string;
  readonly at: Place;
  readonly isStandalone: boolean;
  /** Specs of the profile's own chain, else the project's; null: the user's default store. */
  readonly chain: Written<readonly string[]> | null;
  readonly secrets: ReadonlyMap<string, Secret>;
  /** Names with a broken declaration: references to them are not reported. */
  readonly broken: ReadonlySet<string>;
}

/** What a secret means, as merged from the declarations of its profile and of `default`. */
export interface Secret {
  readonly name: string;
  /** Profiles in which it means this, sorted; never empty. */
  readonly profiles: readonly string[];
  /** Most specific first: the profile's own declaration, then that of `default`. Never empty. */
  readonly declarations: readonly [WrittenSecret, ...WrittenSecret[]];
  readonly fields: Fields;
  readonly presence: 'required' | 'optional' | GroupMembership;
  /** What says so: the secret's own `required`, else that of the profile's defaults; null if neither does. */
  readonly presenceAt: Place | null;
  readonly source: SecretSource;
  /** The effective default; `at` tells where it is from. */
  readonly default: Written<string> | null;
  readonly isDefaultOfProfile: boolean;
  readonly broken: ReadonlySet<string>;
}
/** Which kind a secret is. What it is made of takes precedence over its stores; the rules report the conflict. */
export type SecretSource =
  | { readonly kind: 'stored' }
  /** The `composed` of the declaration that supplies it, and its parts; null if they are broken. */
  | { readonly kind: 'composed'; readonly text: string; readonly template: WrittenTemplate | null }
  | { readonly kind: 'derived'; readonly from: string };

/** Merged field by field; `ref` and `refs` are one setting. */
export type Fields = Omit<SecretShape, 'inherit' | 'default'>;

/** The declaration that supplies a field, or null if none does. */
export function declarationOf(secret: Secret, field: keyof SecretShape): WrittenSecret | null {
  return secret.declarations.find(({ fields }) => fields[field] !== undefined) ?? null;
}

/** Where a field of the effective secret was written; the secret's own declaration if it was not written. */
export function fieldPlace(secret: Secret, field: keyof SecretShape, part: Place['part'] = 'key'): Place {
  const declaration = declarationOf(secret, field);
  return declaration === null ? placeOf(secret.declarations[0]) : placeOf(declaration, field, part);
}

/** Where the secret is declared, most specifically. */
export function secretPlace(secret: Secret): Place {
  return placeOf(secret.declarations[0]);
}

/** Whether the secret generates: `generate = false` switches an inherited one off. */
export function generates(secret: Secret): boolean {
  return secret.fields.generate !== undefined && secret.fields.generate !== false;
}

/** Whether values of the secret are bytes, which need a text form wherever text is wanted (semantics 9.5). */
export function isBinary({ fields: { type, format } }: Secret): boolean {
  return format === 'der' || isBinaryType(type);
}

/** A name that a secret is made of, and what as. */
export type SecretInput = { readonly target: string } /** `span`: where in the text of the template. */ & (
  | { readonly as: 'reference'; readonly span: { readonly start: number; readonly end: number } }
  | { readonly as: 'source' }
  | { readonly as: 'role'; readonly role: string }
);

/** All inputs of a secret: the references of its template, its source, the secrets that play its roles. */
export function inputsIn({ source, fields: { credentials = {} } }: Secret): readonly SecretInput[] {
  const roles = Object.entries(credentials).map(([role, target]) => ({ as: 'role', role, target }) as const);
  switch (source.kind) {
    case 'stored':
      return roles;
    case 'composed': {
      const written = source.template?.references ?? [];
      return [
        ...written.map(
          ({ secret: target, start, end }) => ({ as: 'reference', target, span: { start, end } }) as const,
        ),
        ...roles,
      ];
    }
    case 'derived':
      return [{ as: 'source', target: source.from }, ...roles];
  }
}

/** Finds what a secret means by a name, in each of its profiles; each once. Made once for many questions. */
export function inputFinder(project: Project): (secret: Secret, name: string) => ReadonlySet<Secret> {
  const profiles = new Map(project.profiles.map((profile) => [profile.name, profile.secrets]));
  return (secret, name) => {
    const found = new Set<Secret>();
    for (const profile of secret.profiles) {
      const input = profiles.get(profile)?.get(name);
      if (input !== undefined) found.add(input);
    }
    return found;
  };
}

/** After `bind`: chains and naming are known, aliases are stores. */
export interface BoundProject extends Project {
  readonly stores: ReadonlyMap<string, BoundStore>;
  /** What a reference means among them. */
  readonly table: StoreTable;
  /** By profile name. */
  readonly chains: ReadonlyMap<string, Chain | null>;
  readonly bound: ReadonlyMap<Secret, BoundSecret>;
}
export interface BoundStore {
  readonly store: PlannedStore;
  readonly at: Place;
}
export interface BoundSecret {
  /** `profile`: no declaration names providers. */
  readonly route: Chain | 'profile';
  readonly naming: Naming;
}
