/** What programs in Python read of their environment. */
import type { Found } from '../code-reads.js';
import { type Access, gather } from '../tokens/accesses.js';
import { DOUBLE, type Odd, SINGLE, type StringForm, type Syntax } from '../tokens/syntax.js';
import type { Token } from '../tokens/token.js';

const PREFIX = /[rRbBuUfFtT]{1,2}(?=["'])/y;
const HOLES = { holes: ['{'], doubled: true };
const long = (quote: string): StringForm => ({
  open: quote.repeat(3),
  close: quote.repeat(3),
  escapes: true,
  lines: true,
});

export const SYNTAX: Syntax = {
  lineComments: ['#'],
  blockComments: [],
  strings: [
    // A prefix is passed over, and `f"` is what it leaves: see `prefix`.
    { ...long('"'), open: 'f"""', ...HOLES },
    { ...long("'"), open: "f'''", ...HOLES },
    { ...DOUBLE, open: 'f"', ...HOLES },
    { ...SINGLE, open: "f'", ...HOLES },
    long('"'),
    long("'"),
    DOUBLE,
    SINGLE,
  ],
  oddStarts: 'rRbBuUfFtT',
  odd: prefix,
};

/** `b"`, `r"`, `rf"`: all letters but a last `f` are passed over. */
function prefix(text: string, at: number): Odd | null {
  PREFIX.lastIndex = at;
  const letters = PREFIX.exec(text)?.[0];
  if (letters === undefined || letters === 'f' || /\w/u.test(text[at - 1] ?? '')) return null;
  return { end: at + letters.length - (letters.endsWith('f') ? 1 : 0), isString: false };
}

interface Names {
  /** Of the module `os`. */
  readonly modules: Set<string>;
  /** Of `os.environ`, and of `os.getenv`. */
  readonly environments: Set<string>;
  readonly functions: Set<string>;
}

export function readPython(tokens: readonly Token[]): Found {
  const found = gather(tokens, accessesOf(namesIn(tokens)));
  return { ...found, reads: [...found.reads, ...askedFor(tokens, namesIn(tokens))] };
}

function namesIn(tokens: readonly Token[]): Names {
  const names: Names = { modules: new Set(['os']), environments: new Set(), functions: new Set() };
  tokens.forEach(({ text, isFirst }, at) => {
    if (text === 'import' && isFirst) addModules(tokens, at, names);
    if (text === 'from' && isFirst && tokens[at + 1]?.text === 'os' && tokens[at + 2]?.text === 'import')
      addMembers(tokens, at + 3, names);
    // `environment = os.environ`
    if (text === '=' && tokens[at + 1]?.text === 'os' && tokens[at + 3]?.text === 'environ') {
      const after = tokens[at + 4];
      const isWhole = after === undefined || after.isFirst || after.text === ')' || tokens[at + 5]?.text === 'copy';
      const name = tokens[at - 1];
      const isStatement = name?.isFirst === true || /^[;:]$/u.test(tokens[at - 2]?.text ?? '');
      if (isWhole && name?.kind === 'word' && isStatement && name.text !== null) names.environments.add(name.text);
    }
  });
  return names;
}

/** `import os as system` */
function addModules(tokens: readonly Token[], at: number, { modules }: Names): void {
  for (let next = at + 1; tokens[next] !== undefined && tokens[next]?.isFirst !== true; next += 1) {
    const name = tokens[next + 2]?.text;
    if (tokens[next]?.text === 'os' && tokens[next + 1]?.text === 'as' && name) modules.add(name);
  }
}

/** `from os import environ as environment, getenv` */
function addMembers(tokens: readonly Token[], from: number, names: Names): void {
  for (let at = from; at < tokens.length && at < from + 60; at += 1) {
    const { text, isFirst } = tokens[at] ?? {};
    if (isFirst === true && tokens[from]?.text !== '(') return;
    if (text === ')') return;
    const isRenamed = tokens[at + 1]?.text === 'as';
    const name = (isRenamed ? tokens[at + 2]?.text : text) ?? '';
    if (text === 'environ' || text === 'environb') names.environments.add(name);
    if (text === 'getenv' || text === 'getenvb') names.functions.add(name);
    if (isRenamed) at += 2;
  }
}

function accessesOf({ modules, environments, functions }: Names): readonly Access[] {
  const tables = [
    ...[...modules].flatMap((os) => [
      [os, '.', 'environ'],
      [os, '.', 'environb'],
    ]),
    ...[...environments].map((name) => [name]),
  ];
  const calls = [
    ...[...modules].flatMap((os) => [
      [os, '.', 'getenv'],
      [os, '.', 'getenvb'],
    ]),
    ...[...functions].map((name) => [name]),
  ];
  return [
    ...calls.map((path): Access => ({ path: [...path, '('], does: 'read or default' })),
    ...[...modules].map((os): Access => ({ path: [os, '.', 'putenv', '('], does: 'set' })),
    ...tables.flatMap((path): Access[] => [
      { path: [...path, '['], does: 'read' },
      { path: [...path, '.', 'get', '('], does: 'read or default' },
      { path: [...path, '.', 'pop', '('], does: 'read or default' },
      { path: [...path, '.', '__getitem__', '('], does: 'read' },
      { path: [...path, '.', 'setdefault', '('], does: 'set' },
    ]),
  ];
}

/** `"NAME" in os.environ`: the program does without it. */
function askedFor(tokens: readonly Token[], { modules, environments }: Names) {
  return tokens.flatMap(({ kind, text, start, end }, at) => {
    const after = tokens[at + 1]?.text === 'not' ? at + 2 : at + 1;
    if (kind !== 'string' || text === null || tokens[after]?.text !== 'in') return [];
    const [of, , member] = tokens.slice(after + 1, after + 4).map((token) => token.text ?? '');
    const isTable = environments.has(of ?? '') || (modules.has(of ?? '') && /^environb?$/u.test(member ?? ''));
    return isTable ? [{ name: text, start, end, hasDefault: true }] : [];
  });
}
