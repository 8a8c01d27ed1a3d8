/** Changes as annotations of a GitHub workflow, one each, at the line of the manifest that the change is about. */

import type { Phrase } from '#schemas/phrase.js';
import type { ChangeSeverity } from '#schemas/plan-change.js';
import type { PlacedChange } from '#schemas/plan-review.js';
import { shortened } from '#schemas/shortened.js';
import { kindWords, profilesPhrase, subjectPhrase } from './plan-change-words.js';
import { reviewPhrase } from './plan-review-words.js';
import { workflowCommand } from './workflow-command.js';

const LEVELS: Readonly<Record<ChangeSeverity, string>> = { danger: 'error', review: 'warning', notice: 'notice' };
const LONGEST_TEXT = 500;
/** An annotation has room for 64 KB. */
const LONGEST_WHOLE = 20_000;

export function planDiffGithub(changes: readonly PlacedChange[]): string {
  return changes.map(annotationOf).join('');
}

function annotationOf({ at, ...reviewed }: PlacedChange): string {
  const { change } = reviewed;
  const [detail, profiles] = [textOf(reviewPhrase(reviewed)), textOf(profilesPhrase(change))];
  const text = `${textOf(subjectPhrase(change))}${detail && `: ${detail}`}${profiles && ` (in ${profiles})`}`;
  const title = `${change.severity}: ${kindWords(change.kind)}`;
  return workflowCommand(LEVELS[change.severity], { file: at?.file ?? null, line: at?.line ?? null, title }, [text]);
}

function textOf(phrase: Phrase): string {
  return phrase
    .map((piece) =>
      'ours' in piece ? piece.ours : shortened(piece.theirs, piece.isWhole ? LONGEST_WHOLE : LONGEST_TEXT),
    )
    .join('');
}
