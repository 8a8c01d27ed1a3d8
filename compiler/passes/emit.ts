/** Pass 9: project → plan. Spelling only: everything was decided before. */
import { canonicalJson } from '#schemas/canonical.js';
import { pointerSegments } from '#schemas/json-pointer.js';
import { byName, named, sortedNamed } from '#schemas/named.js';
import { type Encoding, PLAN_FORMAT, type Plan, type PlanSecret } from '#schemas/plan.js';
import { fillDefaults, secretTypeOf } from '#schemas/secret-types/index.js';
import { type BoundProject, generates, isBinary, type Secret } from '../tree/effective.js';

type Meaning = Omit<PlanSecret, 'in'>;

/** The plan of a valid project. */
export function emit(project: BoundProject): Plan {
  return {
    format: PLAN_FORMAT,
    profiles: sortedNamed(project.profiles.map(({ name }) => [name, { route: project.chains.get(name) ?? null }])),
    project: { name: project.name, requireReason: project.requireReason },
    scopes: sortedNamed([...project.scopes].map(([name, { value }]) => [name, [...value].sort(byName)])),
    secrets: emitSecrets(project),
    stores: sortedNamed([...project.stores].map(([name, { store }]) => [name, store])),
  };
}

function emitSecrets(project: BoundProject): Plan['secrets'] {
  const byOwnName = new Map<string, Secret[]>();
  for (const secret of project.secrets) {
    const meanings = byOwnName.get(secret.name);
    if (meanings === undefined) byOwnName.set(secret.name, [secret]);
    else meanings.push(secret);
  }
  const profiles = project.profiles.map(({ name }) => name);
  return named([...byOwnName].map(([name, secrets]) => [name, emitMeanings(secrets, project, profiles)]));
}

/** Equal meanings become one: an override that repeats its parent makes no difference. */
function emitMeanings(
  secrets: readonly Secret[],
  project: BoundProject,
  profiles: readonly string[],
): readonly PlanSecret[] {
  const [only] = secrets;
  if (only !== undefined && secrets.length === 1)
    return [{ in: extentOf(only.profiles, profiles), ...meaningOf(only, project) }];
  const distinct = new Map<string, { meaning: Meaning; in: string[] }>();
  for (const secret of secrets) {
    const meaning = meaningOf(secret, project);
    const text = canonicalJson(meaning);
    const known = distinct.get(text);
    if (known === undefined) distinct.set(text, { meaning, in: [...secret.profiles] });
    else known.in.push(...secret.profiles);
  }
  const meanings = [...distinct.values()].map(({ meaning, in: held }) => ({ meaning, in: held.sort(byName) }));
  meanings.sort((left, right) => byName(left.in[0] ?? '', right.in[0] ?? ''));
  return meanings.map(({ meaning, in: held }) => ({ in: extentOf(held, profiles), ...meaning }));
}

/** The shorter way to name the profiles. */
function extentOf(held: readonly string[], profiles: readonly string[]): PlanSecret['in'] {
  if (held.length === profiles.length) return 'all';
  if (held.length <= profiles.length - held.length) return { only: held };
  const holds = new Set(held);
  return { except: profiles.filter((profile) => !holds.has(profile)) };
}

function meaningOf(secret: Secret, project: BoundProject): Meaning {
  const { fields } = secret;
  const roles = Object.entries(fields.credentials ?? {});
  const text = textForm(secret);
  return {
    description: fields.description ?? '',
    presence: secret.presence,
    source: sourceOf(secret, project),
    deliver: fields.as_path === true ? 'path' : 'value',
    ...(fields.type !== undefined && { type: fields.type }),
    ...(text !== null && { text }),
    ...(roles.length > 0 && { roles: sortedNamed(roles) }),
  };
}

function sourceOf(secret: Secret, project: BoundProject): PlanSecret['source'] {
  switch (secret.source.kind) {
    case 'stored':
      return storedSource(secret, project);
    case 'composed':
      return { kind: 'composed', parts: secret.source.template?.parts ?? [] };
    case 'derived':
      return derivedSource(secret, secret.source.from);
  }
}

function derivedSource(secret: Secret, from: string): PlanSecret['source'] {
  const { extract, type, format } = secret.fields;
  if (extract !== undefined) return { kind: 'derived', from, how: { kind: 'select', extract: extractionOf(extract) } };
  return { kind: 'derived', from, how: { kind: 'export', type: type ?? '', format: exportFormat(type, format) } };
}

/** The first format that a type lists is its default; a fixed one is spelled null. */
function exportFormat(type: string | undefined, format: string | undefined): 'pem' | 'der' | null {
  const formats: readonly string[] = (type === undefined ? null : secretTypeOf(type))?.formats ?? [];
  const chosen = format ?? formats[0];
  return chosen === 'pem' || chosen === 'der' ? chosen : null;
}

function storedSource(secret: Secret, project: BoundProject): PlanSecret['source'] {
  const { encoding, extract } = secret.fields;
  const { route, naming } = project.bound.get(secret) ?? { route: 'profile', naming: { kind: 'convention' } };
  const stored = { kind: 'stored', route, naming, ...(encoding !== undefined && { decode: encoding }) } as const;
  if (extract === undefined) return { ...stored, whenMissing: whenMissing(secret) };
  return { ...stored, extract: extractionOf(extract), whenMissing: defaultOrNothing(secret) };
}

function extractionOf({ format, pointer }: { format: 'json' | 'ini'; pointer: string }) {
  return { format, pointer: pointerSegments(pointer) };
}

function whenMissing(secret: Secret): Extract<PlanSecret['source'], { kind: 'stored' }>['whenMissing'] {
  const { prompt, generate, type } = secret.fields;
  if (prompt === true) return { kind: 'prompt' };
  if (generate === undefined || generate === false || type === undefined) return defaultOrNothing(secret);
  return { kind: 'generate', type, options: fillDefaults(type, generate === true ? {} : generate) };
}

function defaultOrNothing(secret: Secret) {
  return secret.default === null
    ? ({ kind: 'nothing' } as const)
    : ({ kind: 'default', text: secret.default.value } as const);
}

/**
 * How a binary value is spelled where text is wanted (semantics 9.5). Of what is stored, `encoding` says how it is stored, and what
 * it decodes to is the value everywhere (spec 2.10); a type without `generate` only informs (spec 2.8).
 */
function textForm(secret: Secret): Encoding | null {
  if (!isBinary(secret)) return null;
  const { encoding } = secret.fields;
  if (secret.source.kind === 'derived') return encoding ?? 'base64';
  return generates(secret) && encoding === undefined ? 'base64' : null;
}
