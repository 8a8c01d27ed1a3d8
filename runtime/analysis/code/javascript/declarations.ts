/** Declarations that take the environment apart or give it another name, and imports of it. */
import type { Gathering } from '../code-reads.js';
import type { Binding, Bindings } from './bindings.js';
import type { EnvironmentAt, Expressions } from './expressions.js';

const MODULES: Readonly<Record<string, 'process' | 'environment'>> = {
  process: 'process',
  'node:process': 'process',
  bun: 'environment',
};
const KIT = /^\$env\/(static|dynamic)\/(?:private|public)$/u;

/** The end of the value of a declaration: what follows makes it no other value. */
const ENDS = new Set([',', ';', ')', '}', ']', 'as', ':', '=>']);

/** Called for each environment that stands after `=`. */
export function declare(found: EnvironmentAt, code: Expressions, gathering: Gathering): void {
  const { bindings, tokens } = code;
  const { kind, start, end } = found;
  if (code.text(start - 1) !== '=') return;
  const after = tokens[end];
  if (after !== undefined && !after.isFirst && !ENDS.has(after.text ?? '')) return;
  if (after?.isFirst === true && /^(?:\.|\?\.|\[|\()$/u.test(after.text ?? '')) return;
  const target = start - 2;
  if (code.text(target) === '}') takeApart(openingOf(code, target), kind, code, gathering);
  else if (tokens[target]?.isDeclared === true) bindings.bind(target, { kind });
}

/** `{ A, B: b, C = 'c', ['D']: d, ...rest }` of the environment; `{ env }` and `{ env: { A } }` of what has it. */
function takeApart(open: number, of: EnvironmentAt['kind'], code: Expressions, gathering: Gathering): void {
  for (let at = open + 1; at < code.tokens.length && code.text(at) !== '}'; at = afterMember(at, code)) {
    if (code.text(at) === '...') code.bindings.bind(at + 1, { kind: of });
    else takeMember(at, of, code, gathering);
  }
}

function takeMember(at: number, of: EnvironmentAt['kind'], code: Expressions, gathering: Gathering): void {
  const { tokens } = code;
  const isComputed = code.text(at) === '[';
  const key = isComputed ? code.stringAt(at + 1) : code.stringAt(at);
  const token = tokens[isComputed ? at + 1 : at];
  const name = key === null ? (isComputed ? constantAt(at + 1, code) : code.text(at)) : key.text;
  if (token === undefined) return;
  const end = isComputed ? closingOf(code, at) + 1 : at + 1;
  const target = code.text(end) === ':' ? end + 1 : at;
  if (of === 'process') {
    if (name !== 'env') return;
    if (code.text(target) === '{') takeApart(target, 'environment', code, gathering);
    else code.bindings.bind(target, { kind: 'environment' });
    return;
  }
  if (name === null) gathering.computes(token);
  else if (of !== 'deno') gathering.read(name, token, code.text(target + 1) === '=');
}

function constantAt(at: number, code: Expressions): string | null {
  const bound = code.bindings.at(at);
  return bound?.kind === 'constant' && code.text(at + 1) === ']' ? bound.text : null;
}

/** The index after the comma that ends a member, or of the bracket that ends all. */
function afterMember(from: number, code: Expressions): number {
  let depth = 0;
  for (let at = from; at < code.tokens.length; at += 1) {
    const text = code.text(at) ?? '';
    if (depth === 0 && text === ',') return at + 1;
    if (depth === 0 && text === '}') return at;
    if (/^[([{]$|^\$\{$/u.test(text)) depth += 1;
    if (/^[)\]}]$/u.test(text)) depth -= 1;
  }
  return code.tokens.length;
}

function openingOf(code: Expressions, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    const text = code.text(at) ?? '';
    if (/^[)\]}]$/u.test(text)) depth += 1;
    if (/^[([{]$|^\$\{$/u.test(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return close;
}

export function closingOf(code: Expressions, open: number): number {
  let depth = 0;
  for (let at = open; at < code.tokens.length; at += 1) {
    const text = code.text(at) ?? '';
    if (/^[([{]$|^\$\{$/u.test(text)) depth += 1;
    if (/^[)\]}]$/u.test(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return code.tokens.length;
}

/** `import process, { env as variables } from 'node:process'`, `import { A } from '$env/static/private'`. */
export function importAt(at: number, code: Expressions, gathering: Gathering): void {
  const from = fromOf(at, code);
  const module = from === null ? null : (code.tokens[from + 1]?.text ?? null);
  if (from === null || module === null) return;
  const kit = KIT.exec(module)?.[1];
  const has = Object.hasOwn(MODULES, module) ? MODULES[module] : undefined;
  if (kit === undefined && has === undefined) return;
  for (let next = at + 1; next < from; next += 1) {
    const token = code.tokens[next];
    if (token?.isDeclared !== true) continue;
    const isRenamed = code.text(next - 1) === 'as';
    const name = isRenamed ? code.tokens[next - 2] : token;
    if (kit === 'static' && name !== undefined) gathering.read(name.text ?? '', name);
    else bindImport(next, name?.text ?? '', isInBraces(at, next, code), { kit, has }, code.bindings);
  }
}

function bindImport(
  at: number,
  name: string,
  isMember: boolean,
  { kit, has }: { readonly kit: string | undefined; readonly has: 'process' | 'environment' | undefined },
  bindings: Bindings,
): void {
  const environment: Binding = { kind: 'environment' };
  if (isMember && name === 'env' && (kit !== undefined || has === 'process' || has === 'environment'))
    bindings.bind(at, environment);
  else if (has === 'process' && (!isMember || name === 'default')) bindings.bind(at, { kind: 'process' });
}

function isInBraces(from: number, at: number, code: Expressions): boolean {
  for (let back = at; back > from; back -= 1) if (code.text(back) === '{') return true;
  return false;
}

/** The word `from` of this import. */
function fromOf(at: number, code: Expressions): number | null {
  for (let next = at + 1; next < code.tokens.length; next += 1) {
    const text = code.text(next);
    if (text === 'from' && code.tokens[next + 1]?.kind === 'string') return next;
    if (code.tokens[next]?.kind === 'string' || text === ';' || text === '(' || text === '.' || text === '=')
      return null;
  }
  return null;
}
