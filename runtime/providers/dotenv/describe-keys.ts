/** What the comments above the keys of a dotenv file say about them, for a manifest: no value may be part of it. */
import { shortened } from '#schemas/shortened.js';
import type { Assignment, Dotenv } from './parse-dotenv.js';
import { withoutBanners } from './without-banners.js';

/**
 * By key; a key without such a comment is left out. A comment is none if it holds the value of its own key, that of one that is named
 * like a secret, or what may be an older value: other values, such as the name of a host, are part of many descriptions.
 */
export function describeKeys({ text, assignments }: Dotenv): ReadonlyMap<string, string> {
  const comments = assignments.map((assignment, index) => ({
    key: assignment.key,
    own: assignment.value,
    text: commentAbove(text, assignments[index - 1]?.end ?? 0, assignment),
  }));
  const said = comments.map((comment) => comment.text).join('\n');
  const secrets = assignments.filter(({ key }) => SECRET_NAME.test(key));
  const values = secrets.flatMap(({ value }) => partsOf(value)).filter((part) => said.includes(part));
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
  for (const line of withoutBanners(block)) {
    const [, unset = null] = UNSET.exec(line) ?? [];
    // What is above a line that is commented out is about that one.
    if (unset !== null && unset !== key) said = [];
    if (unset === null && !USER_IN_URL.test(line)) said.push(line);
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

/** Keys whose values are not to be repeated anywhere. */
const SECRET_NAME =
  /PASS|PWD|PW$|SECRET|TOKEN|KEY|CRED|PRIVATE|AUTH|PIN$|SALT|SEED|SIGN|DSN|HOOK|CERT|PHRASE|MNEMONIC|JWT|COOKIE|UR[IL]$|CONNECTION/i;

/** Whether a word may be a value that the file no longer has, such as a former password: one looks like a token, or is called old. */
function hasPossibleValue(comment: string): boolean {
  const words = comment.split(' ').map((word) => word.replaceAll(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, ''));
  const [alone = ''] = words;
  if (words.length === 1 && alone.length >= SHORTEST_ALONE && /\p{Nd}/u.test(alone)) return true;
  return words.some((word, index) => isToken(word) || (FORMER.test(words[index - 1] ?? '') && /\p{Nd}/u.test(word)));
}

const FORMER = /^(?:was|old|former|formerly|previous|previously|until)$/iu;
const SHORTEST_ALONE = 7;

/** Of letters of both cases and digits, or longer than words are; hosts, files and addresses have dots and slashes. */
function isToken(word: string): boolean {
  const { length } = word;
  const isMixed = /\p{Ll}/u.test(word) && /\p{Lu}/u.test(word) && /\p{Nd}/u.test(word);
  if (isMixed && (length >= LONG_TOKEN ? !word.includes('://') : length >= SHORT_TOKEN && !/[.:]/u.test(word)))
    return true;
  return length >= LONGEST_WORD && !/[./:]/u.test(word);
}

const SHORT_TOKEN = 16;
const LONG_TOKEN = 40;
const LONGEST_WORD = 24;

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
