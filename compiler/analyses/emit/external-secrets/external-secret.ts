/** One `ExternalSecret`: what a service gets in one profile. */
import type { Encoding } from '#schemas/plan.js';
import {
  type EntryRecipe,
  type Made,
  missableEntries,
  type ReadEntry,
  shownIn,
  type Service,
} from '../parts/recipe.js';
import { Members, Remarked, Written, type Yaml } from '../parts/yaml.js';
import { optionalTemplate, requiredTemplate } from './dialect.js';
import { providerOf } from './providers.js';

const DECODING: Readonly<Record<Encoding, string>> = { base64: 'Base64', base64url: 'Base64URL', hex: 'None' };

/** `storeOf`: the name of the `SecretStore` of an entry. */
export function externalSecret(
  service: Service,
  fetched: readonly Fetched[],
  storeOf: (read: ReadEntry) => string,
): Yaml {
  const usual = fetched[0] === undefined ? '' : storeOf(fetched[0].recipe.entry);
  return {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name: service.fullName },
    spec: {
      refreshInterval: '1h',
      secretStoreRef: { name: usual, kind: 'SecretStore' },
      target: {
        name: service.fullName,
        creationPolicy: 'Owner',
        // Only then is an entry that is missing passed over; a required one fails in the template.
        deletionPolicy: fetched.some(isMissable) ? 'Delete' : 'Retain',
        template: templateOf(service),
      },
      data: fetched.map((made) => dataOf(made, storeOf(made.recipe.entry), usual)),
    },
  };
}

/** Services of a profile share most of what they fetch, and of what they make of it. */
const items = new WeakMap<Made, Written>();
const templates = new WeakMap<Made, Written>();

function dataOf(made: Fetched, store: string, usual: string): Yaml {
  const known = store === usual ? items.get(made) : undefined;
  if (known !== undefined) return known;
  const { entry, decode } = made.recipe;
  const { key, property, version } = providerOf(entry.uri)?.remoteRef(entry) ?? { key: '' };
  const item = new Written({
    secretKey: made.secret,
    remoteRef: { key, property, version, ...(decode !== null && { decodingStrategy: DECODING[decode] }) },
    ...(store !== usual && { sourceRef: { storeRef: { name: store, kind: 'SecretStore' } } }),
  });
  if (store === usual) items.set(made, item);
  return item;
}

export type Fetched = Made & { readonly recipe: EntryRecipe };

export function fetchedIn({ secrets }: Service): readonly Fetched[] {
  const known = entries.get(secrets);
  if (known !== undefined) return known;
  const found = [...secrets.values()].filter((made): made is Fetched => made.recipe?.kind === 'entry');
  entries.set(secrets, found);
  return found;
}
const entries = new WeakMap<Service['secrets'], readonly Fetched[]>();

export function isMissable({ isRequired, recipe }: Fetched): boolean {
  return !isRequired || recipe.otherwise !== null;
}

function templateOf(service: Service): Yaml {
  const data: Written[] = [];
  const optional: Made[] = [];
  for (const made of shownIn(service)) {
    if (missableEntries(service, made).length > 0) optional.push(made);
    else data.push(memberOf(service, made));
  }
  return {
    engineVersion: 'v2',
    mergePolicy: 'Replace',
    ...(data.length > 0 && { data: new Members(data) }),
    ...(optional.length > 0 && { templateFrom: [{ target: 'Data', literal: optionalTemplate(service, optional) }] }),
  };
}

function memberOf(service: Service, made: Made): Written {
  const known = templates.get(made);
  if (known !== undefined) return known;
  const member = new Written(new Map([[made.secret, remarked(made, requiredTemplate(service, made))]]));
  templates.set(made, member);
  return member;
}

function remarked({ recipe }: Made, template: string): Yaml {
  const hasDefault = recipe?.kind === 'text' || (recipe?.kind === 'entry' && recipe.otherwise !== null);
  return hasDefault ? new Remarked(template, ['with the default of the manifest']) : template;
}
