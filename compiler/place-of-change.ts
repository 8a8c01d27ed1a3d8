/** Where a manifest says what a change between two plans is about. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { aboutOf, type Change, type ChangeKind } from '#schemas/plan-change.js';
import type { Host } from './host.js';
import { extend } from './passes/extend.js';
import { inherit } from './passes/inherit.js';
import { load } from './passes/load.js';
import { parse } from './passes/parse.js';
import type { SecretShape } from './shape/manifest-shape.js';
import type { SourceFile } from './source/source-file.js';
import { fieldPlace, type Project, secretPlace } from './tree/effective.js';
import type { WrittenManifest } from './tree/written.js';

export interface ChangePlaces {
  /** Null for what the manifest does not hold. */
  readonly placeOf: (change: Change) => Place | null;
  readonly files: readonly SourceFile[];
}

/** Compiles as far as the effective tree; the manifest is known to compile. */
export async function placesOfChanges(host: Host, entry: string): Promise<ChangePlaces> {
  const ignore = () => {};
  const files = await load(host, entry, ignore);
  const merged = extend(await parse(files, ignore));
  if (merged === null) return { placeOf: () => null, files };
  const project = inherit(merged, ignore);
  return { placeOf: (change) => placeOf(merged, project, change), files };
}

function placeOf(merged: WrittenManifest, project: Project, change: Change): Place | null {
  const { kind, secret = '', scope = '', store = '' } = change;
  switch (aboutOf(change)) {
    case 'secret':
      return placeOfSecret(project, change, secret, FIELDS[kind]);
    case 'group':
      return placeOfSecret(project, change, membersIn(change)[0] ?? '', 'required');
    case 'exposure':
      return placeOfSecret(project, change, carriersIn(change)[0] ?? '', 'composed') ?? placeOfScope(merged, scope);
    case 'scope':
      return placeOfScope(merged, scope);
    case 'alias':
      return merged.aliases.get(store)?.at ?? null;
    case 'chain':
      return first(profilesOf(project, change), (profile) => profile.chain?.at ?? profile.at);
    case 'profile':
      return first(profilesOf(project, change), ({ at }) => at);
    case 'project':
      return {
        file: project.file,
        path: ['project', kind === 'project-renamed' ? 'name' : 'require_reason'],
        part: 'key',
      };
  }
}

/** The key that the kind is about; a secret that does not have it is pointed at itself. */
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

function placeOfSecret(project: Project, change: Change, name: string, field?: keyof SecretShape): Place | null {
  return first(profilesOf(project, change), ({ secrets }) => {
    const secret = secrets.get(name);
    if (secret === undefined) return null;
    if (change.kind === 'default-introduced' || change.kind === 'default-changed') return secret.default?.at ?? null;
    if (change.kind === 'address-moved') return fieldPlace(secret, secret.fields.refs === undefined ? 'ref' : 'refs');
    return field === undefined ? secretPlace(secret) : fieldPlace(secret, field);
  });
}

function placeOfScope({ scopes }: WrittenManifest, name: string): Place | null {
  const scope = scopes.get(name);
  return scope === undefined ? null : { ...scope.at, path: scope.at.path.slice(0, -1), part: 'key' };
}

/** Those of the change that the manifest has. */
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
