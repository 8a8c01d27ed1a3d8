/** The place in a manifest of a change between two plans. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { aboutOf, type Change, type ChangeKind } from '#schemas/plan-change.js';
import type { Host } from './host.js';
import { type ManifestPlaces, manifestPlaces } from './place-of-subject.js';
import type { SecretShape } from './shape/manifest-shape.js';
import type { SourceFile } from './source/source-file.js';
import { fieldPlace, type Project } from './tree/effective.js';

export interface ChangePlaces {
  /** Null for subjects that are not in the manifest. */
  readonly placeOf: (change: Change) => Place | null;
  readonly files: readonly SourceFile[];
}

/** The manifest is known to compile. */
export async function placesOfChanges(host: Host, entry: string): Promise<ChangePlaces> {
  const { placeOf, project, files } = await manifestPlaces(host, entry);
  return { placeOf: (change) => (project === null ? null : placeOfChange(project, placeOf, change)), files };
}

function placeOfChange(project: Project, find: ManifestPlaces['placeOf'], change: Change): Place | null {
  const { kind, secret = '', scope = '', store = '' } = change;
  const profiles = profilesOf(project, change);
  const ofSecret = (name: string, field?: keyof SecretShape) =>
    first(profiles, ({ name: profile }) => find({ profile, secret: name, ...(field !== undefined && { field }) }));
  switch (aboutOf(change)) {
    case 'secret':
      return placeByContent(profiles, change, secret) ?? ofSecret(secret, FIELDS[kind]);
    case 'group':
      return ofSecret(membersIn(change)[0] ?? '', 'required');
    case 'exposure':
      return ofSecret(carriersIn(change)[0] ?? '', 'composed') ?? find({ scope });
    case 'scope':
      return find({ scope });
    case 'alias':
      return find({ alias: store });
    case 'chain':
      return first(profiles, ({ chain, at }) => chain?.at ?? at);
    case 'profile':
      return first(profiles, ({ at }) => at);
    case 'power':
      return placeOfPower(change, ofSecret, find);
    case 'project':
      return {
        file: project.file,
        path: ['project', kind === 'project-renamed' ? 'name' : 'require_reason'],
        part: 'key',
      };
  }
}

type OfSecret = (name: string, field?: keyof SecretShape) => Place | null;

/** The alias that brings it, else the first secret that it is for. */
function placeOfPower(
  { power, secrets = [] }: Change,
  ofSecret: OfSecret,
  find: ManifestPlaces['placeOf'],
): Place | null {
  const [secret = ''] = secrets;
  if (power?.kind === 'command') return ofSecret(secret, 'generate');
  const [store = ''] = power !== undefined && 'stores' in power ? power.stores : [];
  return find({ alias: store }) ?? ofSecret(secret);
}

/** The key that the kind is about; for a secret without it, the place is the secret itself. */
const FIELDS: Readonly<Partial<Record<ChangeKind, keyof SecretShape>>> = {
  'requirement-weakened': 'required',
  'requirement-strengthened': 'required',
  'generation-introduced': 'generate',
  'generation-changed': 'generate',
  'prompt-introduced': 'prompt',
  'store-added': 'providers',
  'store-removed': 'providers',
  'stores-reordered': 'providers',
  'store-respelled': 'providers',
  'encoding-changed': 'encoding',
  'extraction-changed': 'extract',
  'delivery-changed': 'as_path',
  'composition-changed': 'composed',
  'derivation-changed': 'from',
  'roles-changed': 'credentials',
  'type-changed': 'type',
  'description-changed': 'description',
};

/** For kinds whose key depends on the secret. */
function placeByContent(profiles: Project['profiles'], { kind }: Change, name: string): Place | null {
  return first(profiles, ({ secrets }) => {
    const secret = secrets.get(name);
    if (secret === undefined) return null;
    if (kind === 'default-introduced' || kind === 'default-changed') return secret.default?.at ?? null;
    if (kind !== 'address-moved') return null;
    return fieldPlace(secret, secret.fields.refs === undefined ? 'ref' : 'refs');
  });
}

/** The subjects of the change that are in the manifest. */
function profilesOf({ profiles }: Project, change: Change): Project['profiles'] {
  const named = change.profiles === 'all' ? null : new Set(change.profiles);
  return profiles.filter(({ name }) => named === null || named.has(name));
}

function membersIn({ from, to }: Change): readonly string[] {
  const side = to ?? from;
  return typeof side === 'object' && side !== null && !Array.isArray(side)
    ? Object.values(side).flat().map(String)
    : [];
}

function carriersIn({ from, to }: Change): readonly string[] {
  const side = to ?? from;
  return Array.isArray(side) ? side.map(String) : [];
}

function first<T>(items: readonly T[], placeIn: (item: T) => Place | null): Place | null {
  for (const item of items) {
    const place = placeIn(item);
    if (place !== null) return place;
  }
  return null;
}
