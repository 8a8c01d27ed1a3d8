/**
 * What changed between two plans, as a comment on a pull request. Text of manifests can neither break the table, nor
 * mention people, nor load a picture: it stands in `<code>`, every character that could mean something spelled out.
 */
import type { Change, ChangeSeverity } from '#schemas/plan-change.js';
import { countWords, detailPhrase, kindWords, type Phrase, subjectPhrase } from './plan-change-words.js';
import { escapeForTerminal, shortened } from './terminal-text.js';

/** A comment may be 65,536 characters long; the whole stays below this. */
const MOST_CHARACTERS = 60_000;
const ROOM_FOR_ENDS = 1_000;
const LONGEST_TEXT = 300;
const SIGNS: Readonly<Record<ChangeSeverity, string>> = {
  danger: '🔴 danger',
  review: '🟡 review',
  notice: '⚪ notice',
};
const HEAD = '| | Change | Of | From → to | Profiles |\n|---|---|---|---|---|\n';

export function planDiffMarkdown(changes: readonly Change[]): string {
  if (changes.length === 0) return 'The plan did not change.\n';
  const grave = changes.filter(({ severity }) => severity !== 'notice');
  const notices = changes.filter(({ severity }) => severity === 'notice');
  const room = MOST_CHARACTERS - ROOM_FOR_ENDS;
  const table = tableOf(grave, room);
  const folded = tableOf(notices, room - table.length);
  const sentence = `The plan has ${changes.length === 1 ? '1 change' : `${changes.length} changes`}: ${countWords(changes)}.\n`;
  return [
    sentence,
    ...(grave.length === 0 ? [] : [table]),
    ...(notices.length === 0 ? [] : [details(notices.length, folded)]),
  ].join('\n');
}

function details(count: number, table: string): string {
  return `<details>\n<summary>${count === 1 ? '1 notice' : `${count} notices`}</summary>\n\n${table}\n</details>\n`;
}

/** As many rows as there is room for; the rest is counted. */
function tableOf(changes: readonly Change[], room: number): string {
  let table = HEAD;
  let told = 0;
  for (const change of changes) {
    const row = rowOf(change);
    if (table.length + row.length > room) break;
    table += row;
    told++;
  }
  const rest = changes.length - told;
  const note = rest === 0 ? '' : `\n… and ${rest} more, which \`tool plan diff\` shows.\n`;
  return told === 0 ? note.trimStart() : table + note;
}

function rowOf(change: Change): string {
  const { severity, kind, profiles } = change;
  const reached = profiles === 'all' ? 'all' : profiles.map(code).join(', ');
  const cells = [
    SIGNS[severity],
    kindWords(kind),
    textOf(subjectPhrase(change)),
    textOf(detailPhrase(change)),
    reached,
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function textOf(phrase: Phrase): string {
  return phrase.map((piece) => ('ours' in piece ? piece.ours : code(piece.theirs))).join('');
}

/** Entities are text wherever they stand, and GitHub looks for people, issues and links outside of `<code>` alone. */
function code(text: string): string {
  const visible = escapeForTerminal(shortened(text, LONGEST_TEXT));
  return `<code>${visible.replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}
