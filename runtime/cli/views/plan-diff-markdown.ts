/**
 * What changed between two plans, as a comment on a pull request. Text of manifests can neither break the table, nor
 * mention people, nor load a picture: what is safe is in code spans as it is, of anything else every character that could
 * mean something is spelled out.
 */

import { listPhrase, type Phrase } from '#schemas/phrase.js';
import type { ChangeSeverity } from '#schemas/plan-change.js';
import type { DifferenceAbout, PlanReview, ReviewedChange, ShownDifference, ToDo } from '#schemas/plan-review.js';
import { shortened } from '#schemas/shortened.js';
import { absentPhrase, countOf, countWords, kindWords, subjectPhrase } from './plan-change-words.js';
import { reviewPhrase } from './plan-review-words.js';
import { storeWords } from './plan-words.js';
import { escapeForTerminal } from './terminal-text.js';

/** A comment may be 65,536 characters long; the whole stays below this. */
export const MOST_CHARACTERS = 60_000;
const ROOM_FOR_ENDS = 2_000;
const ROOM_FOR_TO_DO = 12_000;
const LONGEST_TEXT = 300;
/** What is shown whole elsewhere; one change must not take the room of all others. */
const LONGEST_POWER = 4_000;
const LONGEST_NAME = 100;
const SIGNS: Readonly<Record<ChangeSeverity, string>> = {
  danger: '🔴 danger',
  review: '🟡 review',
  notice: '⚪ notice',
};
const HEAD = '| | Change | Of | Before → after | Profiles |\n|---|---|---|---|---|\n';

export function planDiffMarkdown({ old, new: next, changes, about }: ShownDifference, review: PlanReview): string {
  const head = [titleOf(about), `${code(old)} → ${code(next)}\n`, ...noteOf(about)];
  if (changes.length === 0) return [...head, 'The plan did not change.\n'].join('\n');
  const isNotice = ({ change }: ReviewedChange) => change.severity === 'notice';
  const grave = review.changes.filter((each) => !isNotice(each));
  const notices = review.changes.filter(isNotice);
  const toDo = toDoText(review.toDo);
  const room = MOST_CHARACTERS - ROOM_FOR_ENDS - head.join('\n').length - toDo.length;
  const table = tableOf(grave, room);
  return [
    ...head,
    `The plan has ${countOf(changes)}: ${countWords(changes)}.\n`,
    ...(grave.length === 0 ? [] : [table]),
    ...(notices.length === 0 ? [] : [details(notices.length, tableOf(notices, room - table.length))]),
    ...(toDo === '' ? [] : [toDo]),
  ].join('\n');
}

/** Comments on several manifests as one: as many as there is room for; the rest is counted. */
export function joinedComments(comments: readonly string[], count: string): string {
  const shown = within(comments, MOST_CHARACTERS - ROOM_FOR_ENDS);
  const rest = comments.length - shown.length;
  const note = rest === 0 ? '' : `\n… and ${rest} more, which \`tool plan diff --all\` shows.\n`;
  return `${[...shown, `${count}.`].join('\n')}\n${note}`;
}

function titleOf({ project, manifest }: DifferenceAbout): string {
  const name = (text: string) => code(shortened(text, LONGEST_NAME));
  const names = project.old === project.new ? name(project.new) : `${name(project.old)} → ${name(project.new)}`;
  return `### Plan of ${names} in ${name(manifest)}\n`;
}

function noteOf({ absent }: DifferenceAbout): readonly string[] {
  return absent === null ? [] : [`${textOf(absentPhrase(absent))}\n`];
}

function details(count: number, table: string): string {
  return `<details>\n<summary>${count === 1 ? '1 notice' : `${count} notices`}</summary>\n\n${table}\n</details>\n`;
}

/** As many rows as there is room for; the rest is counted. */
function tableOf(changes: readonly ReviewedChange[], room: number): string {
  const rows = within(changes.map(rowOf), room - HEAD.length);
  const rest = changes.length - rows.length;
  const note = rest === 0 ? '' : `\n… and ${rest} more, which \`tool plan diff\` shows.\n`;
  return rows.length === 0 ? note.trimStart() : `${HEAD}${rows.join('')}${note}`;
}

function rowOf(reviewed: ReviewedChange): string {
  const { change } = reviewed;
  const { severity, kind, profiles } = change;
  const cells = [
    SIGNS[severity],
    kindWords(kind),
    textOf(subjectPhrase(change)),
    textOf(reviewPhrase(reviewed)),
    profiles === 'all' ? 'all' : textOf(listPhrase(profiles)),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function toDoText(toDo: readonly ToDo[]): string {
  if (toDo.length === 0) return '';
  const lines = within(toDo.map(toDoLine), ROOM_FOR_TO_DO);
  const rest = toDo.length - lines.length;
  const note = rest === 0 ? '' : `- … and ${rest} more\n`;
  return `**To do when this is merged**\n\n${lines.join('')}${note}`;
}

function toDoLine({ secret, store, profiles }: ToDo): string {
  const where = store.kind === 'default' ? 'your default store' : code(storeWords(store));
  return `- set ${code(secret)} in ${where} (${profiles === 'all' ? 'all profiles' : textOf(listPhrase(profiles))})\n`;
}

/** The first lines, as many as there is room for. */
function within(lines: readonly string[], room: number): readonly string[] {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length;
    return length > room;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

function textOf(phrase: Phrase): string {
  return phrase
    .map((piece) => ('ours' in piece ? piece.ours : code(piece.theirs, piece.isWhole ? LONGEST_POWER : LONGEST_TEXT)))
    .join('');
}

/**
 * A code span keeps everything but its own end and that of a table's cell. What looks like a mention, a link or markup is
 * spelled out even so: a comment is also read in mails and in logs.
 */
const SAFE =
  /^(?!.*(?:https?:|www\.))[\p{L}\p{N}_./:=+,;"'(){}$%?-](?:[\p{L}\p{N}_./:=+,;"'(){}$%? -]|(?<=[\p{L}\p{N}}])@)*(?<! )$/u;

/** Entities are text wherever they are, and GitHub looks for people, issues and links only outside of code. */
function code(text: string, most = LONGEST_TEXT): string {
  const visible = escapeForTerminal(shortened(text, most));
  if (SAFE.test(visible)) return `\`${visible}\``;
  return `<code>${visible.replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}
