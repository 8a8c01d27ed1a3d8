/** `Retry-After`: seconds or a date (RFC 9110, 10.2.3). */

/** Milliseconds from now; null where the header is missing or neither of the two. */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Other forms that `Date.parse` knows are no dates of HTTP.
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}
