/** What changed between two plans, for a terminal: gravest first, one line a change, then a count. */
import { CHANGE_SEVERITIES, type Change, type ChangeSeverity } from '#schemas/plan-change.js';
import {
  countWords,
  detailPhrase,
  kindWords,
  type Phrase,
  profilesPhrase,
  subjectPhrase,
} from './plan-change-words.js';
import { escapeForTerminal, shortened } from './terminal-text.js';

const LONGEST_TEXT = 500;
const COLOURS: Readonly<Record<ChangeSeverity, number>> = { danger: 31, review: 33, notice: 36 };

export function planDiffText(changes: readonly Change[], colour: boolean): string {
  if (changes.length === 0) return 'no changes\n';
  const width = Math.max(...changes.map(({ kind }) => kind.length));
  const groups = CHANGE_SEVERITIES.flatMap((severity) => {
    const lines = changes.filter((change) => change.severity === severity).map((change) => changeLine(change, width));
    return lines.length === 0 ? [] : [[heading(severity, colour), ...lines, ''].join('\n')];
  });
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return `${groups.join('\n')}\n${count}: ${countWords(changes)}\n`;
}

function heading(severity: ChangeSeverity, colour: boolean): string {
  return colour ? `\x1b[1;${COLOURS[severity]}m${severity}\x1b[0m` : severity;
}

function changeLine(change: Change, width: number): string {
  const [detail, profiles] = [textOf(detailPhrase(change)), textOf(profilesPhrase(change))];
  const tail = `${detail === '' ? '' : `: ${detail}`}${profiles === '' ? '' : ` (in ${profiles})`}`;
  return `  ${kindWords(change.kind).padEnd(width)}  ${textOf(subjectPhrase(change))}${tail}`;
}

function textOf(phrase: Phrase): string {
  return phrase
    .map((piece) => ('ours' in piece ? piece.ours : escapeForTerminal(shortened(piece.theirs, LONGEST_TEXT))))
    .join('');
}
