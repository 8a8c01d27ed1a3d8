/** What a server replied: its status, its body as JSON, and whether a value that was sent could be in it. */
import type { HttpHeaders, HttpRequest, HttpResponse } from '../../http/http.js';
import { jsonIn } from '../../values/json.js';
import { decodeUtf8 } from '../../values/utf8.js';

export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: HttpHeaders;
  /** Parsed; undefined if the body is empty or not JSON. */
  readonly body: unknown;
  /** The body as it was sent, for what parsing loses: digits of long numbers. */
  readonly source: string;
  /** The body as it is, if it is neither JSON nor a page: some APIs send their errors as plain text. */
  readonly text: string;
  readonly retryAfterMs: number | null;
  /** False after a request that may have held a value: the response could repeat it. */
  readonly isQuotable: boolean;
  /** Tokens in the headers of the request, which the response could repeat too. */
  readonly tokens: readonly string[];
  /** A web page: from a proxy, a gateway or a sign-in page, never from the API. */
  readonly isPage: boolean;
}

export function replyOf(
  { status, headers, body, retryAfterMs }: HttpResponse,
  isQuotable: boolean,
  tokens: readonly string[] = [],
): Reply {
  const text = decodeUtf8(body) ?? '';
  const json = jsonIn(text);
  const isPage = json === undefined && (/\bhtml\b/i.test(headers['content-type'] ?? '') || /^\s*<(!|html)/i.test(text));
  const plain = json === undefined && !isPage ? text.trim() : '';
  const about = { retryAfterMs, isQuotable, tokens, isPage };
  return { kind: 'reply', status, headers, body: json, source: text, text: plain, ...about };
}

/** What headers show who sends a request, by their names: without the scheme of an `authorization`. */
export function tokensIn({ headers }: HttpRequest): readonly string[] {
  const shown = Object.entries(headers).filter(([name]) => /^authorization$|(token|-key|identity-header)$/i.test(name));
  return shown.flatMap(([, value]) => value.split(' ').slice(-1));
}

/** An object of JSON; null where it is anything else. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
