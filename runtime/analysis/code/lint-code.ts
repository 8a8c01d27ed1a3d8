/** `tool lint --code`: compares what programs read with what all profiles of a manifest declare. Reads no value, and contacts no store. */
import { join, resolve } from 'node:path';
import { realpathSync } from 'node:fs';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { patternsFit } from '#schemas/name-pattern.js';
import type { Progress } from '../../execute/ports.js';
import { fail } from '../../failure.js';
import type { Variables } from '../../inputs/folders.js';
import type { ManifestLocation } from '../../inputs/locate-manifest.js';
import { codeAnalysis, type DeclaredName, frontEnd } from '../../plan/front-end.js';
import { nodeHost } from '../../plan/node-host.js';
import { prefixOf, shownFile, shownFrom } from '../../plan/shown-places.js';
import type { AllowedWarning, LintFindings } from '../lint-manifest.js';
import { compareCode, locateIn, type Undeclared, undeclaredIn } from './compare-code.js';
import { type ProjectReads, readProject } from './read-project.js';

export interface CodeOptions {
  /** Files and folders; none: the folder of the manifest. */
  readonly paths: readonly string[];
  readonly allow: { readonly codes: ReadonlySet<string>; readonly names: readonly string[] };
  /** The folder that shown paths are relative to. */
  readonly from: string;
  readonly workingFolder: string;
  readonly variables: Variables;
  readonly progress: Progress;
}

export async function lintCode(manifest: ManifestLocation, options: CodeOptions): Promise<LintFindings> {
  const { compile, locator, allowancesIn } = await frontEnd();
  const { folder, name } = manifest;
  const { plan, trees, files, diagnostics } = await compile(nodeHost(folder), name);
  if (diagnostics.some(({ code }) => code === 'E0308')) fail(...diagnostics);
  const prefix = prefixOf(folder, options.from);
  const sources = files.map((source) => ({ ...source, path: shownFile(prefix, source.path) }));
  const inManifests = await locator(sources);
  const file = shownFile(prefix, name);
  if (plan === null || trees === null) {
    const errors = diagnostics.map((found) => shownFrom(prefix, found));
    return { file, diagnostics: errors, allowed: [], locate: inManifests };
  }
  const declared = (await codeAnalysis()).declaredNames(trees);
  const found = await readsOf(manifest, declared, files, options);
  const inPrograms = locateIn(found);
  const isCommented = await allowancesIn(sources, inManifests);
  const isNamed = patternsFit(options.allow.names);
  const accepted = (diagnostic: Diagnostic, isAllowed: boolean): AllowedWarning['by'] | null => {
    if (isAllowed || isCommented(diagnostic)) return 'comment';
    return options.allow.codes.has(diagnostic.code) ? 'option' : null;
  };
  const findings = compareCode(found, declared).map(({ diagnostic, isAllowed, name = null }) => {
    const isOfManifest = diagnostic.code === 'W1702';
    const shown = isOfManifest ? shownFrom(prefix, diagnostic) : diagnostic;
    const by = name !== null && options.allow.names.length > 0 && isNamed(name) ? 'option' : accepted(shown, isAllowed);
    return { diagnostic: shown, by };
  });
  return {
    file: `${file} and ${found.files} ${found.files === 1 ? 'file' : 'files'}`,
    diagnostics: findings.flatMap(({ diagnostic, by }) => (by === null ? [diagnostic] : [])),
    allowed: findings.flatMap(({ diagnostic, by }) => (by === null ? [] : [{ diagnostic, by }])),
    locate: (place) => inPrograms(place) ?? inManifests(place),
  };
}

/** What `tool add --from-code` declares: what no profile declares and no comment accepts; stops with errors that leave no names. */
export async function undeclaredInCode(
  manifest: ManifestLocation,
  options: Omit<CodeOptions, 'allow'>,
): Promise<{ readonly undeclared: readonly Undeclared[]; readonly declared: ReadonlySet<string> }> {
  const { compile } = await frontEnd();
  const { trees, files, diagnostics } = await compile(nodeHost(manifest.folder), manifest.name);
  if (trees === null) return fail(...diagnostics);
  const declared = (await codeAnalysis()).declaredNames(trees);
  const found = await readsOf(manifest, declared, files, options);
  const undeclared = undeclaredIn(found, declared).filter(({ reads }) =>
    reads.some(({ allowed }) => !allowed.has('W1701')),
  );
  return { undeclared, declared: new Set(declared.map(({ name }) => name)) };
}

function readsOf(
  { folder }: ManifestLocation,
  declared: readonly DeclaredName[],
  manifests: readonly { readonly path: string }[],
  { paths, from, workingFolder, variables, progress }: Omit<CodeOptions, 'allow'>,
): Promise<ProjectReads> {
  return readProject({
    paths,
    folder,
    workingFolder,
    variables,
    from,
    words: new Set(declared.map(({ name }) => name)),
    manifests: new Set(manifests.map(({ path }) => realOf(resolve(join(folder, path))))),
    progress,
  });
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
