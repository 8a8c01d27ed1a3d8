/** HTTP as stores get it: requests with a deadline, bounded answers, no redirects, and failures that quote nothing secret. */

/** Opens a way to one server, with nothing sent yet. Loads what speaks HTTP; most stores never ask. */
export type Http = (server: HttpServer) => Promise<HttpClient>;

export interface HttpServer {
  /** Scheme, host and port, nothing else: `https://vault.example.com:8200`. */
  readonly origin: string;
  readonly tls?: TlsSettings;
  /** Statuses besides 429, 502, 503 and 504 that pass: what may be repeated is repeated. */
  readonly passingStatuses?: readonly number[];
}

/** How this server is trusted and how it trusts us; all in PEM. */
export interface TlsSettings {
  /** In the place of the usual authorities. */
  readonly authorities?: Uint8Array;
  readonly certificate?: Uint8Array;
  readonly key?: Uint8Array;
  /** The name that the certificate is checked against, where it is not the host's. */
  readonly serverName?: string;
  /** Any certificate will do: the user has said so. */
  readonly isUnverified?: true;
}

export interface HttpClient {
  /** How many requests are under way at most; others wait. */
  readonly atOnce: number;
  /** Never rejects. Redirects are not followed. */
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome>;
  /** Ends what is under way and closes connections that are kept. */
  close(): void;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query, escaped. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether asking twice does no more than asking once. What is not is sent again only if it cannot have arrived. */
  readonly isRepeatable: boolean;
  /** The longest body that is read; left out: 4 MiB. */
  readonly mostBytes?: number;
}

export type HttpOutcome =
  /** `retryAfterMs`: how long the server wants to be left alone. */
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body: Uint8Array;
      readonly retryAfterMs: number | null;
    }
  /** `to`: the origin that the server points to, without path and query. */
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string | null }
  | HttpFailure;

/** No answer. `detail` is a sentence without path, query, header or body. */
export interface HttpFailure {
  readonly kind: 'failed';
  readonly why:
    | 'unreachable'
    /** The connection is there, its certificate is not trusted. */
    | 'untrusted'
    | 'timeout'
    /** The connection broke before the answer was whole. */
    | 'interrupted'
    | 'too-large'
    | 'malformed'
    | 'cancelled'
    /** The request or the settings cannot be used: a certificate that cannot be read, a proxy of an unknown kind. */
    | 'unsupported';
  readonly detail: string;
}
