/** The HTTP port of stores: requests with a deadline, bounded responses, no redirects, and failures that quote nothing secret. */

/** Makes a client for one server without sending anything. Loads the implementation, which most stores never need. */
export type Http = (server: HttpServer) => Promise<HttpClient>;

export interface HttpServer {
  /** Scheme, host and port, nothing else: `https://vault.example.com:8200`. */
  readonly origin: string;
  readonly tls?: TlsSettings;
  /** For this server alone, in place of that of the environment; `setting` names it in messages. Null: the server is asked directly. */
  readonly proxy?: { readonly address: string; readonly setting: string } | null;
  /** Transient statuses besides 429, 502, 503 and 504: repeatable requests are repeated after them. */
  readonly passingStatuses?: readonly number[];
  /** Whether this response means that nothing was done because there are too many requests: any request is repeated after it. */
  readonly isThrottled?: (response: HttpResponse) => boolean;
}

/** The port for local services that issue tokens to this machine: over plain HTTP a proxy would see the token. */
export function withoutProxy(http: Http): Http {
  return (server) => http({ ...server, proxy: null });
}

/** How the server is verified, and how the client identifies itself; certificates and keys in PEM. */
export interface TlsSettings {
  /** Instead of the usual authorities. */
  readonly authorities?: Uint8Array;
  readonly certificate?: Uint8Array;
  readonly key?: Uint8Array;
  /** The name to check the certificate against, if it differs from the host. */
  readonly serverName?: string;
  /** Accepts any certificate, because the user asked for it. */
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
  readonly headers: HttpHeaders;
  readonly body?: string | Uint8Array;
  /** Whether sending it twice has the same effect as once. Other requests are sent again only if they cannot have arrived. */
  readonly isRepeatable: boolean;
}

export type HttpHeaders = Readonly<Record<string, string>>;

export interface HttpResponse {
  readonly kind: 'response';
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: HttpHeaders;
  readonly body: Uint8Array;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | null;
}

export type HttpOutcome =
  | HttpResponse
  /** `to`: the origin of the `Location`, without path and query. */
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string | null }
  | HttpFailure;

/** No usable response. `detail` is a sentence without path, query, header or body. */
export interface HttpFailure {
  readonly kind: 'failed';
  readonly why:
    | 'unreachable'
    /** The certificate is not signed by an authority that is trusted here. */
    | 'untrusted'
    /** The server does not speak TLS. */
    | 'plain'
    /** TLS failed for another reason: the certificate has expired or is for another name, or the server refused. */
    | 'tls'
    | 'timeout'
    /** The connection broke before the response was complete. */
    | 'interrupted'
    | 'too-large'
    | 'malformed'
    | 'cancelled'
    /** The request or the settings cannot be used: a certificate that cannot be read, a proxy of an unknown kind. */
    | 'unsupported';
  readonly detail: string;
}
