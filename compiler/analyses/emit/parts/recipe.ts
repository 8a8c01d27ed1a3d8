/** How a value of a plan is made, for engines that make it themselves. */
import { dependencyOrder } from '#schemas/dependency-order.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { Encoding, Extraction, TemplatePart } from '#schemas/plan.js';
import type { StoreRow } from '../../questions/store-rows.js';

export type Recipe =
  | {
      readonly kind: 'entry';
      readonly entry: ReadEntry;
      readonly decode: Encoding | null;
      readonly extract: Extraction | null;
      /** What it is where the entry is missing: the text of the manifest, or null for nothing. */
      readonly otherwise: string | null;
    }
  /** A default, where the engine can read no store of the secret. */
  | { readonly kind: 'text'; readonly text: string }
  /** `inputs`: the secrets among the parts, each once. */
  | { readonly kind: 'composed'; readonly parts: readonly TemplatePart[]; readonly inputs: readonly string[] }
  | { readonly kind: 'selected'; readonly from: string; readonly extract: Extraction };

export type EntryRecipe = Extract<Recipe, { kind: 'entry' }>;

export interface ReadEntry {
  readonly row: StoreRow;
  readonly uri: StoreUri;
  readonly entry: Entry;
}

/** A secret that a service gets, or that one of its secrets is made of. */
export interface Made {
  readonly secret: string;
  /** Null: `tool` makes it when the service starts. */
  readonly recipe: Recipe | null;
  /** The service does not start without it. */
  readonly isRequired: boolean;
  readonly isFile: boolean;
  /** Whether the service gets it itself. */
  readonly isShown: boolean;
  /** The credential of systemd that has it, where a store of its chain is one. */
  readonly credential: Credential | null;
}

export interface Credential {
  readonly name: string;
  /** Whether it is the value as it is, and nothing else can be. */
  readonly isValue: boolean;
}

export interface Service {
  /** A DNS label: of the service, or of its scope, or of the project. */
  readonly name: string;
  /** A DNS label that no other profile or service of the document has. */
  readonly fullName: string;
  readonly profile: string;
  readonly scope: string | null;
  /** By name; those that are covered. */
  readonly secrets: ReadonlyMap<string, Made>;
}

export function shownIn({ secrets }: Pick<Service, 'secrets'>): readonly Made[] {
  const known = shown.get(secrets);
  if (known !== undefined) return known;
  const found = [...secrets.values()].filter(({ isShown }) => isShown);
  shown.set(secrets, found);
  return found;
}
/** Asked for several times where a document is written. */
const shown = new WeakMap<Service['secrets'], readonly Made[]>();

export function inputsOfRecipe(recipe: Recipe | null): readonly string[] {
  if (recipe?.kind === 'composed') return recipe.inputs;
  return recipe?.kind === 'selected' ? [recipe.from] : NONE;
}
const NONE: readonly string[] = [];

/** All that a value is made of, each after what it is made of itself; the value is the last. */
export function orderedInputs({ secrets }: Pick<Service, 'secrets'>, made: Made): readonly Made[] {
  const { secret, recipe } = made;
  if (recipe?.kind === 'entry' || recipe?.kind === 'text') return [made];
  const { order } = dependencyOrder([secret], (name) => inputsOfRecipe(secrets.get(name)?.recipe ?? null));
  return order.flatMap((name) => secrets.get(name) ?? []);
}

/** Entries without which an optional value is missing, too, without an error; none of a required one. */
export function missableEntries(service: Pick<Service, 'secrets'>, made: Made): readonly Made[] {
  if (made.isRequired) return NOTHING;
  return orderedInputs(service, made).filter(
    ({ recipe, isRequired }) => recipe?.kind === 'entry' && recipe.otherwise === null && !isRequired,
  );
}
const NOTHING: readonly Made[] = [];
