/** One `ExternalSecret`: what a service gets in one profile. */
import type { Encoding } from '#schemas/plan.js';
import { type Made, missableEntries, type ReadEntry, shownIn, type Service } from '../parts/recipe.js';
import { Remarked, Written, type Yaml, type YamlTable } from '../parts/yaml.js';
import { optionalTemplate, requiredTemplate } from './dialect.js';
import { providerOf } from './providers.js';

const DECODING: Readonly<Record<Encoding, string>> = { base64: 'Base64', base64url: 'Base64URL', hex: 'None' };

/** `storeOf`: the name of the `SecretStore` of an entry. */
export function externalSecret(service: Service, storeOf: (read: ReadEntry) => string): Yaml {
  const fetched = fetchedIn(service);
  const stores = fetched.map(({ entry }) => storeOf(entry));
  const [usual = ''] = stores;
  const data = fetched.map((each) => dataOf(each, storeOf(each.entry), usual));
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
        deletionPolicy: fetched.some(({ isMissable }) => isMissable) ? 'Delete' : 'Retain',
        template: templateOf(service),
      },
      data,
    },
  };
}

/** Services of a profile share most of them. */
const written = new WeakMap<Made, Written>();

function dataOf({ made, entry, decode }: Fetched, store: string, usual: string): Yaml {
  const known = store === usual ? written.get(made) : undefined;
  if (known !== undefined) return known;
  const { key, property, version } = providerOf(entry.uri)?.remoteRef(entry) ?? { key: '' };
  const item = new Written({
    secretKey: made.secret,
    remoteRef: { key, property, version, ...(decode !== null && { decodingStrategy: DECODING[decode] }) },
    ...(store !== usual && { sourceRef: { storeRef: { name: store, kind: 'SecretStore' } } }),
  });
  if (store === usual) written.set(made, item);
  return item;
}

interface Fetched {
  readonly made: Made;
  readonly entry: ReadEntry;
  readonly decode: Encoding | null;
  readonly isMissable: boolean;
}

export function fetchedIn({ secrets }: Service): readonly Fetched[] {
  return [...secrets.values()].flatMap((made) => {
    const { recipe, isRequired } = made;
    if (recipe?.kind !== 'entry') return [];
    return [{ made, entry: recipe.entry, decode: recipe.decode, isMissable: !isRequired || recipe.otherwise !== null }];
  });
}

function templateOf(service: Service): Yaml {
  const shown = shownIn(service);
  const optional = shown.filter((made) => missableEntries(service, made).length > 0);
  const isOptional = new Set(optional);
  const others = shown.filter((made) => !isOptional.has(made));
  const data: YamlTable = new Map(others.map((made) => [made.secret, remarked(made, requiredTemplate(service, made))]));
  return {
    engineVersion: 'v2',
    mergePolicy: 'Replace',
    ...(others.length > 0 && { data }),
    ...(optional.length > 0 && { templateFrom: [{ target: 'Data', literal: optionalTemplate(service, optional) }] }),
  };
}

function remarked({ recipe }: Made, template: string): Yaml {
  const hasDefault = recipe?.kind === 'text' || (recipe?.kind === 'entry' && recipe.otherwise !== null);
  return hasDefault ? new Remarked(template, ['with the default of the manifest']) : template;
}
