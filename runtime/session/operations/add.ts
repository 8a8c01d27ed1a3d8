/** Declares one more secret in a manifest, in place (semantics 6.10). Accesses no secret, so that it needs no reason. */
import { join } from 'node:path';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import { shape } from '#schemas/diagnostics/E02-shape.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { meaningIn } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { fail } from '../../failure.js';
import { type Change, FileFault } from '../../files/files.js';
import { nodeFiles } from '../../files/node-files.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { chooseAll } from '../../inputs/choice.js';
import { configFile } from '../../inputs/folders.js';
import type { ManifestLocation } from '../../inputs/locate-manifest.js';
import { namedManifest, requireManifest } from '../../inputs/named-manifest.js';
import { compileChanged } from '../../plan/compile-changed.js';
import { frontEnd, tomlEditor } from '../../plan/front-end.js';
import { obtainUserConfig } from '../../user-config/user-config.js';
import { decodeUtf8 } from '../../values/utf8.js';
import type { Call } from '../call.js';
import { withoutPlace } from './compile-text.js';

export interface AddedSecret {
  readonly profile: string;
  /** The manifest: as named by the call, otherwise absolute. */
  readonly path: string;
  /** As named by the call; null if it was found. */
  readonly named: string | null;
}

/** The description, trimmed and not blank; obtained once the secret was found to be acceptable. */
export type Describe = () => Promise<string>;

export async function add(call: Call, secret: string, describe: Describe): Promise<AddedSecret> {
  const manifest = await requireManifest(call);
  const profile = await profileOf(call, manifest);
  const named = namedManifest(call);
  const wanted = { manifest, shown: named ?? manifest.name, secret, profile };
  const path = join(manifest.folder, manifest.name);
  await refuseName(secret);
  await judge(wanted, textOf(wanted, await read(wanted, path)));
  const description = await describe();
  await update(wanted, path, async (current) => {
    const text = textOf(wanted, current);
    await judge(wanted, text);
    return Buffer.from(await withSecret(wanted, text, description));
  });
  return { profile, path: named ?? path, named };
}

interface Addition {
  readonly manifest: ManifestLocation;
  /** The manifest in messages. */
  readonly shown: string;
  readonly secret: string;
  readonly profile: string;
}

async function profileOf({ options, variables }: Call, { folder }: ManifestLocation): Promise<string> {
  const chosen = chooseAll({ ...options, variables }).profile;
  if (chosen !== null) return chosen;
  const { user } = await obtainUserConfig(configFile(variables), cacheFolder(variables, folder));
  return user.profile ?? 'default';
}

/** `defaults` is the table of a profile (semantics 1.5). */
async function refuseName(secret: string): Promise<void> {
  if (secret === 'defaults') fail(inheritance.E0315({ name: secret }));
  const { isSecretName } = await frontEnd();
  if (!isSecretName(secret)) fail(shape.E0211({ name: secret }));
}

/** Stops if the manifest with this text cannot get the secret. */
async function judge({ manifest, secret, profile }: Addition, text: string): Promise<void> {
  const { plan, errors } = await compileChanged(manifest, text);
  if (plan !== null) return judgeIn(plan, secret, profile);
  if (!errors.every((error) => lacksSecretsAlone(error, profile))) fail(...errors);
}

function judgeIn(plan: Plan, secret: string, profile: string): void {
  if (own(plan.profiles, profile) === undefined)
    fail(linking.E0801({ profile, defined: Object.keys(plan.profiles).sort(byName) }));
  if (meaningIn(plan, profile, secret) !== null) fail(inheritance.E0316({ secret, profile }));
}

/** A manifest that declares no secret yet does not compile, and this is its first. */
function lacksSecretsAlone({ code, at }: Diagnostic, profile: string): boolean {
  return code === 'E0304' ? profile === 'default' : code === 'E0305' && at?.path[1] === profile;
}

/** The text with the declaration; it compiles, and all the rest of it is as it was. */
async function withSecret(
  { manifest, shown, secret, profile }: Addition,
  text: string,
  description: string,
): Promise<string> {
  const { editToml } = await tomlEditor();
  const edited = editToml(text, [{ kind: 'set', path: ['profiles', profile, secret], value: { description } }]);
  if (edited.kind === 'refused') return fail(inheritance.E0311({ path: shown, why: edited.why }));
  const { plan, errors } = await compileChanged(manifest, edited.text);
  // Their places are in a text that is not written.
  return plan === null ? fail(...errors.map(withoutPlace)) : edited.text;
}

/** Empty if the file was removed in the meantime: then it does not compile. */
function textOf({ shown }: Addition, bytes: Uint8Array | null): string {
  return decodeUtf8(bytes ?? new Uint8Array()) ?? fail(syntax.E0102({ path: shown }));
}

async function read({ shown }: Addition, path: string): Promise<Uint8Array | null> {
  try {
    return await nodeFiles().read(path);
  } catch (error) {
    if (error instanceof FileFault) fail(inheritance.E0302({ path: shown, reason: error.problem }));
    throw error;
  }
}

async function update({ shown }: Addition, path: string, change: Change): Promise<void> {
  try {
    await nodeFiles().update(path, change);
  } catch (error) {
    if (error instanceof FileFault) fail(delivery.E1208({ path: shown, reason: error.problem }));
    throw error;
  }
}
