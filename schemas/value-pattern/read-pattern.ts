/** Reads a pattern. The syntax is the part of usual regular expressions that can be matched in linear time. */
import { ANY, inBothCases, type Range } from './characters.js';
import { Cursor, Stop } from './cursor.js';
import type { PatternPart, ReadPattern } from './pattern.js';
import { readCharacter, readClass } from './read-characters.js';

/** What a pattern may come to, with its counted repetitions written out, and how deep its groups may be nested. */
const MOST_PARTS = 5_000;
const MOST_NESTED = 100;
const MOST_REPEATS = 1_000;

const WHOLE = 'a pattern fits the whole value';
const NO_CASE = '(?i)';
const NOTHING: PatternPart = { kind: 'sequence', parts: [] };

export function readPattern(text: string): ReadPattern {
  const cursor = new Cursor(text);
  try {
    return { kind: 'pattern', pattern: wholePattern(cursor) };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { kind: 'problem', ...error.problem };
  }
}

/** A pattern fits the whole value, so `^` at its start and `$` at its end say nothing new. */
function wholePattern(cursor: Cursor): PatternPart {
  const reader = new Reader(cursor, cursor.take(NO_CASE));
  const isAnchored = cursor.take('^');
  const alternatives = reader.alternatives(0);
  const pattern = oneOrAll('choice', alternatives);
  if (cursor.isAt(')')) cursor.stop(1, '`)` closes no group', 'write `\\)` for the character itself');
  const isEnded = cursor.take('$');
  if ((isAnchored || isEnded) && alternatives.length > 1)
    cursor.stopAt(0, cursor.at, '`^` and `$` are of one alternative alone', `leave them out: ${WHOLE}`);
  if (sizeOf(pattern) > MOST_PARTS)
    cursor.stopAt(
      0,
      cursor.at,
      'the pattern is too large',
      `with its repetitions written out, it has at most ${MOST_PARTS} parts`,
    );
  return pattern;
}

class Reader {
  readonly #cursor: Cursor;
  readonly #ignoresCase: boolean;

  constructor(cursor: Cursor, ignoresCase: boolean) {
    this.#cursor = cursor;
    this.#ignoresCase = ignoresCase;
  }

  alternatives(depth: number): readonly PatternPart[] {
    const parts = [this.#sequence(depth)];
    while (this.#cursor.take('|')) parts.push(this.#sequence(depth));
    return parts;
  }

  #sequence(depth: number): PatternPart {
    const parts: PatternPart[] = [];
    while (!this.#endsSequence()) parts.push(this.#repeated(this.#part(depth)));
    return oneOrAll('sequence', parts);
  }

  #endsSequence(): boolean {
    const cursor = this.#cursor;
    return cursor.isDone || cursor.isAt('|') || cursor.isAt(')') || (cursor.isAt('$') && cursor.isLast);
  }

  #part(depth: number): PatternPart {
    const cursor = this.#cursor;
    if (cursor.isAt('(')) return this.#group(depth);
    if (cursor.isAt('[')) return this.#characters(readClass(cursor));
    if (cursor.take('.')) return this.#characters(ANY);
    if (cursor.isAt('^') || cursor.isAt('$'))
      cursor.stop(1, `\`${cursor.next}\` is not supported here`, `leave it out: ${WHOLE}`);
    if (['*', '+', '?', '{'].some((sign) => cursor.isAt(sign)))
      cursor.stop(1, `\`${cursor.next}\` repeats nothing`, `write \`\\${cursor.next}\` for the character itself`);
    return this.#characters(readCharacter(cursor));
  }

  #group(depth: number): PatternPart {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.take('(');
    if (cursor.isAt('?') && !cursor.take('?:')) refuseGroup(cursor, start);
    if (depth >= MOST_NESTED)
      cursor.stopAt(start, cursor.at, 'groups are nested too deep', 'write it with fewer groups');
    const inner = oneOrAll('choice', this.alternatives(depth + 1));
    if (!cursor.take(')')) cursor.stopAt(start, start + 1, '`(` is not closed', 'write `\\(` for the character itself');
    return inner;
  }

  #characters(ranges: readonly Range[]): PatternPart {
    return { kind: 'character', ranges: this.#ignoresCase ? inBothCases(ranges) : ranges };
  }

  #repeated(part: PatternPart): PatternPart {
    const cursor = this.#cursor;
    const start = cursor.at;
    const count = this.#count();
    if (count === null) return part;
    // Which of several matches is found first does not matter for the whole value.
    cursor.take('?');
    if (['*', '+', '?', '{'].some((sign) => cursor.isAt(sign)))
      cursor.stopAt(start, cursor.at + 1, 'two repetitions follow one another', 'put the first one into a group');
    return { kind: 'repeat', part, ...count };
  }

  #count(): { readonly least: number; readonly most: number | null } | null {
    const cursor = this.#cursor;
    if (cursor.take('*')) return { least: 0, most: null };
    if (cursor.take('+')) return { least: 1, most: null };
    if (cursor.take('?')) return { least: 0, most: 1 };
    if (!cursor.isAt('{')) return null;
    const [all = '{', least, comma, most] = cursor.match(/\{(\d{1,9})(,(\d{1,9})?)?\}/uy) ?? [];
    if (least === undefined)
      cursor.stop(1, '`{` starts no repetition', 'write `{3}`, `{3,}` or `{3,5}`, or `\\{` for the character itself');
    const counts = { least: Number(least), most: comma === undefined ? Number(least) : numberOr(most) };
    if (Math.max(counts.least, counts.most ?? 0) > MOST_REPEATS)
      cursor.stop(
        all.length,
        'repeats too often',
        `the most is ${MOST_REPEATS}; use \`min_length\` and \`max_length\``,
      );
    if (counts.most !== null && counts.most < counts.least)
      cursor.stop(all.length, 'the most is less than the least', 'write the smaller number first');
    cursor.skip(all.length);
    return counts;
  }
}

function numberOr(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

function refuseGroup(cursor: Cursor, start: number): never {
  const [opened = '?'] = cursor.match(/\?(<?[=!]|<|>|P<|[a-z]*\)?)/uy) ?? [];
  const isLookAround = /[=!]/u.test(opened);
  const problem = isLookAround ? 'looking around is not supported' : `\`(${opened}\` is not supported`;
  const advice = isLookAround ? 'write a rule of its own for it' : 'write `(…)`, or `(?i)` at the start of the pattern';
  return cursor.stopAt(start, start + 1 + opened.length, problem, advice);
}

function oneOrAll(kind: 'choice' | 'sequence', parts: readonly PatternPart[]): PatternPart {
  const [only = NOTHING, ...more] = parts;
  return more.length === 0 ? only : { kind, parts };
}

/** The characters of the pattern with its repetitions written out. */
function sizeOf(part: PatternPart): number {
  switch (part.kind) {
    case 'character':
      return 1;
    case 'sequence':
    case 'choice':
      return part.parts.reduce((sum, one) => sum + sizeOf(one), 1);
    case 'repeat':
      return (sizeOf(part.part) + 1) * (part.most ?? part.least + 1);
  }
}
