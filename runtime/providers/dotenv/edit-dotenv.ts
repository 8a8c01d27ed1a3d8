/** Changes to a dotenv text that leave every other line, comment and line end as it was. */
import { BYTE_ORDER_MARK } from '../../values/utf8.js';
import type { Changes } from '../bases/document.js';
import { isLineEnd } from './characters.js';
import type { Assignment, Dotenv } from './parse-dotenv.js';
import { renderAssignment, renderDotenvValue } from './render-dotenv.js';

/**
 * The text after the changes. Of a repeated key the last assignment is changed and the others are removed; a new key is added at
 * the end. An assignment that already has the value keeps its spelling.
 */
export function editDotenv({ text, assignments }: Dotenv, changes: Changes): string {
  const lasts = lastOfEach(assignments, changes);
  let edited = '';
  let copied = 0;
  for (const assignment of assignments) {
    const change = changes.get(assignment.key);
    if (change === undefined) continue;
    const isKept = change !== null && lasts.get(assignment.key) === assignment;
    edited += text.slice(copied, isKept ? assignment.valueStart : assignment.start);
    if (isKept) edited += spellingOf(text, assignment, change);
    copied = isKept ? assignment.valueEnd : assignment.end;
  }
  const added = [...changes].filter(([key, value]) => value !== null && !lasts.has(key));
  return append(edited + text.slice(copied), added, lineEndOf(text));
}

function lastOfEach(assignments: readonly Assignment[], changes: Changes): Map<string, Assignment> {
  const lasts = new Map<string, Assignment>();
  for (const assignment of assignments) if (changes.has(assignment.key)) lasts.set(assignment.key, assignment);
  return lasts;
}

function spellingOf(text: string, { value, valueStart, valueEnd, end }: Assignment, change: string): string {
  if (value === change) return text.slice(valueStart, valueEnd);
  return renderDotenvValue(change, text.slice(valueEnd, end));
}

function append(text: string, added: readonly (readonly [string, string | null])[], lineEnd: string): string {
  if (added.length === 0) return text;
  const isOpen = text !== '' && text !== BYTE_ORDER_MARK && !isLineEnd(text.charCodeAt(text.length - 1));
  const lines = added.map(([key, value]) => renderAssignment(key, value ?? '') + lineEnd);
  return text + (isOpen ? lineEnd : '') + lines.join('');
}

/** The first line end of the file is used for new lines. */
function lineEndOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}
