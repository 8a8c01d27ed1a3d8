/** What programs in Rust read of their environment. */
import type { Found } from '../code-reads.js';
import { type Access, gather } from '../tokens/accesses.js';
import { character, DOUBLE, type Odd, SLASHES, type Syntax, untilMark } from '../tokens/syntax.js';
import type { Token } from '../tokens/token.js';

const RAW = /[bc]?r(#{0,64})"/y;

export const SYNTAX: Syntax = {
  ...SLASHES,
  nests: true,
  strings: [{ ...DOUBLE, lines: true }],
  oddStarts: "bcr'",
  odd: (text, at) => rawString(text, at) ?? character(text, at),
};

/** `r#"…"#` */
function rawString(text: string, at: number): Odd | null {
  RAW.lastIndex = at;
  const open = RAW.exec(text);
  // The end of a longer word, such as `var"`, is none.
  if (open === null || /\w/u.test(text[at - 1] ?? '')) return null;
  return untilMark(text, at + open[0].length, `"${open[1]}`);
}

const READERS = ['var', 'var_os'];
const MACROS = ['env', 'option_env', 'dotenv'];
const ACCESSES: readonly Access[] = [
  ...READERS.flatMap((name): Access[] => [
    { path: ['env', '::', name, '('], does: 'read' },
    { path: ['std', '::', 'env', '::', name, '('], does: 'read' },
    { path: ['dotenvy', '::', name, '('], does: 'read' },
    { path: ['dotenv', '::', name, '('], does: 'read' },
  ]),
  ...MACROS.flatMap((name): Access[] => [
    { path: [name, '!', '('], does: 'read' },
    { path: [name, '!', '['], does: 'read' },
    { path: [name, '!', '{'], does: 'read' },
    { path: ['std', '::', name, '!', '('], does: 'read' },
    { path: ['core', '::', name, '!', '('], does: 'read' },
  ]),
  { path: ['env', '::', 'set_var', '('], does: 'set' },
];
/** After `use std::env::var`. */
const IMPORTED = READERS.map((name): Access => ({ path: [name, '('], does: 'read', isLoose: true }));

export function readRust(tokens: readonly Token[]): Found {
  const imports = tokens.some(
    ({ text }, at) =>
      text === 'env' &&
      tokens[at + 1]?.text === '::' &&
      /^(?:var|var_os|\{|\*)$/u.test(tokens[at + 2]?.text ?? '') &&
      isImport(tokens, at),
  );
  return gather(tokens, imports ? [...ACCESSES, ...IMPORTED] : ACCESSES);
}

/** `use std::env`, also within braces that an import has open. */
function isImport(tokens: readonly Token[], at: number): boolean {
  for (let back = at; back >= 0 && back > at - 40; back -= 1) {
    const { text = null } = tokens[back] ?? {};
    if (text === 'use') return true;
    if (text === ';') return false;
  }
  return false;
}
