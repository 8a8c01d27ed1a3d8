/** Text → plain values (smol-toml is the authority on values); syntax errors → E01. */
import { parse, TomlError } from 'smol-toml';
import type { Diagnostic, Report } from '#schemas/diagnostics/diagnostic.js';
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import { keyAt, pointAt } from '../source/place.js';
import { firstDefinition } from './first-definition.js';
import { isRedefinition, sentenceOf, tomlProblem } from './toml-problem.js';

/** Deeper nesting has no meaning in a manifest and would only exhaust the stack. */
const MAX_DEPTH = 200;

export type TomlTable = { readonly [key: string]: unknown };

/**
 * The values of a TOML text, or null after reporting E0101. Tables may hold own keys such as `__proto__`; read them with
 * `Object.entries`. Integers beyond 2^53 become bigints, which no shape accepts.
 */
export function readToml(file: string, text: string, report: Report): TomlTable | null {
  try {
    return parse(text, { maxDepth: MAX_DEPTH, integersAsBigInt: 'asNeeded' });
  } catch (error) {
    report(problemOf(file, text, error));
    return null;
  }
}

/** The values of a TOML text; null if it is not TOML. */
export function tomlValues(text: string): TomlTable | null {
  let isToml = true;
  const values = readToml('', text, () => {
    isToml = false;
  });
  return isToml ? values : null;
}

function problemOf(file: string, text: string, error: unknown): Diagnostic {
  if (!(error instanceof TomlError)) {
    // The parser ran out of stack or memory: only hostile nesting causes that.
    const problem = { problem: 'the file is nested too deeply', help: null };
    return syntax.E0101(problem, { at: pointAt(file, 0) });
  }
  const found = sentenceOf(error.message);
  const offset = offsetOf(text, error.line, error.column);
  const first = isRedefinition(found) ? firstDefinition(text, offset) : null;
  const labels = first === null ? [] : [{ at: keyAt(file, first), text: 'defined here first' }];
  return syntax.E0101(tomlProblem(found, text, offset), { at: pointAt(file, offset), labels });
}

/** Lines are counted from 1 and end at LF; columns are UTF-16 units from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  return Math.min(start + Math.max(column - 1, 0), text.length);
}
