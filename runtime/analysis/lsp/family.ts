/** Which occurrences mean one thing: a name is the same in a manifest and in all that it extends. */
import type { NameKind, Occurrence } from '../../plan/front-end.js';
import type { ManifestFile } from './manifest-file.js';
import type { Manifests } from './manifests.js';

export interface FoundName {
  readonly file: ManifestFile;
  readonly occurrence: Occurrence;
}

/** Every occurrence of the name that means the same as in this file, in the file itself first. */
export function occurrencesOf(
  manifests: Manifests,
  kind: NameKind,
  name: string,
  from: ManifestFile,
): readonly FoundName[] {
  return filesWith(manifests, kind, name, from).flatMap((file) =>
    file.names
      .filter((occurrence) => occurrence.kind === kind && occurrence.name === name)
      .map((occurrence) => ({ file, occurrence })),
  );
}

/** The names of this kind that one of the files knows, through what it extends or what extends it. */
export function namesBeside(manifests: Manifests, kind: NameKind, files: readonly ManifestFile[]): ReadonlySet<string> {
  const paths = new Set(files.map(({ path }) => path));
  const chains = [...manifests.chains(), ...files.map(({ path }) => manifests.chainOf(path))];
  const beside = chains.filter((chain) => chain.some(({ path }) => paths.has(path))).flat();
  const names = new Set<string>();
  for (const { names: found } of new Set(beside))
    for (const occurrence of found) if (occurrence.kind === kind) names.add(occurrence.name);
  return names;
}

/**
 * The files in which the name is the same one: those that some manifest reads together and that all have it. Two children
 * of one parent that each declare it have it in common only if the parent has it too.
 */
function filesWith(manifests: Manifests, kind: NameKind, name: string, from: ManifestFile): readonly ManifestFile[] {
  const hasName = (file: ManifestFile) =>
    file.text.includes(name) || file.text.includes('\\')
      ? file.names.some((occurrence) => occurrence.kind === kind && occurrence.name === name)
      : false;
  const chains = [manifests.chainOf(from.path), ...manifests.chains()].map((chain) => chain.filter(hasName));
  const found = new Map([[from.path, from]]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const chain of chains) {
      if (!chain.some(({ path }) => found.has(path))) continue;
      for (const file of chain) found.set(file.path, file);
    }
  }
  return [...found.values()];
}
