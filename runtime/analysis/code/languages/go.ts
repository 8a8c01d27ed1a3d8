/** What programs in Go read of their environment. */
import type { Found } from '../code-reads.js';
import { type Access, gather } from '../tokens/accesses.js';
import { DOUBLE, SINGLE, SLASHES, type Syntax } from '../tokens/syntax.js';
import type { Token } from '../tokens/token.js';

export const SYNTAX: Syntax = {
  ...SLASHES,
  strings: [DOUBLE, SINGLE, { open: '`', close: '`', escapes: false, lines: true }],
};

const ACCESSES: readonly Access[] = [
  { path: ['os', '.', 'Getenv', '('], does: 'read' },
  { path: ['os', '.', 'LookupEnv', '('], does: 'read' },
  { path: ['syscall', '.', 'Getenv', '('], does: 'read' },
  { path: ['os', '.', 'Setenv', '('], does: 'set' },
  // Of a test.
  { path: ['t', '.', 'Setenv', '('], does: 'set' },
];

export function readGo(tokens: readonly Token[]): Found {
  const found = gather(tokens, ACCESSES);
  for (const { kind, text, start } of expanded(tokens)) {
    if (kind !== 'string') found.computes({ start, end: start + 1 });
    for (const { index, 0: whole, 1: long, 2: short } of (text ?? '').matchAll(/\$(?:\{(\w+)\}|(\w+))/gu)) {
      const name = long ?? short ?? '';
      const at = start + 1 + index + whole.indexOf(name);
      found.read(name, { start: at, end: at + name.length });
    }
  }
  return found;
}

/** The first token in each `os.ExpandEnv(…)`. */
function expanded(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((_, at) => {
    const [os, , name, open] = tokens.slice(Math.max(at - 4, 0), at);
    return os?.text === 'os' && name?.text === 'ExpandEnv' && open?.text === '(';
  });
}
