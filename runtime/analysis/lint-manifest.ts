/** Compiles a manifest to find its errors and warnings. Reads manifests alone; what else a plan shows on this machine is asked of the caller. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import type { Plan } from '#schemas/plan.js';
import type { Policy } from '#schemas/policy.js';
import type { Claims } from '#schemas/stores/judge-spec.js';
import { fail } from '../failure.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { frontEnd, type PlacedFix, policyJudge, type Trees } from '../plan/front-end.js';
import { nodeHost, type OpenText } from '../plan/node-host.js';
import { prefixOf, shownFile, shownFrom } from '../plan/shown-places.js';

/** The findings that count, with paths relative to one folder. */
export interface Reported {
  readonly diagnostics: readonly Diagnostic[];
  readonly locate: Locate;
  /** How a finding can be corrected, where that is known. */
  readonly fixesOf?: (diagnostic: Diagnostic) => readonly PlacedFix[];
}
export interface LintFindings extends Reported {
  /** The entry manifest, or several. */
  readonly file: string;
  /** Warnings that would count if they were not allowed. */
  readonly allowed: readonly AllowedWarning[];
}
export interface ManifestFindings extends LintFindings {
  /** What a sound manifest means; null: it has errors. */
  readonly trees: Trees | null;
}
export interface AllowedWarning {
  readonly diagnostic: Diagnostic;
  readonly by: 'comment' | 'option';
}
export interface LintOptions {
  /** Codes of warnings that are allowed anywhere. */
  readonly allow: ReadonlySet<string>;
  /** The external providers of this machine; left out: none. */
  readonly claims?: Claims;
  /** What the plan of a valid manifest shows on this machine, such as files of stores; the manifest's folder is given. */
  readonly onMachine?: (plan: Plan, folder: string) => Promise<readonly Diagnostic[]>;
  /** What sound manifests are judged by. */
  readonly policies?: readonly Policy[];
  /** The folder that shown paths are relative to. */
  readonly from: string;
  /** Texts that hold instead of the files. */
  readonly openText?: OpenText;
}

/** Stops if there is no manifest, as every command does. */
export async function lintManifest(
  { folder, name }: ManifestLocation,
  options: LintOptions,
): Promise<ManifestFindings> {
  const { compile, locator, allowancesIn, placeFindings, placedFixes } = await frontEnd();
  const host = nodeHost(folder, undefined, options.openText);
  const { claims } = options;
  const compiled = await compile(host, name, { warnings: true, ...(claims !== undefined && { claims }) });
  const { plan, files } = compiled;
  const trees = plan === null ? null : compiled.trees;
  const found = plan && options.onMachine ? await options.onMachine(plan, folder) : [];
  const placed = found.length === 0 ? [] : found.map(await placeFindings(host, name));
  const diagnostics = [...compiled.diagnostics, ...(await brokenRules(trees, options)), ...placed];
  if (diagnostics.some(({ code }) => code === 'E0308')) fail(...diagnostics);
  const prefix = prefixOf(folder, options.from);
  const file = shownFile(prefix, name);
  if (diagnostics.length === 0) return { file, diagnostics, allowed: [], locate: () => null, trees };
  const sources = files.map((source) => ({ ...source, path: shownFile(prefix, source.path) }));
  const locate = await locator(sources);
  const isAllowed = await allowancesIn(sources, locate);
  const allowedBy = (found: Diagnostic): AllowedWarning['by'] | null => {
    if (isAllowed(found)) return 'comment';
    return options.allow.has(found.code) ? 'option' : null;
  };
  const shown = diagnostics.map((found) => shownFrom(prefix, found));
  const judged = shown.map((diagnostic) => ({ diagnostic, by: allowedBy(diagnostic) }));
  return {
    file,
    diagnostics: judged.flatMap(({ diagnostic, by }) => (by === null ? [diagnostic] : [])),
    allowed: judged.flatMap(({ diagnostic, by }) => (by === null ? [] : [{ diagnostic, by }])),
    locate,
    fixesOf: placedFixes(sources, locate),
    trees,
  };
}

async function brokenRules(trees: Trees | null, { policies = [] }: LintOptions): Promise<readonly Diagnostic[]> {
  if (trees === null || policies.length === 0) return [];
  return (await policyJudge()).judgePolicies(trees, policies);
}
