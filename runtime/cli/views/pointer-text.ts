/** The line after the last finding: how to read more about it. */

const MOST_NAMED = 3;

/** `codes`: those that are explained, in the order in which they were printed; at least one. */
export function pointerText(codes: readonly string[]): string {
  const [first = '', ...others] = codes;
  if (others.length === 0)
    return `For more about this ${first.startsWith('W') ? 'warning' : 'error'}: \`tool explain ${first}\``;
  const rest = codes.length - MOST_NAMED;
  const named = codes.slice(0, MOST_NAMED).join(', ');
  return `For more about these codes: \`tool explain CODE\` (${named}${rest > 0 ? ` and ${rest} more` : ''})`;
}
