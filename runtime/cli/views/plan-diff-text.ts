/** What changed between two plans, for a terminal: of what, then gravest first, one line a change, then a count. */

import { CHANGE_SEVERITIES, type Change, type ChangeSeverity } from '#schemas/plan-change.js';
import type { DifferenceAbout, ShownDifference } from '#schemas/plan-review.js';
import { shortened } from '#schemas/shortened.js';
import {
  absentPhrase,
  countOf,
  countWords,
  detailPhrase,
  kindWords,
  type Phrase,
  profilesPhrase,
  subjectPhrase,
} from './plan-change-words.js';
import { escapeForTerminal } from './terminal-text.js';

const LONGEST_TEXT = 500;
const COLOURS: Readonly<Record<ChangeSeverity, number>> = { danger: 31, review: 33, notice: 36 };

export function planDiffText({ old, new: next, changes, about }: ShownDifference, colour: boolean): string {
  if (changes.length === 0) return 'no changes\n';
  const width = Math.max(...changes.map(({ kind }) => kind.length));
  const groups = CHANGE_SEVERITIES.flatMap((severity) => {
    const lines = changes.filter((change) => change.severity === severity).map((change) => changeLine(change, width));
    return lines.length === 0 ? [] : [[heading(severity, colour), ...lines, ''].join('\n')];
  });
  return [head(about, old, next), ...groups, `${countOf(changes)}: ${countWords(changes)}\n`].join('\n');
}

function head(about: DifferenceAbout, old: string, next: string): string {
  const { project, manifest } = about;
  const names = project.old === project.new ? project.new : `${project.old} → ${project.new}`;
  const lines = [`project   ${names}`, `manifest  ${manifest}`, `old       ${old}`, `new       ${next}`];
  return lines.map((line) => `${shown(line)}\n`).join('') + absentText(about);
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
  return phrase.map((piece) => ('ours' in piece ? piece.ours : shown(piece.theirs))).join('');
}

function shown(text: string): string {
  return escapeForTerminal(shortened(text, LONGEST_TEXT));
}

/** The same, for a format that programs read. */
export function absentText({ absent }: DifferenceAbout): string {
  return absent === null ? '' : `${textOf(absentPhrase(absent))}\n`;
}
