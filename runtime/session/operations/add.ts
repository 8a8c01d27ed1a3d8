/** Declares one more secret in a manifest, in place (semantics 6.10). Accesses no secret, so that it needs no reason. */
import { join } from 'node:path';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import { shape } from '#schemas/diagnostics/E02-shape.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { isSecretName } from '#schemas/secret-name.js';
import { meaningIn } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { fail } from '../../failure.js';
import { type FileChange, FileFault } from '../../files/files.js';
import { nodeFiles } from '../../files/node-files.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { chooseAll } from '../../inputs/choice.js';
import { configFile } from '../../inputs/folders.js';
import type { ManifestLocation } from '../../inputs/locate-manifest.js';
import { namedManifest, requireManifest } from '../../inputs/named-manifest.js';
import { compileChanged } from '../../plan/compile-changed.js';
import { tomlEditor } from '../../plan/front-end.js';
import { obtainUserConfig } from '../../user-config/user-config.js';
import { decodeUtf8, undecodableLine } from '../../values/utf8.js';
import type { Call } from '../call.js';
import { withoutPlace } from './compile-text.js';

export interface AddedSecrets {
  readonly profile: string;
  /** The manifest: as named by the call, otherwise absolute. */
  readonly path: string;
  /** As named by the call; null if it was found. */
  readonly named: string | null;
  readonly secrets: readonly string[];
}

/** A secret, and the table that declares it. */
export interface Declared {
  readonly secret: string;
  readonly declaration: Readonly<Record<string, string | boolean | Readonly<Record<string, string>>>>;
}

/** The description, trimmed and not blank; obtained once the secret was found to be acceptable. */
export type Describe = () => Promise<string>;

export async function add(call: Call, secret: string, describe: Describe): Promise<AddedSecrets> {
  const addition = await additionTo(call);
  refuseName(secret);
  refuseExisting(addition, await planFor(addition, await manifestText(addition)), [secret]);
  const description = await describe();
  await declare(addition, [{ secret, declaration: { description } }]);
  const { profile, path, named } = addition;
  return { profile, path: named ?? path, named, secrets: [secret] };
}

/** Where secrets are declared. */
export interface Addition {
  readonly manifest: ManifestLocation;
  readonly path: string;
  /** As named by the call; null if it was found. */
  readonly named: string | null;
  /** The manifest in messages. */
  readonly shown: string;
  readonly profile: string;
}

export async function additionTo(call: Call): Promise<Addition> {
  const manifest = await requireManifest(call);
  const profile = await profileOf(call, manifest);
  const named = namedManifest(call);
  return { manifest, path: join(manifest.folder, manifest.name), named, shown: named ?? manifest.name, profile };
}

/** Adds the declarations to the text that the file has then. It compiles, and all the rest of it is as it was. */
export async function declare(addition: Addition, declared: readonly Declared[]): Promise<void> {
  for (const { secret } of declared) refuseName(secret);
  const names = declared.map(({ secret }) => secret);
  await update(addition, async (current) => {
    const text = textOf(addition, current);
    refuseExisting(addition, await planFor(addition, text), names);
    return Buffer.from(await withSecrets(addition, text, declared));
  });
}

async function profileOf({ options, variables }: Call, { folder }: ManifestLocation): Promise<string> {
  const chosen = chooseAll({ ...options, variables }).profile;
  if (chosen !== null) return chosen;
  const { user } = await obtainUserConfig(configFile(variables), cacheFolder(variables, folder));
  return user.profile ?? 'default';
}

/** `defaults` is the table of a profile (semantics 1.5). */
function refuseName(secret: string): void {
  if (secret === 'defaults') fail(inheritance.E0315({ name: secret }));
  if (!isSecretName(secret)) fail(shape.E0211({ name: secret }));
}

/** The plan of this text; null if it lacks nothing but a first secret. Stops if the manifest cannot get one. */
export async function planFor({ manifest, profile }: Addition, text: string): Promise<Plan | null> {
  const { plan, errors } = await compileChanged(manifest, text);
  if (plan === null && !errors.every((error) => lacksSecretsAlone(error, profile))) fail(...errors);
  if (plan !== null && own(plan.profiles, profile) === undefined)
    fail(linking.E0801({ profile, defined: Object.keys(plan.profiles).sort(byName) }));
  return plan;
}

function refuseExisting({ profile }: Addition, plan: Plan | null, secrets: readonly string[]): void {
  const existing = plan === null ? [] : secrets.filter((secret) => meaningIn(plan, profile, secret) !== null);
  if (existing.length > 0) fail(...existing.map((secret) => inheritance.E0316({ secret, profile })));
}

/** A manifest that declares no secret yet does not compile, and this is its first. */
function lacksSecretsAlone({ code, at }: Diagnostic, profile: string): boolean {
  return code === 'E0304' ? profile === 'default' : code === 'E0305' && at?.path[1] === profile;
}

async function withSecrets(
  { manifest, shown, profile }: Addition,
  text: string,
  declared: readonly Declared[],
): Promise<string> {
  const { editToml } = await tomlEditor();
  const edits = declared.map(
    ({ secret, declaration }) => ({ kind: 'set', path: ['profiles', profile, secret], value: declaration }) as const,
  );
  const edited = editToml(text, edits);
  if (edited.kind === 'refused') return fail(inheritance.E0311({ path: shown, why: edited.why }));
  const { plan, errors } = await compileChanged(manifest, edited.text);
  // Their places are in a text that is not written.
  return plan === null ? fail(...errors.map(withoutPlace)) : edited.text;
}

/** Empty if the file was removed in the meantime: then it does not compile. */
function textOf({ shown }: Addition, bytes: Uint8Array | null): string {
  const text = bytes ?? new Uint8Array();
  return decodeUtf8(text) ?? fail(syntax.E0102({ path: shown, line: undecodableLine(text) }));
}

export async function manifestText(addition: Addition): Promise<string> {
  const { shown, path } = addition;
  try {
    return textOf(addition, await nodeFiles().read(path));
  } catch (error) {
    if (error instanceof FileFault) fail(inheritance.E0302({ path: shown, reason: error.problem }));
    throw error;
  }
}

async function update({ shown, path }: Addition, change: FileChange): Promise<void> {
  try {
    await nodeFiles().update(path, change);
  } catch (error) {
    if (error instanceof FileFault) fail(delivery.E1208({ path: shown, reason: error.problem }));
    throw error;
  }
}
