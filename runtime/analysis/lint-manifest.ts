/** Compiles a manifest to find its errors and warnings. Reads manifests, and what files of stores show without being decrypted; no user configuration. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { fail } from '../failure.js';
import { claimsOf } from '../inputs/claims.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import type { Variables } from '../inputs/folders.js';
import { frontEnd } from '../plan/front-end.js';
import { nodeHost } from '../plan/node-host.js';
import { findingsOnFiles } from './files-of-stores.js';
import { prefixOf, shownFile, shownFrom } from '../plan/shown-places.js';

/** The findings that count, with paths relative to one folder. */
export interface Reported {
  readonly diagnostics: readonly Diagnostic[];
  readonly locate: Locate;
}
export interface LintFindings extends Reported {
  /** The entry manifest, or several. */
  readonly file: string;
  /** Warnings that would count if they were not allowed. */
  readonly allowed: readonly AllowedWarning[];
}
export interface AllowedWarning {
  readonly diagnostic: Diagnostic;
  readonly by: 'comment' | 'option';
}
export interface LintOptions {
  /** Codes of warnings that are allowed anywhere. */
  readonly allow: ReadonlySet<string>;
  /** If given, the files of stores are looked at, and names of external providers, as they are on this machine. */
  readonly variables?: Variables;
  /** The folder that shown paths are relative to. */
  readonly from: string;
}

/** Stops if there is no manifest, as every command does. */
export async function lintManifest({ folder, name }: ManifestLocation, options: LintOptions): Promise<LintFindings> {
  const { compile, locator, allowancesIn, placeFindings } = await frontEnd();
  const host = nodeHost(folder);
  const {
    plan,
    diagnostics: compiled,
    files,
  } = await compile(host, name, {
    warnings: true,
    ...(options.variables && { claims: claimsOf(options.variables) }),
  });
  const onDisk = plan && options.variables ? await findingsOnFiles(plan, { folder, variables: options.variables }) : [];
  const diagnostics = onDisk.length === 0 ? compiled : [...compiled, ...onDisk.map(await placeFindings(host, name))];
  if (diagnostics.some(({ code }) => code === 'E0308')) fail(...diagnostics);
  const prefix = prefixOf(folder, options.from);
  const file = shownFile(prefix, name);
  if (diagnostics.length === 0) return { file, diagnostics, allowed: [], locate: () => null };
  const isAllowed = await allowancesIn(files);
  const allowedBy = (found: Diagnostic): AllowedWarning['by'] | null => {
    if (isAllowed(found)) return 'comment';
    return options.allow.has(found.code) ? 'option' : null;
  };
  const judged = diagnostics.map((found) => ({ diagnostic: shownFrom(prefix, found), by: allowedBy(found) }));
  const sources = files.map((source) => ({ ...source, path: shownFile(prefix, source.path) }));
  return {
    file,
    diagnostics: judged.flatMap(({ diagnostic, by }) => (by === null ? [diagnostic] : [])),
    allowed: judged.flatMap(({ diagnostic, by }) => (by === null ? [] : [{ diagnostic, by }])),
    locate: await locator(sources),
  };
}
