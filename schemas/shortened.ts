/** Text of others, cut where it is longer than people read or memory should hold. */

/** At most so many UTF-16 units, the last one `…` where something was left out; no character is cut in two. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
}
