/** Foreign text, such as a message of a server or a program, without the values that were sent to it. */

/** Shorter values could be found in any message. */
const SHORTEST = 4;

export function withoutValues(text: string, values: readonly string[]): string {
  // The longest first: what is left of one that begins with another would be shown.
  const hidden = values.filter(({ length }) => length >= SHORTEST).sort((one, other) => other.length - one.length);
  return hidden.reduce((shown, value) => shown.replaceAll(value, '[secret]'), text);
}
