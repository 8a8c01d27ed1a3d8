/**
 * The errors of external providers as failures of a store, in our words for their kinds: what a provider says itself may hold a value,
 * and is never shown (semantics 16).
 */
import type { WireErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { WireError } from '../../json-rpc/wire-error.js';
import type { StoreFailure } from '../provider.js';

/** What was asked, as messages name it: `provider.get`. */
export function wireFailure(error: WireError, method: string): StoreFailure {
  const known = isKnown(error.kind) ? error.kind : null;
  const name = known === null ? UNKNOWN : `\`${known}\``;
  const { kind, detail, help } = known === null ? FAILED : WORDS[known];
  const when = error.retryAfterMs === null ? help : `try again${seconds(error.retryAfterMs)}`;
  return {
    kind,
    detail:
      (known && UNANSWERED[known]?.(method)) ?? `the external provider answered \`${method}\` with ${name}: ${detail}`,
    errorKind: known ?? 'operation_failed',
    ...(when !== undefined && { help: when }),
  };
}

/** A kind of a newer protocol is a failure, too; its name is text of the provider. */
const UNKNOWN = 'an error of an unknown kind';

function isKnown(kind: string): kind is WireErrorKind {
  return Object.hasOwn(WORDS, kind);
}

function seconds(milliseconds: number): string {
  const whole = Math.ceil(milliseconds / 1000);
  return whole === 1 ? ' in 1 second' : ` in ${whole} seconds`;
}

/** What our side finds as well, without an answer. */
const UNANSWERED: Readonly<Partial<Record<WireErrorKind, (method: string) => string>>> = {
  deadline_exceeded: (method) => `the external provider did not answer \`${method}\` in time`,
  message_too_large: (method) => `a value or an address is too large for one message of \`${method}\``,
};

type Words = Pick<StoreFailure, 'kind' | 'detail' | 'help'>;

const FAILED: Words = { kind: 'failed', detail: 'the operation failed' };

const WORDS: Readonly<Record<WireErrorKind, Words>> = {
  invalid_params: { kind: 'unsupported', detail: 'it has no entry with this address' },
  permission_denied: { kind: 'denied', detail: 'access is denied' },
  interaction_required: {
    kind: 'locked',
    detail: 'a person has to unlock it or to agree',
    help: 'unlock or authorize it as the documentation of the provider says, then try again',
  },
  unavailable: { kind: 'unreachable', detail: 'it cannot be reached now' },
  conflict: { kind: 'conflict', detail: 'the entry was changed, or cannot be changed' },
  operation_failed: FAILED,
  deadline_exceeded: { kind: 'timeout', detail: 'it took too long' },
  cancelled: { kind: 'failed', detail: 'it gave the operation up' },
  message_too_large: { kind: 'unsupported', detail: 'the value or its address is too large for one message' },
  capability_required: { kind: 'unsupported', detail: 'it does not offer this' },
  method_not_found: { kind: 'unsupported', detail: 'it does not know this' },
  unsupported_version: {
    kind: 'unsupported',
    detail: 'it speaks no version of the protocol that this version of `tool` knows',
    help: 'install a version of the provider, or of `tool`, that fits the other',
  },
  representation_mismatch: FAILED,
  internal: FAILED,
  invalid_request: FAILED,
  parse_error: FAILED,
};
