/** Declares names that a store lists and no profile declares, all at once (as `init` does for a first manifest). No value is shown or copied. */
import { isAbsolute, join, relative, resolve } from 'node:path';
import { canonicalJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { isSecretName } from '#schemas/secret-name.js';
import { meaningIn } from '#schemas/meaning.js';
import { nearest } from '#schemas/nearest.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { dotenv } from '#schemas/providers/dotenv.js';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { filePathOf, parseStoreUri, renderFileUri } from '#schemas/addresses/store-uri.js';
import { fail } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { configFile } from '../../inputs/folders.js';
import type { ManifestLocation } from '../../inputs/locate-manifest.js';
import { declaredNames } from '../../link/declared-names.js';
import { link } from '../../link/link.js';
import { taggedSha256 } from '../../plan/sha256.js';
import type { Listed } from '../../providers/provider.js';
import { obtainUserConfig } from '../../user-config/user-config.js';
import type { UserConfig } from '#schemas/user-config.js';
import type { Call } from '../call.js';
import { expectedHash, expectHash } from '../policy.js';
import type { SessionPorts } from '../ports.js';
import { type AddedSecrets, type Addition, additionTo, type Declared, declare, manifestText, planFor } from './add.js';
import { listNames } from './list-names.js';
import { otherReadingNotes } from './other-reading-notes.js';
import { isName } from './undeclared-keys.js';

/** `names`: null for all that no profile declares. `description`: of the only one that is named; otherwise that of the store. */
export interface NamesWanted {
  readonly from: string;
  readonly names: readonly string[] | null;
  readonly description: string | null;
}

export interface AddedFrom extends AddedSecrets {
  /** The store, as a manifest of this folder names it. */
  readonly from: string;
  /** How many names the store lists. */
  readonly listed: number;
  /** Names that no secret can have. */
  readonly leftOut: readonly string[];
  /** Whether the profile reads the store that the names are from. */
  readonly isRead: boolean;
}

export async function addFrom(call: Call, ports: SessionPorts, wanted: NamesWanted): Promise<AddedFrom> {
  const addition = await additionTo(call);
  const { manifest, profile } = addition;
  const plan = await planFor(addition, await manifestText(addition));
  const from = specOf(call, wanted.from, manifest.folder, plan);
  const { user } = await obtainUserConfig(configFile(call.variables), cacheFolder(call.variables, manifest.folder));
  const expected = expectedHash(call);
  if (plan !== null) await expectHash(expected, taggedSha256(canonicalJson(plan)));
  if (user.requiresTrust && expected === null && plan !== null && isAlias(wanted.from, plan))
    await requireApproval(plan, manifest, call, ports);
  const owner = { project: plan?.project.name ?? 'project', profile };
  const { entries } = await listNames({ ...call, workingFolder: manifest.folder }, ports, from, owner);
  const { chosen, leftOut } = choose(entries, wanted, from, { plan, profile, user });
  const declared = chosen.map((entry) => declaredAs(entry, wanted.description));
  if (declared.length > 0) await declare(addition, declared);
  const notes = otherReadingNotes(chosen);
  if (notes.length > 0) await ports.warn(notes);
  const names = declared.map(({ secret }) => secret);
  const isRead = names.length > 0 && (await reads(addition, names, from, user));
  const { path, named } = addition;
  return { profile, path: named ?? path, named, secrets: names, from, listed: entries.length, leftOut, isRead };
}

function isAlias(from: string, plan: Plan): boolean {
  return own(plan.stores, from)?.kind === 'leaf';
}

/** A store that the call names itself needs none; where an alias leads is for the manifest to say. */
async function requireApproval(
  plan: Plan,
  manifest: ManifestLocation,
  { variables }: Call,
  { warn }: SessionPorts,
): Promise<void> {
  const [{ powersHash }, { requireTrust }] = await Promise.all([
    import('../../trust/powers-hash.js'),
    import('../../trust/require-trust.js'),
  ]);
  await requireTrust({ hash: powersHash(plan), manifest, variables, plan: async () => plan, warn });
}

/** A path is one of the working folder; an alias of the manifest is the store behind it. */
function specOf({ workingFolder }: Call, from: string, folder: string, plan: Plan | null): string {
  const alias = plan === null ? undefined : own(plan.stores, from);
  if (alias?.kind === 'leaf') return alias.uri;
  if (!/^\.|\//.test(from) || from.includes(':')) return from;
  const path = relative(folder, resolve(workingFolder, from)).replaceAll('\\', '/');
  return renderFileUri('dotenv', path).replace(/^dotenv:(?!\/)/, 'dotenv://');
}

interface Declaring {
  readonly plan: Plan | null;
  readonly profile: string;
  readonly user: UserConfig;
}

function choose(
  entries: readonly Listed[],
  { names }: NamesWanted,
  from: string,
  { plan, profile, user }: Declaring,
): { readonly chosen: readonly Listed[]; readonly leftOut: readonly string[] } {
  const isUsable = (name: string) => isSecretName(name) && name !== 'defaults';
  if (names !== null) return { chosen: named(entries, names, from), leftOut: [] };
  const isDeclared = plan === null ? () => false : declaredNames(plan, user);
  const isMissingHere = (name: string) =>
    plan !== null &&
    profile !== 'default' &&
    own(plan.secrets, name) !== undefined &&
    meaningIn(plan, profile, name) === null;
  const open = entries.filter(({ name, at }) => at === null && (!isDeclared(name) || isMissingHere(name)));
  const chosen = open.filter(({ name }) => isUsable(name) && isName(name));
  return { chosen, leftOut: open.filter((entry) => !chosen.includes(entry)).map(({ name }) => name) };
}

function named(entries: readonly Listed[], names: readonly string[], from: string): readonly Listed[] {
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  const lost: Diagnostic[] = [];
  const chosen = [...new Set(names)].flatMap((name): Listed[] => {
    const entry = known.get(name);
    if (entry === undefined) lost.push(inheritance.E0317({ name, store: from, nearest: nearest(name, known.keys()) }));
    return entry === undefined ? [] : [entry];
  });
  return lost.length > 0 ? fail(...lost) : chosen;
}

/** An empty value may stay empty. */
function declaredAs({ name, at, description = '', required = true }: Listed, given: string | null): Declared {
  const text = given ?? (description.trim() || `${name} secret`);
  return {
    secret: name,
    declaration: { description: text, ...(!required && { required }), ...(at !== null && { ref: { ...at } }) },
  };
}

/** In doubt it does not. */
async function reads(addition: Addition, names: readonly string[], from: string, user: UserConfig): Promise<boolean> {
  const plan = await planFor(addition, await manifestText(addition));
  if (plan === null) return false;
  const linked = link(plan, { profile: addition.profile, scope: null, override: null, only: names }, user);
  const wanted = canonicalOf(from, addition.manifest.folder);
  if (linked.kind === 'refused' || wanted === null) return false;
  return linked.plan.stores.some(
    (store) => store.kind === 'store' && canonicalOf(store.uri, addition.manifest.folder) === wanted,
  );
}

/** Files by their absolute paths. */
function canonicalOf(spec: string, folder: string): string | null {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') return null;
  if (uri.scheme !== 'dotenv') return canonicalSpec(uri);
  const path = filePathOf(uri) || dotenv.uri.defaultLocation;
  return `dotenv ${isAbsolute(path) ? path : join(folder, path)}`;
}
