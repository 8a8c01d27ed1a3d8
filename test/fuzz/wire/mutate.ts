/** Lines of the suite as no peer should send them: cut, joined, doubled, late, reordered, oversized, not UTF-8. */
import type { Random } from './random.js';

export type Lines = readonly Buffer[];
type Mutation = (lines: Lines, random: Random) => Lines;

const LF = Buffer.from('\n');
/** Around what separates and closes JSON, and what ids and members are made of. */
const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\ud800',
  '1e0',
  '-1',
  '0',
  'null',
  '"id":1,',
  '"jsonrpc":"2.0",',
  '\r',
  ' ',
  '\ufeff',
  '__proto__',
  '9007199254740992',
];
const NOT_UTF8 = ['ff', 'c0af', 'eda080', 'e282', '80', 'f5808080'].map((hex) => Buffer.from(hex, 'hex'));
const LARGEST = 1_048_576;

export const mutations: Readonly<Record<string, Mutation>> = {
  cut: (lines, random) => change(lines, random, (line) => line.subarray(0, random.below(line.length))),
  'cut from the front': (lines, random) => change(lines, random, (line) => line.subarray(random.below(line.length))),
  joined: (lines, random) => change(lines, random, (line) => line.subarray(0, line.length - 1)),
  doubled: (lines, random) => change(lines, random, (line) => Buffer.concat([line, line])),
  late: (lines, random) => {
    const at = random.below(lines.length);
    const line = lines[at];
    return line === undefined ? lines : [...lines.toSpliced(at, 1), line];
  },
  reordered: (lines, random) => {
    const at = random.below(Math.max(1, lines.length - 1));
    const [one, other] = [lines[at], lines[at + 1]];
    return one === undefined || other === undefined ? lines : lines.toSpliced(at, 2, other, one);
  },
  oversized: (lines, random) => {
    const size = random.of([4_090, 65_536, LARGEST - 50, LARGEST + 1, 3 * LARGEST]);
    return change(lines, random, (line) => Buffer.concat([Buffer.alloc(size, random.of([0x20, 0x78])), line]));
  },
  'not UTF-8': (lines, random) => change(lines, random, (line) => inserted(line, random, random.of(NOT_UTF8))),
  'with a token': (lines, random) =>
    change(lines, random, (line) => inserted(line, random, Buffer.from(random.of(TOKENS)))),
  'with another byte': (lines, random) =>
    change(lines, random, (line) => {
      const changed = Buffer.from(line);
      changed[random.below(changed.length)] = random.below(256);
      return changed;
    }),
  'with an empty line': (lines, random) => change(lines, random, (line) => Buffer.concat([LF, line])),
  'with another id': (lines, random) =>
    change(lines, random, (line) =>
      Buffer.from(
        String(line).replace(/"id":\d+/, `"id":${random.of(['1', '2', '3', '50', '0', '2.0', '"2"', 'null'])}`),
      ),
    ),
  'with another deadline': (lines, random) =>
    change(lines, random, (line) =>
      Buffer.from(
        String(line).replace(
          /"deadline_unix_ms":\d+/,
          `"deadline_unix_ms":${random.of(['1', String(Date.now() + 30), '9007199254740991', '-1'])}`,
        ),
      ),
    ),
  nested: (lines, random) =>
    change(lines, random, (line) =>
      Buffer.from(String(line).replace(/\{\}/, `{"a":${'['.repeat(random.of([60, 64, 5_000]))}`)),
    ),
  missing: (lines, random) => lines.toSpliced(random.below(lines.length), 1),
};

/** Several of these, one after the other. */
export function mutated(lines: Lines, random: Random): Lines {
  let result = lines;
  for (let turn = random.below(4); turn >= 0 && result.length > 0; turn--)
    result = random.of(Object.values(mutations))(result, random);
  return result;
}

function change(lines: Lines, random: Random, how: (line: Buffer) => Buffer): Lines {
  const at = random.below(lines.length);
  return lines.map((line, index) => (index === at && line.length > 0 ? how(line) : line));
}

function inserted(line: Buffer, random: Random, bytes: Buffer): Buffer {
  const at = random.below(line.length);
  return Buffer.concat([line.subarray(0, at), bytes, line.subarray(at)]);
}
