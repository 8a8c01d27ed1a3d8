/** Where the members of a JSON object are in its text, and how members are added and removed so that all other text stays. */

export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** An object in a text: from its brace to the closing one. */
export interface JsonObjectText {
  readonly open: number;
  readonly close: number;
  readonly members: readonly JsonMember[];
}

/** How new members are laid out: the indent of one level and the end of a line, null for a text on one line. */
export type Layout = { readonly indent: string; readonly lineEnd: string } | null;

const BLANKS = /[ \t\r\n]*/uy;
const STRING = /"(?:[^"\\]|\\.)*"/uy;
const PLAIN = /[^\s,}\]]+/uy;

/** The text is valid JSON, and there is an object at `at`. */
export function objectAt(text: string, at: number): JsonObjectText {
  const open = after(BLANKS, text, at);
  const members: JsonMember[] = [];
  let next = after(BLANKS, text, open + 1);
  while (text[next] !== '}') {
    const nameEnd = after(STRING, text, next);
    const valueStart = after(BLANKS, text, after(BLANKS, text, nameEnd) + 1);
    const end = valueEnd(text, valueStart);
    members.push({ name: JSON.parse(text.slice(next, nameEnd)), start: next, valueStart, end });
    next = after(BLANKS, text, end);
    if (text[next] === ',') next = after(BLANKS, text, next + 1);
  }
  return { open, close: next, members };
}

/** That of the first member, else as Docker writes. */
export function layoutOf(text: string, { open, members }: JsonObjectText): Layout {
  const [first] = members;
  if (first === undefined) return { indent: '\t', lineEnd: '\n' };
  const [, lineEnd, indent] = /(\r?\n)([ \t]*)$/u.exec(text.slice(open + 1, first.start)) ?? [];
  return lineEnd === undefined || indent === undefined ? null : { indent, lineEnd };
}

/** The text of an object with one member. `depth`: of the member. */
export function objectWith(member: string, layout: Layout, depth: number): string {
  if (layout === null) return `{${member}}`;
  const { indent, lineEnd } = layout;
  return `{${lineEnd}${indent.repeat(depth)}${member}${lineEnd}${indent.repeat(depth - 1)}}`;
}

/** `"name": value`. */
export function memberText(name: string, value: string, layout: Layout): string {
  return `${JSON.stringify(name)}:${layout === null ? '' : ' '}${value}`;
}

/** With the member as the last one. What it adds, `withoutMember` takes away. */
export function withMember(
  text: string,
  object: JsonObjectText,
  member: string,
  layout: Layout,
  depth: number,
): string {
  const { open, close, members } = object;
  const last = members.at(-1);
  if (last !== undefined) {
    const before = members.at(-2)?.end ?? open + 1;
    const blanks = text.slice(before, last.start).replace(',', '');
    return `${text.slice(0, last.end)},${blanks}${member}${text.slice(last.end)}`;
  }
  const inner = text.slice(open + 1, close);
  const made = inner === '' ? objectWith(member, layout, depth) : `{${member}${inner}}`;
  return text.slice(0, open) + made + text.slice(close + 1);
}

export function withoutMember(text: string, object: JsonObjectText, name: string): string {
  const { open, close, members } = object;
  const index = members.findIndex((member) => member.name === name);
  const [member, before, next] = [members[index], members[index - 1], members[index + 1]];
  if (member === undefined) return text;
  if (before !== undefined) return text.slice(0, before.end) + text.slice(member.end);
  if (next !== undefined) return text.slice(0, member.start) + text.slice(next.start);
  const isTight = member.start === open + 1;
  return text.slice(0, open + 1) + (isTight ? text.slice(member.end) : text.slice(close));
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

function valueEnd(text: string, start: number): number {
  if (text[start] !== '{' && text[start] !== '[') return after(text[start] === '"' ? STRING : PLAIN, text, start);
  let depth = 0;
  for (let at = start; ; at++) {
    if (text[at] === '"') at = after(STRING, text, at) - 1;
    else if (text[at] === '{' || text[at] === '[') depth++;
    else if (text[at] === '}' || text[at] === ']') depth--;
    if (depth === 0 || at >= text.length) return at + 1;
  }
}
