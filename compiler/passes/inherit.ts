/**
 * Pass 4: written tree → effective profiles. The default profile, profile defaults, omitted fields and requiredness
 * (spec 2.4, 2.5; semantics 2.2). Afterwards every profile is complete. Profiles that give a secret the same meaning
 * share one, so the work grows with what was written.
 */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape } from '#schemas/diagnostics/E02-shape.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { byName } from '#schemas/named.js';
import type { GroupMembership } from '#schemas/plan.js';
import type { SecretShape } from '../shape/manifest-shape.js';
import type { Fields, Profile, Project, Secret } from '../tree/effective.js';
import {
  placeOf,
  type WrittenDefaults,
  type WrittenManifest,
  type WrittenProfile,
  type WrittenSecret,
} from '../tree/written.js';

const BASE = 'default';

/** A meaning under construction: each profile that shares it is added. */
interface Meaning {
  readonly secret: Secret;
  readonly profiles: string[];
}
type Declarations = readonly [WrittenSecret, ...WrittenSecret[]];

export function inherit(manifest: WrittenManifest, report: Report): Project {
  if (manifest.profiles.size === 0 && manifest.hasProfiles) report(inheritance.E0304({}, { at: manifest.at }));
  const meanings = new Meanings();
  const names = hasTooMuch(manifest, report) ? [] : [...manifest.profiles.keys()].sort(byName);
  const profiles = names.flatMap((name) => {
    const written = manifest.profiles.get(name);
    return written === undefined ? [] : [completeProfile(written, manifest, meanings, report)];
  });
  return {
    file: manifest.file,
    name: manifest.project.name,
    requireReason: manifest.project.requireReason ?? 'agents',
    profiles,
    secrets: meanings.sorted(),
    scopes: manifest.scopes,
    declared: new Set([...manifest.profiles.values()].flatMap(({ secrets, broken }) => [...secrets.keys(), ...broken])),
  };
}

/** Every profile holds all it inherits, so a short manifest can need more memory than there is. */
const MOST_SECRETS = 2_000_000;

function hasTooMuch({ profiles, at }: WrittenManifest, report: Report): boolean {
  const inherited = profiles.get(BASE)?.secrets.size ?? 0;
  const counts = [...profiles.values()].map((profile) => {
    const isBase = profile.name === BASE || profile.defaults.inherit?.value === false;
    return profile.secrets.size + (isBase ? 0 : inherited);
  });
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count <= MOST_SECRETS) return false;
  report(
    shape.E0218({ what: 'the manifest', count, unit: 'secrets in all its profiles', limit: MOST_SECRETS }, { at }),
  );
  return true;
}

function completeProfile(
  written: WrittenProfile,
  manifest: WrittenManifest,
  meanings: Meanings,
  report: Report,
): Profile {
  const isStandalone = written.defaults.inherit?.value === false && written.name !== BASE;
  const base = written.name === BASE || isStandalone ? null : (manifest.profiles.get(BASE) ?? null);
  const secrets = new Map<string, Secret>();
  const key = defaultsKey(written);
  for (const [name, declarations] of effectiveDeclarations(written, base)) {
    secrets.set(name, meanings.of(name, declarations, written, key));
  }
  const broken = new Set([...written.broken, ...(base?.broken ?? [])].filter((name) => !secrets.has(name)));
  if (!isOnlyDefaults(written, manifest))
    reportEmpty(written, secrets.size + broken.size, { isStandalone, hasBase: base !== null }, report);
  const own = written.defaults.providers;
  const chain = own !== undefined && own.value.length > 0 ? own : manifest.defaultChain;
  return { name: written.name, at: written.at, isStandalone, chain, secrets, broken };
}

/** `[profiles.default.defaults]` without a secret is valid if another profile has one: only a standalone profile must declare some (spec 2.4). */
function isOnlyDefaults({ name, defaults }: WrittenProfile, { profiles }: WrittenManifest): boolean {
  if (name !== BASE || Object.keys(defaults).length === 0) return false;
  return [...profiles.values()].some(({ secrets, broken }) => secrets.size + broken.size > 0);
}

/** An empty profile is valid if it inherits; otherwise it has nothing to resolve (semantics 1.5). */
function reportEmpty(
  written: WrittenProfile,
  count: number,
  of: { isStandalone: boolean; hasBase: boolean },
  report: Report,
): void {
  if (count > 0 || (of.hasBase && !of.isStandalone)) return;
  report(inheritance.E0305({ profile: written.name, standalone: of.isStandalone }, { at: written.at }));
}

/**
 * Own declarations, with those of `default` after them, and the others that `default` passes on. If the declaration in
 * `default` is broken, what it would add is unknown, so the profile's declaration is not judged alone.
 */
