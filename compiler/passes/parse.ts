/**
 * Pass 2: source file → written tree. Checks shapes, names, pointers and templates; what is broken is
 * reported, left out and marked as broken, so that later passes do not report it again. The template grammar is loaded
 * only if a template occurs.
 */

import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { isRecord } from '#schemas/is-record.js';
import { aliasFormIsSound } from '../shape/alias-forms.js';
import { alias } from '../shape/coordinates-shape.js';
import { keyText } from '../shape/line-to-write.js';
import { defaultsShape, profileDefaultsShape, projectShape, rootShape, scopeShape } from '../shape/manifest-shape.js';
import { nameIsShort, nameIsSound } from '../shape/name-limit.js';
import { isDeclaration, isNameOfVariable, isTableOfDefaultProfile } from '../shape/other-keys.js';
import { reportRepeated } from '../shape/repeated-entries.js';
import { judgeShape } from '../shape/shape-errors.js';
import { kindOf, nameOf } from '../shape/shape-words.js';
import { keyAt, valueAt } from '../source/place.js';
import type { TomlTable } from '../toml/read-toml.js';
import type {
  Written,
  WrittenAlias,
  WrittenDefaults,
  WrittenManifest,
  WrittenProfile,
  WrittenSecret,
} from '../tree/written.js';
import type { LoadedFile } from './load.js';
import { isSecretName } from '#schemas/secret-name.js';
import { parseSecret } from './parse-secret.js';
import { parseTemplates } from './parse-templates.js';

/** The valid parts of each file; a file that is not TOML, or lacks its project, has none. */
export async function parse(files: readonly LoadedFile[], report: Report): Promise<readonly WrittenManifest[]> {
  const manifests = files.flatMap((file) => (file.values === null ? [] : parseFile(file, file.values, report)));
  return parseTemplates(manifests, report);
}

function parseFile({ path: file }: LoadedFile, values: TomlTable, report: Report): readonly WrittenManifest[] {
  judgeShape(rootShape, values, { at: { file, path: [] }, table: 'the manifest' }, report);
  const project = parseProject(file, values['project'], report);
  const defaults = values['defaults'];
  const defaultChain =
    defaults === undefined
      ? null
      : judgeShape(defaultsShape, defaults, { at: { file, path: ['defaults'] }, table: '`[defaults]`' }, report);
  const written = values['profiles'];
  const profiles = withMisplaced(file, parseProfiles(file, written, report), [...misplacedSecrets(values)]);
  const manifest: WrittenManifest = {
    file,
    project: { name: project?.name ?? '', requireReason: project?.require_reason ?? null },
    defaultChain: defaultChain && { value: defaultChain.providers, at: valueAt(file, ['defaults', 'providers']) },
    aliases: parseAliases(file, values['providers'], report),
    scopes: parseScopes(file, values['scopes'], report),
    profiles,
    hasProfiles: profiles.size > 0 || (entriesOf(written).length === 0 && isRecord(written)),
    at: keyAt(file, ['profiles']),
  };
  return [manifest];
}

function parseProject(file: string, value: unknown, report: Report) {
  if (!isRecord(value)) return null;
  const project = judgeShape(projectShape, value, { at: { file, path: ['project'] }, table: '`[project]`' }, report);
  const { revision } = value;
  if (typeof revision === 'string' && revision.trim() !== '' && revision !== '1.0') {
    report(codes.E0205({ revision }, { at: valueAt(file, ['project', 'revision']) }));
  }
  if (project !== null) nameIsShort(project.name, 'the project', valueAt(file, ['project', 'name']), report);
  return project;
}

function parseAliases(file: string, value: unknown, report: Report): ReadonlyMap<string, WrittenAlias> {
  const aliases = new Map<string, WrittenAlias>();
  for (const [name, written] of entriesOf(value)) {
    const path = ['providers', name];
    if (!nameIsSound(name, 'an alias', keyAt(file, path), report)) continue;
    const shape = judgeShape(alias, written, { at: { file, path }, table: 'a provider alias' }, report);
    if (shape !== null && aliasFormIsSound(name, shape, { file, path }, report)) {
      aliases.set(name, { name, at: keyAt(file, path), shape });
    }
  }
  return aliases;
}

function parseScopes(file: string, value: unknown, report: Report): ReadonlyMap<string, Written<readonly string[]>> {
  const scopes = new Map<string, Written<readonly string[]>>();
  for (const [name, written] of entriesOf(value)) {
    const path = ['scopes', name];
    if (!nameIsSound(name, 'a scope', keyAt(file, path), report)) continue;
    const scopeName = `scope \`${name}\``;
    const context = { at: { file, path }, table: scopeName, owner: scopeName };
    const list = typeof written === 'string' ? [written] : Array.isArray(written) ? written : null;
    if (list !== null) reportList(name, written, list, valueAt(file, path), report);
    else judgeShape(scopeShape, written, context, report);
    const secrets = namesIn(list === null ? written : { secrets: list });
    if (secrets === null) continue;
    const at = valueAt(file, [...path, 'secrets']);
    reportRepeated(secrets, 'secrets', at, report);
    scopes.set(name, { value: secrets, at });
  }
  return scopes;
}

