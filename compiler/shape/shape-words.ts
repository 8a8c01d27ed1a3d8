/** The words for values and for the types that were expected. */

/** The TOML names of zod's types. */
export function typeWords(expected: string): string {
  switch (expected) {
    case 'object':
    case 'record':
      return 'a table';
    case 'array':
      return 'an array';
    case 'boolean':
      return 'true or false';
    case 'int':
    case 'number':
      return 'a whole number';
    default:
      return `a ${expected}`;
  }
}

/** Several types in a sentence: "true, false or a table". */
export function eitherOf(types: string): string {
  return types.replace('true or false or ', 'true, false or ');
}

/** A date while a shape is applied: no shape accepts it. */
export const DATE = Symbol('date');

/** The words for a value of the wrong type. */
export function nameOf(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint' || typeof value === 'number') return `the number ${value}`;
  return kindOf(value);
}

/** The same without repeating the value, which may be that of a secret. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === DATE || value instanceof Date) return 'a date';
  if (typeof value === 'object' && value !== null) return 'a table';
  return typeof value === 'bigint' ? 'a number' : `a ${typeof value}`;
}
