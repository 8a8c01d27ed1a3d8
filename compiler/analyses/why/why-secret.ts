/**
 * Which lines made a secret what it is. Asked of the trees between text and plan, which still know where each value was
 * written; chains and addresses are read off the plan.
 */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { meaningIn } from '#schemas/meaning.js';
import { byName } from '#schemas/named.js';
import { answerHead, type PlanQuestion } from '#schemas/plan-question.js';
import type { PlanWhy, WhyField, WhyPlace, WhyProfile } from '#schemas/plan-why.js';
import { withEachText, withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { BoundProject } from '../../tree/effective.js';
import type { WrittenManifest } from '../../tree/written.js';
import { tablePath } from '../table-path.js';
import { type FieldInForce, fieldsInForce } from './fields-in-force.js';
import type { Layer } from './layers.js';
import { storesOf } from './stores-of-secret.js';

/** A sound project, the manifests that it was made of, parents first, and its plan. */
export interface Compilation extends Pick<PlanQuestion, 'plan' | 'hash' | 'profiles'> {
  readonly project: BoundProject;
  readonly manifests: readonly WrittenManifest[];
  readonly locate: Locate;
  /** A file as it is shown. */
  readonly seen: (file: string) => string;
}

/** In the profiles that are asked about, as far as they declare it. */
export function whySecret(compilation: Compilation, secret: string): PlanWhy {
  const asked = new Set(compilation.profiles);
  const found = compilation.project.profiles.filter(({ name }) => asked.has(name));
  const sorted = found.toSorted((left, right) => byName(left.name, right.name));
  return {
    ...answerHead(compilation),
    secret,
    profiles: sorted.flatMap((profile) => whyIn(compilation, secret, profile)),
  };
}

function whyIn(
  { plan, project, manifests, locate, seen }: Compilation,
  name: string,
  profile: BoundProject['profiles'][number],
): readonly WhyProfile[] {
  const secret = profile.secrets.get(name);
  const meaning = meaningIn(plan, profile.name, name);
  if (secret === undefined || meaning === null) return [];
  const placed = placesIn(locate, seen);
  const fields = fieldsInForce({ secret, profile, manifests }).map((field) => fieldOf(field, placed));
  const placeOfAlias = (alias: string) => {
    const at = project.stores.get(alias)?.at;
    return at === undefined ? [] : [placed(at)];
  };
  return [{ profile: profile.name, fields, ...storesOf({ plan, name, profile: profile.name, meaning, placeOfAlias }) }];
}

function fieldOf({ field, value, from, overrides, emptied }: FieldInForce, placed: Placed): WhyField {
  const overridden = (layer: Layer) => ({
    ...placed(layer.at),
    value: withEachText(layer.value, withoutCredentials),
    ...(layer.field !== field && { field: layer.field }),
  });
  return {
    field,
    value: withEachText(value, withoutCredentials),
    from: from && placed(from.at),
    overrides: overrides.map(overridden),
    ...(emptied.length > 0 && { emptied: emptied.map(({ at }) => placed(at)) }),
  };
}

type Placed = (at: Place) => WhyPlace;

/** The table is that of the key. */
function placesIn(locate: Locate, seen: Compilation['seen']): Placed {
  return (at) => {
    const { line = null, column = null } = locate(at) ?? {};
    return { file: seen(at.file), line, column, table: tablePath(at.path.slice(0, -1)) };
  };
}
