/** What a subject of a rule is judged by: the chosen secrets of a sound project, and its manifests. */
import type { PolicySubject } from '#schemas/policy.js';
import type { BoundProject } from '../../tree/effective.js';
import type { WrittenManifest } from '../../tree/written.js';
import type { Breaches } from '../breaches.js';
import type { ChosenGroup } from '../chosen.js';

export interface Judged {
  readonly project: BoundProject;
  /** Parents first. */
  readonly manifests: readonly WrittenManifest[];
}

export type JudgeSubject<Kind extends PolicySubject['kind']> = (
  subject: Extract<PolicySubject, { kind: Kind }>,
  groups: readonly ChosenGroup[],
  judged: Judged,
  breaches: Breaches,
) => void;
