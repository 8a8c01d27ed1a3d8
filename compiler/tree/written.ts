/** The manifest as written: every value with the place it was written at. One tree per file, then one for the project. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { TemplatePart } from '#schemas/plan.js';
import type { AliasShape } from '../shape/coordinates-shape.js';
import type { ProfileDefaultsShape, SecretShape } from '../shape/manifest-shape.js';

/** A value and its place. */
export interface Written<T> {
  readonly value: T;
  readonly at: Place;
}

export interface WrittenManifest {
  readonly file: string;
  readonly project: {
    readonly name: string;
    readonly requireReason: boolean | 'agents' | null;
  };
  readonly defaultChain: Written<readonly string[]> | null;
  readonly aliases: ReadonlyMap<string, WrittenAlias>;
  /** An entry that is not a name is blank. */
  readonly scopes: ReadonlyMap<string, Written<readonly string[]>>;
  readonly profiles: ReadonlyMap<string, WrittenProfile>;
  /** False if `[profiles]` is missing, or completely broken, which has been reported. */
  readonly hasProfiles: boolean;
  /** The place for errors about `[profiles]`. */
  readonly at: Place;
}

export interface WrittenProfile {
  readonly name: string;
  readonly at: Place;
  readonly defaults: WrittenDefaults;
  readonly secrets: ReadonlyMap<string, WrittenSecret>;
  /** Names with a broken declaration: they cause no further errors. */
  readonly broken: ReadonlySet<string>;
}

/** Field by field, because files merge them field by field (semantics 1.4). */
export type WrittenDefaults = {
  readonly [Field in keyof ProfileDefaultsShape]?: Written<NonNullable<ProfileDefaultsShape[Field]>>;
};

export interface WrittenSecret {
  readonly name: string;
  readonly profile: string;
  readonly file: string;
  readonly fields: SecretShape;
  /** The parsed `composed` template; null if there is none, or it is broken. */
  readonly template: WrittenTemplate | null;
  /** Fields with an error that was already reported. */
  readonly broken: ReadonlySet<string>;
  /** The declaration of a parent manifest that this one replaces whole: nothing of it holds (semantics 1.4). */
  readonly replaced?: WrittenSecret;
}
export interface WrittenTemplate {
  readonly parts: readonly TemplatePart[];
  /** The position of each reference in the template's text, in UTF-16 units. */
  readonly references: readonly { readonly secret: string; readonly start: number; readonly end: number }[];
}

export interface WrittenAlias {
  readonly name: string;
  readonly at: Place;
  readonly shape: AliasShape;
}

/** The place of a field of a secret, or of the secret itself. */
export function placeOf(secret: WrittenSecret, field?: keyof SecretShape, part: Place['part'] = 'value'): Place {
  const path = ['profiles', secret.profile, secret.name];
  if (field === undefined) return { file: secret.file, path, part: 'key' };
  return { file: secret.file, path: [...path, field], part };
}
