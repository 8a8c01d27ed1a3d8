/** The place in the manifest of a finding or a change. Compiles up to the effective tree: a failing path may be slow. */
import type { Diagnostic, Place, Subject } from '#schemas/diagnostics/diagnostic.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { Host } from './host.js';
import { extend } from './passes/extend.js';
import { inherit } from './passes/inherit.js';
import { load } from './passes/load.js';
import { parse } from './passes/parse.js';
import { lostByReplacing } from './rules/lost-by-replacing.js';
import type { SecretShape } from './shape/manifest-shape.js';
import type { SourceFile } from './source/source-file.js';
import { fieldPlace, type Profile, type Project, type Secret, secretPlace } from './tree/effective.js';
import type { Written, WrittenManifest } from './tree/written.js';

export interface ManifestPlaces {
  /** Null for subjects that are not in the manifest, such as a user's alias. */
  readonly placeOf: (subject: Subject) => Place | null;
  /** Null if the manifest does not compile that far. */
  readonly project: Project | null;
  readonly files: readonly SourceFile[];
}

/** Adds to findings of the run time their place in one manifest, and what a parent would have supplied. */
export async function placeFindings(host: Host, entry: string): Promise<(finding: Diagnostic) => Diagnostic> {
  const { placeOf, project } = await manifestPlaces(host, entry);
  return (finding) => {
    if (finding.at !== null || finding.about === null) return finding;
    const placed = { ...finding, at: placeOf(finding.about) };
    const secret = isMissing(finding) ? secretOf(finding.about, project) : null;
    return secret === null ? placed : lostByReplacing(placed, secret, SUPPLIES);
  };
}

/** What may have supplied a value that is missing, or have led to it. */
const SUPPLIES = ['default', 'generate', 'prompt', 'providers', 'ref', 'refs'] as const;

function isMissing({ kind }: Diagnostic): boolean {
  return kind === 'required_secret_missing' || kind === 'secret_not_found';
}

function secretOf(subject: Subject, project: Project | null): Secret | null {
  if (!('secret' in subject)) return null;
  return project?.profiles.find(({ name }) => name === subject.profile)?.secrets.get(subject.secret) ?? null;
}

export async function manifestPlaces(host: Host, entry: string): Promise<ManifestPlaces> {
  const ignore = () => {};
  const files = await load(host, entry, ignore);
  const merged = extend(await parse(files, ignore));
  if (merged === null) return { placeOf: () => null, project: null, files };
  const project = inherit(merged, ignore);
  return { placeOf: finderIn(merged, project), project, files };
}

function finderIn(merged: WrittenManifest, project: Project): ManifestPlaces['placeOf'] {
  return (subject) => {
    if (!('secret' in subject)) return namedPlace(merged, subject);
    const profile = project.profiles.find(({ name }) => name === subject.profile);
    const secret = profile?.secrets.get(subject.secret);
    if (profile === undefined || secret === undefined) return null;
    if (subject.field === undefined) return secretPlace(secret);
    const entry = subject.store === undefined ? null : entryPlace(merged, profile, secret, subject);
    return entry ?? fieldPlace(secret, subject.field as keyof SecretShape, 'key');
  };
}

type SubjectStore = { readonly field?: string; readonly store?: string };

/** The key of `refs` that is the store's alias; for other fields the entry that names the store. */
function entryPlace(merged: WrittenManifest, profile: Profile, secret: Secret, named: SubjectStore): Place | null {
  const { field, store = '' } = named;
  if (field !== 'refs') return storePlace(merged, profile, secret, store);
  if (!Object.hasOwn(secret.fields.refs ?? {}, store)) return null;
  const refs = fieldPlace(secret, 'refs', 'key');
  return { ...refs, path: [...refs.path, store] };
}

/** The entry that names the store: in the chain of the secret, in that of its profile, or in an alias. */
function storePlace({ aliases }: WrittenManifest, { chain }: Profile, secret: Secret, store: string): Place | null {
  const { providers = [] } = secret.fields;
  const own: Written<unknown> = { value: providers, at: fieldPlace(secret, 'providers', 'value') };
  const lists = providers.length > 0 || chain === null ? [own] : [chain];
  const shapes = [...aliases.values()].map(({ at, shape }) => ({ value: shape, at }));
  for (const { value, at } of [...lists, ...shapes]) {
    const path = pathOfStore(value, store);
    if (path !== null) return { ...at, path: [...at.path, ...path], part: 'value' };
  }
  return null;
}

/** The path to the first text that names the store; null if none does. */
function pathOfStore(value: unknown, store: string): Place['path'] | null {
  if (typeof value === 'string') return withoutCredentials(value.trim()) === store ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const path = pathOfStore(part, store);
    if (path !== null) return [Array.isArray(value) ? Number(key) : key, ...path];
  }
  return null;
}

function namedPlace({ aliases, scopes }: WrittenManifest, subject: Exclude<Subject, { secret: string }>): Place | null {
  if ('alias' in subject) return aliases.get(subject.alias)?.at ?? null;
  const scope = scopes.get(subject.scope);
  return scope === undefined ? null : { ...scope.at, path: scope.at.path.slice(0, -1), part: 'key' };
}
