/** AWS's JSON protocol in memory: signatures as far as they can be told by looking, rights, throttling, a clock of its own. */
import type { FakeRequest, FakeResponse } from '../fake-http.js';

export type Input = Readonly<Record<string, unknown>>;
/** What an operation answers, or the code and message of its error. */
export type Outcome = Readonly<Record<string, unknown>> | AwsFault;

export class AwsFault {
  readonly code: string;
  readonly message: string;
  constructor(code: string, message = '') {
    this.code = code;
    this.message = message;
  }
}

export const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'canary-secret-key' };
export const ACCOUNT = '123456789012';

export abstract class FakeAws {
  /** The operations asked for, in order. */
  readonly calls: string[] = [];
  readonly requests: FakeRequest[] = [];
  /** Access key ids that are known; the second kind has expired. */
  readonly keys = new Set([KEYS.AWS_ACCESS_KEY_ID]);
  readonly expired = new Set<string>();
  /** Whether this caller may not do this to that. */
  denies: (operation: string, id: string) => boolean = () => false;
  /** How many requests are refused before one is answered. */
  throttled = 0;
  /** How far the clock of AWS is ahead. */
  aheadMs = 0;
  /** Called once before the next operation: another client at the same moment. */
  meanwhile: (() => void) | null = null;

  answer(request: FakeRequest): FakeResponse {
    const operation = (request.headers['x-amz-target'] ?? '').replace(/^.*\./, '');
    this.calls.push(operation);
    this.requests.push(request);
    const outcome = this.#refused(request) ?? this.perform(operation, JSON.parse(request.body));
    const headers = { date: new Date(Date.now() + this.aheadMs).toUTCString() };
    if (!(outcome instanceof AwsFault)) return { status: 200, headers, body: outcome };
    const { code, message } = outcome;
    const status = /^Internal/.test(code) ? 500 : 400;
    return { status, headers, body: { __type: `com.amazonaws.fake#${code}`, message } };
  }

  /** All that it holds. */
  abstract state(): unknown;

  protected abstract perform(operation: string, input: Input): Outcome;

  protected denial(operation: string, id: string): AwsFault | null {
    if (!this.denies(operation, id)) return null;
    const user = `arn:aws:iam::${ACCOUNT}:user/tester`;
    return new AwsFault('AccessDeniedException', `User: ${user} is not authorized to perform: ${operation}`);
  }

  #refused({ headers }: FakeRequest): AwsFault | null {
    const [, id = ''] = /Credential=([^/]+)\//.exec(headers['authorization'] ?? '') ?? [];
    const signed =
      /SignedHeaders=content-type;host;x-amz-date(;x-amz-security-token)?;x-amz-target, Signature=[0-9a-f]{64}$/;
    if (!signed.test(headers['authorization'] ?? '')) return new AwsFault('IncompleteSignature');
    if (this.expired.has(id)) return new AwsFault('ExpiredTokenException', 'The security token is expired');
    if (!this.keys.has(id)) return new AwsFault('UnrecognizedClientException', 'The security token is invalid.');
    const time = (headers['x-amz-date'] ?? '').replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:');
    const age = Date.now() + this.aheadMs - Date.parse(time);
    if (Math.abs(age) > 5 * 60_000) return new AwsFault('InvalidSignatureException', 'Signature expired');
    if (this.throttled > 0) {
      this.throttled--;
      return new AwsFault('ThrottlingException', 'Rate exceeded');
    }
    this.meanwhile?.();
    this.meanwhile = null;
    return null;
  }
}
