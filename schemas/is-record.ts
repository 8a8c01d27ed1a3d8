/** Whether a value read from JSON or TOML is a table: not a list, not a date, not nothing. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
