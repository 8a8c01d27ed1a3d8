/** Rules about who must state a reason. It holds for the project; built in is `"agents"` (spec 5.3). */
import { keyAt } from '../../source/place.js';
import type { ChosenGroup } from '../chosen.js';
import type { JudgeSubject } from './subject.js';

export const judgeReason: JudgeSubject<'reason'> = ({ atLeast }, groups, { project, manifests }, breaches) => {
  if (strength(project.requireReason) >= strength(atLeast)) return;
  const written = manifests.findLast(({ project: { requireReason } }) => requireReason !== null);
  const at =
    written === undefined ? keyAt(project.file, ['project']) : keyAt(written.file, ['project', 'require_reason']);
  const problem = project.requireReason === 'agents' ? 'a reason is required of agents alone' : 'no reason is required';
  for (const { profiles } of groups satisfies readonly ChosenGroup[]) breaches.add({ at, problem }, profiles, []);
};

function strength(requires: boolean | 'agents'): number {
  return requires === true ? 2 : requires === 'agents' ? 1 : 0;
}
