/** Reads what stands for one character in a pattern: itself, an escape, or a class in brackets. */
import { LAST_CODE_POINT, NAMED_SETS, others, type Range } from './characters.js';
import type { Cursor } from './cursor.js';

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
]);

/** The next character, or what an escape stands for. */
export function readCharacter(cursor: Cursor): readonly Range[] {
  if (cursor.isAt('\\')) return readEscape(cursor);
  const { next } = cursor;
  cursor.skip(next.length);
  return single(next.codePointAt(0) ?? 0);
}

function readEscape(cursor: Cursor): readonly Range[] {
  const start = cursor.at;
  cursor.skip(1);
  const letter = cursor.next;
  const [hex, ...digits] = cursor.match(/x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}/uy) ?? [];
  if (hex !== undefined) {
    const point = Number.parseInt(digits.find((one) => one !== undefined) ?? '', 16);
    cursor.skip(hex.length);
    if (point <= LAST_CODE_POINT) return single(point);
    return cursor.stopAt(start, cursor.at, 'no character has this number', 'the last one is `\\u{10FFFF}`');
  }
  cursor.skip(letter.length);
  const known = NAMED_SETS.get(letter) ?? singleOf(CONTROLS.get(letter));
  if (known !== undefined) return known;
  if (letter === '')
    return cursor.stopAt(start, cursor.at, '`\\` escapes nothing', 'write `\\\\` for the character itself');
  if (/[1-9]/u.test(letter))
    return cursor.stopAt(start, cursor.at, 'references to groups are not supported', 'write out what is repeated');
  if (/[A-Za-z0-9]/u.test(letter))
    return cursor.stopAt(
      start,
      cursor.at,
      `\`\\${letter}\` is not supported`,
      'write a class in brackets, such as `[a-z]`',
    );
  return single(letter.codePointAt(0) ?? 0);
}

/** `[a-z_]` or `[^a-z_]`. */
export function readClass(cursor: Cursor): readonly Range[] {
  const start = cursor.at;
  cursor.take('[');
  const isNegated = cursor.take('^');
  const ranges: Range[] = [];
  while (!cursor.isAt(']')) {
    if (cursor.isDone) cursor.stopAt(start, start + 1, '`[` is not closed', 'write `\\[` for the character itself');
    if (cursor.isAt('[:')) cursor.stop(2, '`[:` is not supported', 'write the characters, such as `a-z`');
    ranges.push(...readRange(cursor));
  }
  cursor.take(']');
  if (ranges.length === 0)
    cursor.stopAt(start, cursor.at, 'the class has no characters', 'write `\\]` for the character itself');
  return isNegated ? others(ranges) : ranges;
}

/** One entry of a class: `a`, `\d`, or `a-z`. A `-` at either end is itself. */
function readRange(cursor: Cursor): readonly Range[] {
  const start = cursor.at;
  const from = readCharacter(cursor);
  if (!cursor.isAt('-') || cursor.isAt('-]')) return from;
  cursor.take('-');
  const to = cursor.isDone ? from : readCharacter(cursor);
  const [first, last] = [onlyOne(from), onlyOne(to)];
  if (first !== null && last !== null && first <= last) return [[first, last]];
  const problem = first === null || last === null ? 'a set starts or ends no range' : 'the range ends before it starts';
  return cursor.stopAt(start, cursor.at, problem, 'write `\\-` for the character itself');
}

function onlyOne([range]: readonly Range[]): number | null {
  return range !== undefined && range[0] === range[1] ? range[0] : null;
}

function single(point: number): readonly Range[] {
  return [[point, point]];
}

function singleOf(point: number | undefined): readonly Range[] | undefined {
  return point === undefined ? undefined : single(point);
}
