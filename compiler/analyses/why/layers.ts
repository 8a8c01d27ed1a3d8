/** Everything that was written of a setting of a secret, nearest first, whether it is in force or not. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import type { SecretShape } from '../../shape/manifest-shape.js';
import type { Profile, Secret } from '../../tree/effective.js';
import {
  placeOf,
  type Written,
  type WrittenDefaults,
  type WrittenManifest,
  type WrittenSecret,
} from '../../tree/written.js';

export interface Layer {
  /** The key as written. */
  readonly field: string;
  readonly value: Json;
  /** The key. */
  readonly at: Place;
  /** Of a declaration that another one replaces whole: it is never in force. */
  readonly isReplaced: boolean;
}

/** A secret in one of its profiles, and the manifests that say so, parents first. */
export interface Asked {
  readonly secret: Secret;
  readonly profile: Profile;
  readonly manifests: readonly WrittenManifest[];
}

/** In declarations of the profile and of `default`, each with those of parents that it replaces. */
export function declaredLayers({ secret }: Asked, ...fields: readonly (keyof SecretShape)[]): readonly Layer[] {
  return secret.declarations.flatMap((declaration) =>
    withReplaced(declaration).flatMap((written, index) =>
      fields.flatMap((field) => {
        const value = own(written.fields, field);
        if (value === undefined) return [];
        return [{ field, value: value as Json, at: placeOf(written, field, 'key'), isReplaced: index > 0 }];
      }),
    ),
  );
}

function withReplaced(declaration: WrittenSecret): readonly WrittenSecret[] {
  const { replaced } = declaration;
  return replaced === undefined ? [declaration] : [declaration, ...withReplaced(replaced)];
}

/** In `[profiles.<name>.defaults]` of this profile, which files merge key by key. */
export function profileLayers({ profile, manifests }: Asked, field: keyof WrittenDefaults): readonly Layer[] {
  return manifests.toReversed().flatMap(({ profiles }) => {
    const written = profiles.get(profile.name)?.defaults[field];
    return written === undefined ? [] : [layerOf(field, written)];
  });
}

/** In `[defaults]`. */
export function projectLayers({ manifests }: Asked): readonly Layer[] {
  return manifests
    .toReversed()
    .flatMap(({ defaultChain }) => (defaultChain === null ? [] : [layerOf('providers', defaultChain)]));
}

function layerOf(field: string, { value, at }: Written<unknown>): Layer {
  return { field, value: value as Json, at: { ...at, part: 'key' }, isReplaced: false };
}
