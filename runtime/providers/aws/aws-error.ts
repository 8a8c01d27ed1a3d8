/** Errors of AWS's JSON protocol: their codes, and which failure of a store each is (providers-cloud 3.1 (6), 4). */
import { withoutValues } from '../../values/without-values.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { busy, type Failed, failed, quoted } from '../store-failure.js';

export interface AwsError {
  readonly code: string;
  /** Null: the service gave none, or it may hold what was sent. */
  readonly message: string | null;
  /** That what is meant is being deleted has no code of its own. */
  readonly isAboutDeletion: boolean;
  /** Nor has it a code of its own for the missing right to use a key. */
  readonly isAboutKey: boolean;
}

/** Null: the API did not send this. Codes decide, never statuses: doubles and services differ in those. */
export function errorOf({ headers, body, isQuotable, tokens }: Reply): AwsError | null {
  const { __type, code, message, Message } = objectIn(body) ?? {};
  const type = headers['x-amzn-errortype'] ?? __type ?? code;
  if (typeof type !== 'string') return null;
  const said = [message, Message].find((text) => typeof text === 'string');
  const error = errorFrom(type, said, tokens);
  return isQuotable ? error : { ...error, message: null };
}

/** An error inside a response: of one entry of a batch. `tokens` are those of the request. */
export function errorIn(entry: Readonly<Record<string, unknown>>, tokens: readonly string[]): AwsError | null {
  const { ErrorCode, Message } = entry;
  return typeof ErrorCode === 'string' ? errorFrom(ErrorCode, Message, tokens) : null;
}

function errorFrom(type: string, said: unknown, tokens: readonly string[]): AwsError {
  const [code, message] = [codeIn(type), typeof said === 'string' ? withoutValues(said, tokens) : null];
  return {
    code,
    message,
    isAboutDeletion: code === 'InvalidRequestException' && /delet/i.test(message ?? ''),
    isAboutKey: /\bkms:[A-Z]|KMS is not allowed|customer master key/.test(message ?? ''),
  };
}

/** `com.amazonaws.ssm#AccessDeniedException:http://…` as `AccessDeniedException`. */
function codeIn(type: string): string {
  return type.replace(/^.*#/u, '').replace(/:.*$/u, '');
}

export function isThrottled(code: string): boolean {
  return /^(Throttl|TooManyRequests|TooManyUpdates|RequestLimitExceeded|RequestThrottled|SlowDown)/.test(code);
}

/** What the same request may not meet again. */
export function isPassing({ code }: AwsError): boolean {
  return isThrottled(code) || /^(Internal|ServiceUnavailable)/.test(code);
}

/** `right`: what to do if the right to do this is missing; `retryAfterMs`: how long the service asks to wait. */
export function failureOf(
  { code, message, isAboutKey }: AwsError,
  service: string,
  right: string,
  retryAfterMs: number | null = null,
): Failed {
  const said = message === null || message === '' ? '' : `: ${quoted(message)}`;
  const detail = `${service} answered with ${quoted(code)}${said}`;
  if (isThrottled(code)) return busy(detail, retryAfterMs);
  const [, kind = 'failed', help] = KINDS.find(([pattern]) => pattern.test(code)) ?? [];
  return failed(kind, detail, help === RIGHT ? (isAboutKey ? KEY_HELP : right) : help);
}

const RIGHT = Symbol('right');
const KEY_HELP =
  'allow `kms:Decrypt` on the key that encrypts it, and to write also `kms:GenerateDataKey` and `kms:Encrypt`';

const KINDS: readonly (readonly [RegExp, Failed['failure']['kind'], (string | typeof RIGHT)?])[] = [
  [/^(AccessDenied|NotAuthorized|Unauthorized)/, 'denied', RIGHT],
  [/^ExpiredToken/, 'denied', 'the keys for AWS have expired; sign in again'],
  [
    /^(UnrecognizedClient|InvalidClientTokenId|InvalidAccessKeyId|MissingAuthenticationToken)/,
    'denied',
    'AWS does not know these keys; check them, and the region',
  ],
  [
    /^(InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|RequestExpired|RequestTimeTooSkewed)/,
    'denied',
    'check the secret access key, and the clock of this machine',
  ],
  [/^(DecryptionFailure|EncryptionFailure|InvalidKeyId|KMS)/, 'denied', KEY_HELP],
  [/^ServiceUnavailable/, 'unreachable'],
];
