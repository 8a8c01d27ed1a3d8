/** A request to an API as a store words it, and as it is sent. */
import type { HttpHeaders, HttpRequest } from '../../http/http.js';

export interface ApiRequest extends Pick<HttpRequest, 'method' | 'path' | 'isRepeatable'> {
  /** Sent as JSON, of this type if it is a special one; a `JsonText` as it is. */
  readonly json?: unknown;
  readonly type?: string;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: HttpHeaders;
  /** Whether the vendor's words may be quoted; left out: if nothing is sent. True only where what is sent holds no value. */
  readonly isQuotable?: boolean;
}

/** JSON that is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function writtenAs({ json, type, form, headers = {}, method, path, isRepeatable }: ApiRequest): HttpRequest {
  const request = { method, path, isRepeatable };
  if (form !== undefined) {
    const typed = { ...headers, 'content-type': type ?? 'application/x-www-form-urlencoded' };
    return { ...request, headers: typed, body: new URLSearchParams(form).toString() };
  }
  if (json === undefined) return { ...request, headers };
  return {
    ...request,
    headers: { ...headers, 'content-type': type ?? 'application/json' },
    body: json instanceof JsonText ? json.text : JSON.stringify(json),
  };
}

export function isQuotable({ json, form, isQuotable }: ApiRequest): boolean {
  return isQuotable ?? (json === undefined && form === undefined);
}
