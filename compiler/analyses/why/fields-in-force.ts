/** The settings of a secret that are in force in a profile: from where, and instead of what. */
import type { Json } from '#schemas/plan.js';
import type { SecretShape } from '../../shape/manifest-shape.js';
import { type Asked, declaredLayers, type Layer, profileLayers, projectLayers } from './layers.js';

export interface FieldInForce {
  readonly field: string;
  readonly value: Json;
  /** Null: built in. */
  readonly from: Layer | null;
  readonly overrides: readonly Layer[];
  readonly emptied: readonly Layer[];
}

/** In the order of the reference (spec 2.5). `ref` and `refs` are one setting, under the key that is in force. */
export function fieldsInForce(asked: Asked): readonly FieldInForce[] {
  const { source } = asked.secret;
  return [
    ...written(asked, 'description'),
    ...inheritance(asked),
    requirement(asked),
    ...defaultValue(asked),
    ...written(asked, 'composed'),
    ...(source.kind === 'stored' ? [chain(asked)] : written(asked, 'providers')),
    ...written(asked, 'ref', 'refs'),
    ...REST.flatMap((field) => written(asked, field)),
  ];
}

const REST = [
  'as_path',
  'encoding',
  'extract',
  'type',
  'generate',
  'prompt',
  'format',
  'from',
  'credentials',
] as const satisfies readonly (keyof SecretShape)[];

function written(asked: Asked, ...fields: readonly (keyof SecretShape)[]): readonly FieldInForce[] {
  return firstOf(declaredLayers(asked, ...fields));
}

/** None where nothing is in force: what was replaced alone never is. */
function firstOf(layers: readonly Layer[]): readonly FieldInForce[] {
  const from = layers.find(({ isReplaced }) => !isReplaced);
  if (from === undefined) return [];
  return [{ field: from.field, value: from.value, from, overrides: without(layers, from), emptied: [] }];
}

function without(layers: readonly Layer[], from: Layer | null): readonly Layer[] {
  return layers.filter((layer) => layer !== from);
}

/** Of `default` it says which profiles have the secret; of another profile, whether what `default` says holds there. */
function inheritance(asked: Asked): readonly FieldInForce[] {
  const { profile, manifests, secret } = asked;
  if (profile.name === 'default') return written(asked, 'inherit');
  const isInDefault = manifests.some(({ profiles }) => profiles.get('default')?.secrets.has(secret.name));
  return isInDefault ? firstOf(profileLayers(asked, 'inherit')) : [];
}

/** Built in: true, but false of a secret with a default (semantics 2.2). */
function requirement(asked: Asked): FieldInForce {
  const [found] = firstOf([...declaredLayers(asked, 'required'), ...profileLayers(asked, 'required')]);
  if (found !== undefined) return found;
  const value = asked.secret.presence !== 'optional';
  return { field: 'required', value, from: null, overrides: declaredLayers(asked, 'required'), emptied: [] };
}

/** That of a profile is for stored secrets alone. */
function defaultValue(asked: Asked): readonly FieldInForce[] {
  const isStored = asked.secret.source.kind === 'stored';
  return firstOf([...declaredLayers(asked, 'default'), ...(isStored ? profileLayers(asked, 'default') : [])]);
}

/** An empty list is not a chain: it leaves the choice to what is farther away, but not to other lists of the same kind. */
function chain(asked: Asked): FieldInForce {
  const kinds = [declaredLayers(asked, 'providers'), profileLayers(asked, 'providers'), projectLayers(asked)];
  const emptied: Layer[] = [];
  for (const layers of kinds) {
    const first = layers.find(({ isReplaced }) => !isReplaced);
    if (first === undefined) continue;
    if (!isEmpty(first)) return { ...inForce(kinds, first, emptied), value: first.value };
    emptied.push(first);
  }
  return { ...inForce(kinds, null, emptied), value: null };
}

function inForce(kinds: readonly (readonly Layer[])[], from: Layer | null, emptied: readonly Layer[]) {
  const overrides = without(kinds.flat(), from).filter((layer) => !emptied.includes(layer));
  return { field: 'providers', from, overrides, emptied };
}

function isEmpty({ value }: Layer): boolean {
  return Array.isArray(value) && value.length === 0;
}