function* effectiveDeclarations(
  written: WrittenProfile,
  base: WrittenProfile | null,
): Generator<[string, Declarations]> {
  for (const [name, own] of written.secrets) {
    if (base?.broken.has(name) === true) continue;
    const inherited = base?.secrets.get(name);
    yield [name, inherited === undefined ? [own] : [own, inherited]];
  }
  for (const [name, inherited] of base?.secrets ?? []) {
    const isLocal = inherited.fields.inherit === false;
    if (!isLocal && !written.secrets.has(name) && !written.broken.has(name)) yield [name, [inherited]];
  }
}

/** Meanings by what they are made of: the declarations, and the profile defaults that reach them. */
class Meanings {
  /** By the most specific declaration: those after it are always the same. */
  readonly #byDeclaration = new Map<WrittenSecret, Map<string, Meaning>>();

  /** `key` distinguishes profiles by their defaults. */
  of(name: string, declarations: Declarations, profile: WrittenProfile, key: string): Secret {
    const known = this.#byDeclaration.get(declarations[0]) ?? new Map<string, Meaning>();
    this.#byDeclaration.set(declarations[0], known);
    const meaning = known.get(key) ?? start(name, declarations, profile);
    known.set(key, meaning);
    meaning.profiles.push(profile.name);
    return meaning.secret;
  }

  /** By name, then by the first profile in which they hold. */
  sorted(): readonly Secret[] {
    const all = [...this.#byDeclaration.values()].flatMap((known) => [...known.values()]);
    const secrets = all.map(({ secret }) => secret);
    return secrets.sort(
      (left, right) => byName(left.name, right.name) || byName(left.profiles[0] ?? '', right.profiles[0] ?? ''),
    );
  }
}

/** The defaults of `default` reach only `default` itself, other profiles have their own, so only the content matters. */
function defaultsKey({ defaults }: WrittenProfile): string {
  return JSON.stringify([
    defaults.required?.value ?? null,
    defaults.default?.value ?? null,
    defaults.default?.at ?? null,
  ]);
}

function start(name: string, declarations: Declarations, profile: WrittenProfile): Meaning {
  const profiles: string[] = [];
  const fields = mergedFields(declarations);
  const source = sourceOf(fields, declarations);
  const own = ownDefault(declarations);
  const inForce = own ?? (source.kind === 'stored' ? (profile.defaults.default ?? null) : null);
  return {
    profiles,
    secret: {
      name,
      profiles,
      declarations,
      fields,
      presence: presenceOf(fields.required, profile.defaults, inForce !== null),
      presenceAt: presencePlace(declarations, profile.defaults),
      source,
      default: inForce,
      isDefaultOfProfile: own === null && inForce !== null,
      broken: new Set(declarations.flatMap(({ broken }) => [...broken])),
    },
  };
}

function sourceOf({ composed, from }: Fields, declarations: Declarations): Secret['source'] {
  if (composed !== undefined) {
    const written = declarations.find(({ fields }) => fields.composed !== undefined);
    return { kind: 'composed', text: composed, template: written?.template ?? null };
  }
  return from === undefined ? { kind: 'stored' } : { kind: 'derived', from };
}

function ownDefault(declarations: Declarations): Secret['default'] {
  const declaration = declarations.find(({ fields }) => fields.default !== undefined);
  const text = declaration?.fields.default;
  return declaration === undefined || text === undefined ? null : { value: text, at: placeOf(declaration, 'default') };
}

/** First declaration wins, field by field; `ref` and `refs` are one setting (spec 2.9). */
function mergedFields(declarations: Declarations): Fields {
  const merged: Record<string, unknown> = {};
  for (const { fields } of declarations.toReversed()) {
    if (fields.ref !== undefined || fields.refs !== undefined) {
      delete merged['ref'];
      delete merged['refs'];
    }
    for (const [field, value] of Object.entries(fields)) if (value !== undefined) merged[field] = value;
  }
  const { inherit: _inherit, default: _default, ...rest } = merged as SecretShape;
  return rest;
}

/** Requiredness when nothing says so: true, except false when a default applies or the secret is a group member (semantics 2.2). */
function presenceOf(declared: Fields['required'], defaults: WrittenDefaults, hasDefault: boolean): Secret['presence'] {
  if (typeof declared === 'object') return membershipOf(declared);
  const isRequired = declared ?? defaults.required?.value ?? !hasDefault;
  return isRequired ? 'required' : 'optional';
}

function presencePlace(declarations: Declarations, { required }: WrittenDefaults): Place | null {
  const declaration = declarations.find(({ fields }) => fields.required !== undefined);
  if (declaration !== undefined) return placeOf(declaration, 'required', 'key');
  return required === undefined ? null : { ...required.at, part: 'key' };
}

function membershipOf(required: Exclude<Fields['required'], boolean | undefined>): GroupMembership {
  const namesOf = (names: string | readonly string[] | undefined) =>
    names === undefined ? [] : [names].flat().sort(byName);
  return { atLeastOne: namesOf(required.at_least_one), exactlyOne: namesOf(required.exactly_one) };
}
