/** A warning judges a project that may have errors, and gives nothing but findings that change no exit status. */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import type { GroupedProject } from '../passes/group.js';
import type { BoundProject } from '../tree/effective.js';
import type { WrittenManifest } from '../tree/written.js';

/** What `lint` looks at: the project as meant, and the manifests it was made of, parents first. */
export interface Linted extends GroupedProject<BoundProject> {
  readonly manifests: readonly WrittenManifest[];
}

export type Warning = (linted: Linted, report: Report) => void;
