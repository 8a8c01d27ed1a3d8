/** A warning checks a project that may have errors; its findings do not change the exit status. */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import type { Claims } from '#schemas/stores/judge-spec.js';
import type { BoundProject } from '../tree/effective.js';
import type { GroupedProject } from '../tree/grouped.js';
import type { WrittenManifest } from '../tree/written.js';

/** The input of `lint`: the effective project, and the manifests it was made of, parents first. */
export interface Linted extends GroupedProject<BoundProject> {
  readonly manifests: readonly WrittenManifest[];
  /** The external providers of this machine. */
  readonly claims: Claims;
}

export type Warning = (linted: Linted, report: Report) => void;
