/** The text of an option or a variable: trimmed; blank counts as not given (semantics 2.1, 3.1, 6.1). */
export function given(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
