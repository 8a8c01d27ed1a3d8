/** The passes in order, and nothing else. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import { type Claims, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { findings } from './findings.js';
import type { Host } from './host.js';
import { bind } from './passes/bind.js';
import { check } from './passes/check.js';
import { compose } from './passes/compose.js';
import { emit } from './passes/emit.js';
import { extend } from './passes/extend.js';
import { group } from './passes/group.js';
import { inherit } from './passes/inherit.js';
import { load } from './passes/load.js';
import { parse } from './passes/parse.js';
import type { SourceFile } from './source/source-file.js';
import type { BoundProject } from './tree/effective.js';
import type { GroupedProject } from './tree/grouped.js';
import type { WrittenManifest } from './tree/written.js';

export interface Compiled {
  /** Null when any error was reported; warnings do not prevent a plan. */
  readonly plan: Plan | null;
  /** In the order they were found; views sort by place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every manifest read, parents first, for positions. */
  readonly files: readonly SourceFile[];
  /** What was written and what it means, as far as they could be read; null if the manifests could not be merged. */
  readonly trees: Trees | null;
}
export interface Trees extends GroupedProject<BoundProject> {
  /** Parents first. */
  readonly manifests: readonly WrittenManifest[];
}

export interface CompileOptions {
  /** Also report what compiles but is probably an error. Only `lint` needs it; it would slow a cold start. */
  readonly warnings?: boolean;
  /** The external providers of the machine that warnings are for; left out: none is known. */
  readonly claims?: Claims;
}

/**
 * Compiles the manifest at `entry` (a path relative to the host's folder) and all it extends. Never throws for an error
 * in a manifest: all errors are reported in one run.
 */
export async function compile(host: Host, entry: string, options: CompileOptions = {}): Promise<Compiled> {
  const { report, all, hasErrors } = findings();
  const files = await load(host, entry, report);
  const isWhole = !hasErrors();
  const written = await parse(files, report);
  const merged = extend(written);
  // References to content of a missing file would be reported as errors.
  if (merged === null || !isWhole || written.length < files.length)
    return { plan: null, diagnostics: all(), files, trees: null };
  const effective = inherit(merged, report);
  const bound = bind(effective, merged.aliases);
  compose(bound, report);
  const grouped = group(bound);
  check(grouped, report);
  if (options.warnings === true) {
    const { warn, warnOfComments } = await import('./warnings/index.js');
    warn({ ...grouped, manifests: written, claims: options.claims ?? UNCLAIMED }, !hasErrors(), report);
    await warnOfComments(files, report);
  }
  const trees = { ...grouped, manifests: written };
  return { plan: hasErrors() ? null : emit(bound), diagnostics: all(), files, trees };
}