/** The table to write instead of a scope that is a name or a list of names. */
function reportList(name: string, written: unknown, list: readonly unknown[], at: Place, report: Report): void {
  const names = list.filter((entry) => typeof entry === 'string').map((entry) => JSON.stringify(entry));
  const shown = names.length === 0 || names.length > 5 ? '"…"' : names.join(', ');
  const write = `${keyText(name)} = { secrets = [${shown}] }`;
  report(codes.E0202({ key: name, expected: 'a table', found: nameOf(written), write }, { at }));
}

/** An entry that is not a name becomes blank, which has been reported; the others are still checked. */
function namesIn(scope: unknown): readonly string[] | null {
  const secrets: unknown = isRecord(scope) ? scope['secrets'] : null;
  return Array.isArray(secrets)
    ? secrets.map((name) => (typeof name === 'string' && name.trim() !== '' ? name : ''))
    : null;
}

function parseProfiles(file: string, value: unknown, report: Report): ReadonlyMap<string, WrittenProfile> {
  const profiles = new Map<string, WrittenProfile>();
  for (const [name, written] of entriesOf(value)) {
    const at = keyAt(file, ['profiles', name]);
    if (!nameIsSound(name, 'a profile', at, report)) continue;
    if (isRecord(written) && !isDeclaration(name, written))
      profiles.set(name, parseProfile(file, name, written, report));
    else reportNoProfile(name, written, at, report);
  }
  return profiles;
}

/** A value instead of a profile is not repeated: it may be the value of a secret. */
function reportNoProfile(name: string, written: unknown, at: Place, report: Report): void {
  const isSecret = isRecord(written) || (typeof written === 'string' && isNameOfVariable(name));
  const found = isRecord(written) ? 'the declaration of a secret' : kindOf(written);
  const write = isSecret ? `[profiles.default]\n${keyText(name)} = { description = "…" }` : null;
  report(codes.E0202({ key: name, expected: 'a profile', found, write }, { at }));
}

/** Secrets in the tables of other tools: references to them are not reported. */
function* misplacedSecrets(values: TomlTable): Generator<string> {
  for (const [key, table] of Object.entries(values)) {
    if (isTableOfDefaultProfile(key, table)) yield* entriesOf(table).map(([name]) => name);
  }
  for (const [name, written] of entriesOf(values['profiles'])) {
    if (isRecord(written) ? isDeclaration(name, written) : isNameOfVariable(name)) yield name;
  }
}

/** With a profile `default` that declares them, as broken ones. */
function withMisplaced(
  file: string,
  profiles: ReadonlyMap<string, WrittenProfile>,
  names: readonly string[],
): ReadonlyMap<string, WrittenProfile> {
  if (names.length === 0) return profiles;
  const { secrets, broken, ...rest } = profiles.get('default') ?? {
    name: 'default',
    at: keyAt(file, ['profiles', 'default']),
    defaults: {},
    secrets: new Map(),
    broken: new Set<string>(),
  };
  const missing = names.filter((name) => !secrets.has(name));
  return new Map([...profiles, ['default', { ...rest, secrets, broken: new Set([...broken, ...missing]) }]]);
}

function parseProfile(file: string, name: string, table: TomlTable, report: Report): WrittenProfile {
  const secrets = new Map<string, WrittenSecret>();
  const broken = new Set<string>();
  for (const [secret, written] of Object.entries(table)) {
    if (secret === 'defaults') continue;
    const at = keyAt(file, ['profiles', name, secret]);
    const isName = nameIsShort(secret, 'a secret', at, report) && isSecretName(secret);
    const parsed = isName ? parseSecret({ file, profile: name, name: secret, written }, report) : null;
    if (!isSecretName(secret)) report(codes.E0211({ name: secret }, { at }));
    if (parsed === null) broken.add(secret);
    else secrets.set(secret, parsed);
  }
  return {
    name,
    at: keyAt(file, ['profiles', name]),
    defaults: parseDefaults(file, name, table['defaults'], report),
    secrets,
    broken,
  };
}

function parseDefaults(file: string, profile: string, value: unknown, report: Report): WrittenDefaults {
  if (value === undefined) return {};
  const path = ['profiles', profile, 'defaults'];
  const context = { at: { file, path }, table: `\`[profiles.${profile}.defaults]\`` };
  const defaults = judgeShape(profileDefaultsShape, value, context, report) ?? {};
  const written = <T>(field: string, given: T | undefined) =>
    given !== undefined && { [field]: { value: given, at: valueAt(file, [...path, field]) } };
  return {
    ...written('inherit', defaults.inherit),
    ...written('required', defaults.required),
    ...written('default', defaults.default),
    ...written('providers', defaults.providers),
  };
}

/** Entries of a table of author-chosen names; if it is not a table, the root's shape has already reported it. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}
