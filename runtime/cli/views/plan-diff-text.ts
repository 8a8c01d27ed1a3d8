/** What changed between two plans, for a terminal: of what, then gravest first, one line a change, then what is to be done. */

import { listPhrase, type Phrase } from '#schemas/phrase.js';
import { CHANGE_SEVERITIES, type ChangeSeverity } from '#schemas/plan-change.js';
import type { DifferenceAbout, PlacedChange, PlacedReview, ShownDifference, ToDo } from '#schemas/plan-review.js';
import { shortened } from '#schemas/shortened.js';
import { absentPhrase, countOf, countWords, kindWords, profilesPhrase, subjectPhrase } from './plan-change-words.js';
import { reviewPhrase } from './plan-review-words.js';
import { storeWords } from './plan-words.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging } from './wrap.js';

const LONGEST_TEXT = 500;
const COLOURS: Readonly<Record<ChangeSeverity, number>> = { danger: 31, review: 33, notice: 36 };

export interface TextLayout {
  readonly colour: boolean;
  /** Columns of the terminal; infinite without one. */
  readonly width: number;
}

export function planDiffText(
  { old, new: next, changes, about }: ShownDifference,
  review: PlacedReview,
  layout: TextLayout,
): string {
  if (changes.length === 0) return 'no changes\n';
  const column = Math.max(...changes.map(({ kind }) => kind.length));
  const groups = CHANGE_SEVERITIES.flatMap((severity) => {
    const lines = review.changes
      .filter(({ change }) => change.severity === severity)
      .flatMap((placed) => changeLines(placed, column, layout.width));
    return lines.length === 0 ? [] : [[heading(severity, layout.colour), ...lines, ''].join('\n')];
  });
  const toDo = review.toDo.length === 0 ? [] : [toDoText(review.toDo, layout.width)];
  return [head(about, old, next), ...groups, ...toDo, `${countOf(changes)}: ${countWords(changes)}\n`].join('\n');
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

function changeLines({ at, ...reviewed }: PlacedChange, column: number, width: number): readonly string[] {
  const { change } = reviewed;
  const [subject, detail] = [textOf(subjectPhrase(change)), textOf(reviewPhrase(reviewed))];
  const profiles = textOf(profilesPhrase(change));
  const where = [
    ...(profiles === '' ? [] : [`in ${profiles}`]),
    ...(at === null ? [] : [shown(at.line === null ? at.file : `${at.file}:${at.line}`)]),
  ];
  const isWhole = change.power !== undefined || change.kind === 'profile-renamed';
  const text = isWhole ? detail : `${subject}${detail === '' ? '' : `: ${detail}`}`;
  const lead = `  ${kindWords(change.kind).padEnd(column)}  `;
  return hanging(lead, `${text}${where.length === 0 ? '' : ` (${where.join(', ')})`}`, width);
}

function toDoText(toDo: readonly ToDo[], width: number): string {
  const lines = toDo.flatMap(({ secret, store, profiles }) => {
    const where = store.kind === 'default' ? 'your default store' : shown(storeWords(store));
    const reach = profiles === 'all' ? 'all profiles' : textOf(listPhrase(profiles));
    return hanging('  ', `set ${shown(secret)} in ${where} (${reach})`, width);
  });
  return ['to do when this is merged', ...lines, ''].join('\n');
}

function textOf(phrase: Phrase): string {
  return phrase
    .map((piece) => {
      if ('ours' in piece) return piece.ours;
      return piece.isWhole ? escapeForTerminal(piece.theirs) : shown(piece.theirs);
    })
    .join('');
}

function shown(text: string): string {
  return escapeForTerminal(shortened(text, LONGEST_TEXT));
}

/** The same, for a format that programs read. */
export function absentText({ absent }: DifferenceAbout): string {
  return absent === null ? '' : `${textOf(absentPhrase(absent))}\n`;
}
