/** Changes as annotations of a GitHub workflow, one each, at the line of the manifest that the change is about. */

import type { Change, ChangeSeverity } from '#schemas/plan-change.js';
import { shortened } from '#schemas/shortened.js';
import { detailPhrase, kindWords, type Phrase, profilesPhrase, subjectPhrase } from './plan-change-words.js';
import { workflowCommand } from './workflow-command.js';

export interface PlacedChange {
  readonly change: Change;
  readonly at: { readonly file: string; readonly line: number | null } | null;
}

const LEVELS: Readonly<Record<ChangeSeverity, string>> = { danger: 'error', review: 'warning', notice: 'notice' };
const LONGEST_TEXT = 500;

export function planDiffGithub(changes: readonly PlacedChange[]): string {
  return changes.map(({ change, at }) => annotationOf(change, at)).join('');
}

function annotationOf(change: Change, at: PlacedChange['at']): string {
  const [detail, profiles] = [textOf(detailPhrase(change)), textOf(profilesPhrase(change))];
  const text = `${textOf(subjectPhrase(change))}${detail && `: ${detail}`}${profiles && ` (in ${profiles})`}`;
  const title = `${change.severity}: ${kindWords(change.kind)}`;
  return workflowCommand(LEVELS[change.severity], { file: at?.file ?? null, line: at?.line ?? null, title }, [text]);
}

function textOf(phrase: Phrase): string {
  return phrase.map((piece) => shortened('ours' in piece ? piece.ours : piece.theirs, LONGEST_TEXT)).join('');
}
