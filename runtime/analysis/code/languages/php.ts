/** What pages and programs in PHP read of their environment. */
import type { Found } from '../code-reads.js';
import { type Access, gather } from '../tokens/accesses.js';
import { hereDocument } from '../tokens/here-document.js';
import { DOUBLE, type Odd, SINGLE, type Syntax } from '../tokens/syntax.js';
import type { Token } from '../tokens/token.js';

const HEREDOC = /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1/y;
const HOLES = ['{$', '${'];

export const SYNTAX: Syntax = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  strings: [
    { ...DOUBLE, lines: true, holes: HOLES, dollars: true },
    { ...SINGLE, lines: true },
  ],
  oddStarts: '?#<',
  odd: (text, at) => page(text, at) ?? comment(text, at) ?? hereDocument(HEREDOC, text, at, HOLES),
};

/** What is outside of `<?php` and `?>` is no code. */
function page(text: string, at: number): Odd | null {
  const isOutside = (at === 0 && !text.startsWith('<?')) || text.startsWith('?>', at);
  if (!isOutside) return null;
  const start = text.indexOf('<?', at);
  return { end: start === -1 ? text.length : start + 2, isString: false };
}

/** `#[` begins an attribute. */
function comment(text: string, at: number): Odd | null {
  if (text[at] !== '#' || text[at + 1] === '[') return null;
  const end = text.indexOf('\n', at);
  return { end: end === -1 ? text.length : end, isString: false };
}

const ACCESSES: readonly Access[] = [
  { path: ['$_ENV', '['], does: 'read' },
  { path: ['getenv', '('], does: 'read' },
  { path: ['\\', 'getenv', '('], does: 'read' },
  // Of Laravel, whose second argument is the default.
  { path: ['env', '('], does: 'read or default', isLoose: true },
];

export function readPhp(tokens: readonly Token[]): Found {
  const found = gather(tokens, ACCESSES);
  for (const name of put(tokens)) found.assigned.add(name);
  return found;
}

/** `putenv('NAME=value')` */
function put(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ kind, text }, at) => {
    const isPut = tokens[at - 2]?.text === 'putenv' && tokens[at - 1]?.text === '(';
    const name = isPut && kind === 'string' ? text?.split('=')[0] : undefined;
    return name === undefined ? [] : [name];
  });
}
