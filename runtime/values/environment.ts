/** Variables of an environment, and what they say as text. */
import { decodeUtf8 } from './utf8.js';

/** By name; bytes, as the process got them. */
export type Environment = ReadonlyMap<string, Uint8Array>;

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
