/** What can go wrong between client and server, worded without paths and headers. */
import type { HttpFailure } from './http.js';

/** Thrown while a connection is made. `isFinal`: another try would end the same. */
export class HttpFault extends Error {
  readonly failure: HttpFailure;
  readonly isFinal: boolean;
  constructor(why: HttpFailure['why'], detail: string, isFinal = false) {
    super(detail);
    this.failure = httpFailure(why, detail);
    this.isFinal = isFinal;
  }
}

export function httpFailure(why: HttpFailure['why'], detail: string): HttpFailure {
  return { kind: 'failed', why, detail };
}

/** What a socket's error says about the connection to `peer`; only its code is used. */
export function faultOf(error: unknown, peer: string): HttpFault {
  if (error instanceof HttpFault) return error;
  const code = codeOf(error);
  const unfit = UNFIT.find(([pattern]) => pattern.test(code));
  if (unfit !== undefined) return new HttpFault('tls', `the certificate of ${peer} ${unfit[1]}`, true);
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^CERT_|^INVALID_CA$/.test(code)) {
    const detail = `the certificate of ${peer} is not signed by an authority that is trusted here`;
    return new HttpFault('untrusted', detail, true);
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code))
    return new HttpFault('plain', `${peer} does not speak TLS`, true);
  if (/ALERT|^ERR_SSL|^EPROTO/.test(code))
    return new HttpFault('tls', `${peer} refused the TLS connection (${code})`, true);
  if (code.startsWith('HPE_')) return new HttpFault('malformed', `${peer} does not answer in HTTP`, true);
  return new HttpFault('unreachable', `${peer} ${REASONS.get(code) ?? `cannot be reached (${code})`}`);
}

function codeOf(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' && /^\w{1,60}$/.test(error.code) ? error.code : 'unknown reason';
}

/** Codes of OpenSSL and of the check of names. */
const UNFIT: readonly (readonly [RegExp, string])[] = [
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'is for another name'],
  [/^CERT_HAS_EXPIRED$/, 'has expired'],
  [/^CERT_NOT_YET_VALID$/, 'is not valid yet'],
];

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'refused the connection'],
  ['ECONNRESET', 'closed the connection'],
  ['EPIPE', 'closed the connection'],
  ['ENOTFOUND', 'is not a known host name'],
  ['EAI_AGAIN', 'could not be looked up'],
  ['EHOSTUNREACH', 'cannot be reached: no route'],
  ['ENETUNREACH', 'cannot be reached: no network'],
  ['ETIMEDOUT', 'did not accept the connection in time'],
]);
