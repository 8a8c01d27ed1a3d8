/** What programs in Java, Kotlin, Scala and Groovy read of their environment. */
import type { Found } from '../code-reads.js';
import { type Access, gather } from '../tokens/accesses.js';
import { character, DOUBLE, SINGLE, SLASHES, type StringForm, type Syntax } from '../tokens/syntax.js';
import type { Token } from '../tokens/token.js';

const BLOCK: StringForm = { open: '"""', close: '"""', escapes: false, lines: true };

export const JAVA: Syntax = { ...SLASHES, strings: [{ ...BLOCK, escapes: true }, DOUBLE, SINGLE] };

const FILLED = { holes: ['${'], dollars: true };
export const KOTLIN: Syntax = {
  ...SLASHES,
  nests: true,
  strings: [{ ...BLOCK, ...FILLED }, { ...DOUBLE, ...FILLED }, SINGLE],
};
export const GROOVY: Syntax = {
  ...SLASHES,
  strings: [
    { ...BLOCK, ...FILLED, escapes: true },
    { open: "'''", close: "'''", escapes: true, lines: true },
    { ...DOUBLE, ...FILLED },
    SINGLE,
  ],
};
/** `'a` alone is a symbol. Strings with code inside begin with a letter. */
export const SCALA: Syntax = {
  ...SLASHES,
  nests: true,
  strings: [
    { ...BLOCK, holes: ['${'] },
    { ...DOUBLE, holes: ['${'] },
  ],
  oddStarts: "'",
  odd: character,
};

const ACCESSES: readonly Access[] = [
  { path: ['System', '.', 'getenv', '('], does: 'read' },
  { path: ['System', '.', 'getenv', '(', ')', '['], does: 'read' },
  { path: ['System', '.', 'getenv', '(', ')', '.', 'get', '('], does: 'read' },
  { path: ['System', '.', 'getenv', '(', ')', '.', 'containsKey', '('], does: 'read' },
  { path: ['System', '.', 'getenv', '(', ')', '.', 'getOrDefault', '('], does: 'read or default' },
  { path: ['System', '.', 'env', '['], does: 'read' },
  { path: ['sys', '.', 'env', '('], does: 'read' },
  { path: ['sys', '.', 'env', '.', 'get', '('], does: 'read' },
  { path: ['sys', '.', 'env', '.', 'getOrElse', '('], does: 'read or default' },
];
/** `java.lang.System` */
const QUALIFIED = ACCESSES.filter(({ path }) => path[0] === 'System').map(
  (access): Access => ({ ...access, path: ['java', '.', 'lang', '.', ...access.path] }),
);

export function readJvm(tokens: readonly Token[]): Found {
  return gather(tokens, [...ACCESSES, ...QUALIFIED]);
}
