/** What programs in Ruby read of their environment. */
import type { Found } from '../code-reads.js';
import { type Access, gather } from '../tokens/accesses.js';
import { hereDocument } from '../tokens/here-document.js';
import { DOUBLE, type Odd, SINGLE, type Syntax } from '../tokens/syntax.js';
import type { Token } from '../tokens/token.js';

const HEREDOC = /<<[~-](["'`]?)([A-Za-z_]\w*)\1/y;
const PERCENT = /%[qQwWiIr]?([([{<|!/])/y;
const PATTERN = /\/(?![\s=])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[imxounse]*/y;
const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
/** Longer lists of words are taken for something else. */
const LONGEST_LIST = 2_000;
const HOLES = ['#{'];

/** Strings with several lines are rare, and a quote that is none would hide the rest of the file. */
export const SYNTAX: Syntax = {
  lineComments: ['#'],
  blockComments: [],
  strings: [{ ...DOUBLE, holes: HOLES }, SINGLE, { open: '`', close: '`', escapes: true, lines: false, holes: HOLES }],
  oddStarts: '=_<%/',
  odd: (text, at, before) =>
    document(text, at) ??
    hereDocument(HEREDOC, text, at, HOLES) ??
    percent(text, at, before) ??
    pattern(text, at, before),
};

/** `=begin` to `=end`, and all after `__END__`. */
function document(text: string, at: number): Odd | null {
  if (at > 0 && text[at - 1] !== '\n') return null;
  if (text.startsWith('__END__', at)) return { end: text.length, isString: false };
  if (!text.startsWith('=begin', at)) return null;
  const end = text.indexOf('\n=end', at);
  return { end: end === -1 ? text.length : end + '\n=end'.length, isString: false };
}

/** `%w[a b]`; after a value, `%` divides. */
function percent(text: string, at: number, before: Token | undefined): Odd | null {
  if (text[at] !== '%' || isValue(before)) return null;
  PERCENT.lastIndex = at;
  const open = PERCENT.exec(text);
  if (open === null) return null;
  const close = PAIRS[open[1] ?? ''] ?? open[1] ?? '';
  const length = text.slice(at + open[0].length, at + LONGEST_LIST).indexOf(close);
  return length === -1 ? null : { end: at + open[0].length + length + 1, isString: true };
}

/** `/['"]/`; after a value, `/` divides. */
function pattern(text: string, at: number, before: Token | undefined): Odd | null {
  if (text[at] !== '/' || (isValue(before) && text[at - 1] !== ' ')) return null;
  PATTERN.lastIndex = at;
  const whole = PATTERN.exec(text);
  return whole === null ? null : { end: at + whole[0].length, isString: true };
}

const OPERATORS = /^(?:if|unless|when|and|or|not|return|puts|then|while|until|in)$/u;

function isValue(before: Token | undefined): boolean {
  if (before === undefined) return false;
  if (before.kind === 'mark') return /^[)\]}\d]/u.test(before.text ?? '');
  return before.kind === 'string' || !OPERATORS.test(before.text ?? '');
}

/** Ruby needs no brackets around arguments. */
const called = (name: string, does: Access['does'], ...more: readonly string[]): readonly Access[] => [
  { path: ['ENV', '.', name, ...more, '('], does },
  { path: ['ENV', '.', name, ...more], does },
];

const ACCESSES: readonly Access[] = [
  { path: ['ENV', '['], does: 'read' },
  ...called('fetch', 'read or default'),
  ...called('dig', 'read'),
  ...called('delete', 'read'),
  ...called('values_at', 'read names'),
  ...called('slice', 'read names'),
  ...['key', 'has_key', 'include', 'member'].flatMap((name) => called(name, 'read', '?')),
  ...called('store', 'set'),
];

export function readRuby(tokens: readonly Token[]): Found {
  return gather(tokens, ACCESSES);
}
