/** Variables of the environment as text. */
import { decodeUtf8 } from '../values/utf8.js';
import type { Environment } from './provider.js';

/** The value without blanks around it; empty if the variable is not set or not text. */
export function variableIn(environment: Environment, name: string): string {
  const bytes = environment.get(name);
  return bytes === undefined ? '' : (decodeUtf8(bytes) ?? '').trim();
}

/** The value of the first of these variables that is set and not empty; empty if none is. */
export function firstVariableIn(environment: Environment, names: readonly string[]): string {
  return names.map((name) => variableIn(environment, name)).find((value) => value !== '') ?? '';
}

/** The words of a variable that are separated by blanks. */
export function wordsIn(environment: Environment, name: string): readonly string[] {
  return variableIn(environment, name)
    .split(/\s+/)
    .filter((word) => word !== '');
}
