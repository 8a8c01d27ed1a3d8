/** What a call compares: OLD and NEW as they are named, or a plan file and the manifest at hand. Contacts no store. */
import { resolve } from 'node:path';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { fail } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { findManifest, type ManifestCall } from '../inputs/named-manifest.js';
import { type Operand, operandOf } from '../plan/plan-operand.js';
import { manifestSide, planFileSide, sideOf } from '../plan/plan-side.js';
import type { Circumstances } from '../plan/side.js';
import { MANIFEST_NAME } from '../version.js';
import { type Comparable, comparable } from './compare-plans.js';

/** OLD and NEW are plan files, manifests, folders with a manifest, or git revisions; without NEW, the manifest at hand. */
export async function twoSides(oldText: string, written: string | null, call: ManifestCall): Promise<Comparable> {
  const called = findManifest(call);
  const { workingFolder, variables } = call;
  const circumstances: Circumstances = {
    variables,
    workingFolder,
    cacheFor: (manifestFolder) => cacheFolder(variables, manifestFolder),
    called,
  };
  const old = operandOf(oldText, workingFolder);
  const newText = written ?? called?.name ?? '';
  const next: Operand =
    written === null ? { kind: 'manifest', manifest: atHand(called) } : operandOf(newText, workingFolder);
  return comparable(
    { name: 'old', shown: oldText, side: await sideOf(old, oldText, next, circumstances) },
    { name: 'new', shown: newText, side: await sideOf(next, newText, old, circumstances) },
    workingFolder,
  );
}

/** The plan file comes first, then what the manifest at hand compiles to. Plans of equal meaning are equal. */
export async function planFileAndManifest(file: string, call: ManifestCall): Promise<Comparable> {
  const manifest = atHand(findManifest(call));
  const committed = planFileSide(resolve(call.workingFolder, file), file);
  const compiled = await manifestSide(manifest, cacheFolder(call.variables, manifest.folder));
  return comparable(
    { name: null, shown: file, side: committed },
    { name: null, shown: manifest.name, side: compiled },
    call.workingFolder,
  );
}

function atHand(manifest: ManifestLocation | null): ManifestLocation {
  return manifest ?? fail(inheritance.E0308({ name: MANIFEST_NAME, path: null, nearest: null }));
}
