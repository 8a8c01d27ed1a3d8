/** Spellings that several stores give the values of their options. */

/** `/team/` as `team`: slashes at both ends say nothing. */
export function withoutSlashes(text: string): string {
  let start = 0;
  while (text[start] === '/') start++;
  return withoutTrailingSlashes(text.slice(start));
}

export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
