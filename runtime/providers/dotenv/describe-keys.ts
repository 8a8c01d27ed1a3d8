/** What the comments above the keys of a dotenv file say about them, for a manifest: no value may be part of it. */
import { shortened } from '#schemas/shortened.js';
import type { Assignment, Dotenv } from './parse-dotenv.js';

/** By key; a key without such a comment is left out. */
export function describeKeys({ text, assignments }: Dotenv): ReadonlyMap<string, string> {
  const comments = assignments.map((assignment, index) => ({
    key: assignment.key,
    own: assignment.value,
    text: commentAbove(text, assignments[index - 1]?.end ?? 0, assignment),
  }));
  const said = comments.map((comment) => comment.text).join('\n');
  const values = assignments.flatMap(({ value }) => partsOf(value)).filter((part) => said.includes(part));
  const descriptions = new Map<string, string>();
  for (const { key, own, text: comment } of comments) {
    const isSafe = !hasPossibleValue(comment) && ![...values, own].some((value) => repeats(comment, value));
    if (comment !== '' && isSafe) descriptions.set(key, shortened(comment, LONGEST));
  }
  return descriptions;
}

/** A comment of this length is a page, not a description. */
const LONGEST = 200;

/** The lines directly above, as one sentence. Lines that are part of the value above are not comments. */
function commentAbove(text: string, from: number, { key, start }: Assignment): string {
  const above = text
    .slice(from, start)
    .split(/\r\n|\r|\n/)
    .slice(0, -1);
  const isComment = (line: string) => line.trimStart().startsWith('#');
  const block = above.slice(above.findLastIndex((line) => !isComment(line)) + 1);
  let said: string[] = [];
  for (const line of block.map((each) => each.replace(/^\s*#+/u, '').trim())) {
    const [, unset = null] = UNSET.exec(line) ?? [];
    // What is above a line that is commented out is about that one.
    if (unset !== null && unset !== key) said = [];
    if (unset === null && /[\p{L}\p{Nd}]/u.test(line) && !USER_IN_URL.test(line)) said.push(line);
  }
  return onOneLine(said.join(' '));
}

/** An assignment that is commented out: `OLD_KEY=value`, `old: value`. After a colon, several words are a sentence. */
const UNSET = /^(?:export\s+)?([^\s=:]+)\s*(?:=|:\s*\S+$)/u;
const USER_IN_URL = /:\/\/[^\s/]*@/u;

/** Texts shorter than this are found in comments by chance: only a key's own value is looked for then. */
const SHORTEST = 4;

function partsOf(value: string): readonly string[] {
  return value
    .split('\n')
    .map(onOneLine)
    .filter((line) => line.length >= SHORTEST);
}

/**
 * Whether a word may be a value that the file no longer has, such as a former password: with a digit, or longer than words
 * are. One of letters alone cannot be told from a description.
 */
function hasPossibleValue(comment: string): boolean {
  return comment.split(' ').some((word) => {
    const { length } = word.replaceAll(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, '');
    return length >= LONGEST_WORD || (length >= SHORTEST_VALUE && /\p{Nd}/u.test(word));
  });
}

const LONGEST_WORD = 24;
const SHORTEST_VALUE = 6;

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** As a word of its own, or as any part if it is long. */
function repeats(comment: string, value: string): boolean {
  const part = onOneLine(value);
  if (part === '') return false;
  for (let at = comment.indexOf(part); at !== -1; at = comment.indexOf(part, at + 1)) {
    const isWord = !isInWord(comment.charAt(at - 1)) && !isInWord(comment.charAt(at + part.length));
    if (part.length > SHORTEST || isWord) return true;
  }
  return false;
}

function isInWord(character: string): boolean {
  return /^[\p{L}\p{Nd}]$/u.test(character);
}
