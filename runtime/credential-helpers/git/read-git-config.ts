/**
 * The syntax of Git's configuration files, with the place of everything, so that parts can be added and removed while every other byte
 * stays. Texts have one character per byte.
 */

export interface GitConfigEntry {
  /** In lower case. */
  readonly key: string;
  /** Null for a key without `=`. */
  readonly value: string | null;
  readonly start: number;
  /** After the end of its last line. */
  readonly end: number;
}

export interface GitConfigSection {
  /** In lower case. */
  readonly name: string;
  readonly subsection: string | null;
  /** Of its header. */
  readonly start: number;
  readonly headerEnd: number;
  readonly entries: readonly GitConfigEntry[];
}

export type GitConfig =
  | { readonly kind: 'read'; readonly sections: readonly GitConfigSection[] }
  /** Git cannot read it either. */
  | { readonly kind: 'malformed'; readonly line: number };

const HEADER = /\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/uy;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*/uy;
const BLANKS = /(?:[ \t\r\n\v\f]|[#;][^\n]*)*/uy;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

export function readGitConfig(text: string): GitConfig {
  const sections: (GitConfigSection & { readonly entries: GitConfigEntry[] })[] = [];
  let at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const malformed = (): GitConfig => ({ kind: 'malformed', line: text.slice(0, at).split('\n').length });
  for (;;) {
    at += match(BLANKS, text, at)?.[0].length ?? 0;
    if (at === text.length) return { kind: 'read', sections };
    const header = match(HEADER, text, at);
    if (header !== null) {
      const [all, name = '', quoted] = header;
      sections.push({ ...named(name, quoted), start: at, headerEnd: at + all.length, entries: [] });
      at += all.length;
      continue;
    }
    const key = match(KEY, text, at);
    const entry = key === null ? null : entryAt(text, at, key[1] ?? '', at + key[0].length);
    if (entry === null) return malformed();
    // Before the first header it belongs to no section.
    sections.at(-1)?.entries.push(entry);
    at = entry.end;
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** `[a.b]` is the old spelling of `[a "b"]`, in lower case. */
function named(name: string, quoted: string | undefined): Pick<GitConfigSection, 'name' | 'subsection'> {
  const lower = name.toLowerCase();
  if (quoted !== undefined) return { name: lower, subsection: quoted.replace(/\\(.)/gu, '$1') };
  const dot = lower.indexOf('.');
  return dot === -1
    ? { name: lower, subsection: null }
    : { name: lower.slice(0, dot), subsection: lower.slice(dot + 1) };
}

/** `at`: after the key and the blanks behind it. Null if the line cannot be read. */
function entryAt(text: string, start: number, key: string, at: number): GitConfigEntry | null {
  const next = text[at];
  const common = { key: key.toLowerCase(), start };
  if (next === '=') {
    const found = valueAt(text, at + 1);
    return found && { ...common, ...found };
  }
  const isAlone = next === undefined || next === '\n' || next === '#' || next === ';' || text.startsWith('\r\n', at);
  return isAlone ? { ...common, value: null, end: afterLine(text, at) } : null;
}

function afterLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/** Blanks at its ends do not count, unless they are quoted; a backslash at the end of a line joins it to the next one. */
function valueAt(text: string, start: number): { readonly value: string; readonly end: number } | null {
  let value = '';
  let kept = 0;
  let isQuoted = false;
  let at = start;
  for (; at < text.length && text[at] !== '\n'; at++) {
    const letter = text[at] ?? '';
    if (text.startsWith('\r\n', at)) break;
    if (!isQuoted && (letter === '#' || letter === ';')) break;
    if (letter === '"') {
      isQuoted = !isQuoted;
      kept = value.length;
    } else if (letter === '\\') {
      at++;
      if (text.startsWith('\r\n', at)) at++;
      const escaped = text[at] ?? '';
      if (escaped !== '\n' && ESCAPED[escaped] === undefined) return null;
      value += ESCAPED[escaped] ?? '';
      kept = value.length;
    } else if (isQuoted || !' \t\r\v\f'.includes(letter)) {
      value += letter;
      kept = value.length;
    } else if (value !== '') {
      value += letter;
    }
  }
  return isQuoted ? null : { value: value.slice(0, kept), end: afterLine(text, at) };
}
