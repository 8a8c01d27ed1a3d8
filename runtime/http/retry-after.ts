/** `Retry-After`: seconds or a date (RFC 9110, 10.2.3); services of Azure also send milliseconds in a header of their own. */
import type { HttpHeaders } from './http.js';

/**
 * Milliseconds from now; null where the header is missing or neither of the two. A date is one of the server's clock, which
 * may differ from ours, so it is compared with the `Date` of the same answer.
 */
export function retryAfterMs(headers: HttpHeaders, now: number): number | null {
  const { 'retry-after': header = '', 'retry-after-ms': milliseconds = '', date = '' } = headers;
  const text = header.trim();
  if (/^\d{1,12}$/.test(milliseconds)) return Number(milliseconds);
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = timeOf(text);
  return time === null ? null : Math.max(0, time - (timeOf(date) ?? now));
}

/** Other forms that `Date.parse` knows are no dates of HTTP. */
function timeOf(text: string): number | null {
  const time = /^[A-Z][a-z]{2,8},? /.test(text.trim()) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
