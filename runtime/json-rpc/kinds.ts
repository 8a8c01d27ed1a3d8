/** The kinds of errors that an answer may carry, with their codes (semantics 15.6). */

export const KINDS = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal: -32603,
  unsupported_version: -32000,
  capability_required: -32001,
  deadline_exceeded: -32002,
  cancelled: -32003,
  unavailable: -32004,
  permission_denied: -32005,
  interaction_required: -32006,
  conflict: -32007,
  operation_failed: -32008,
  message_too_large: -32009,
  representation_mismatch: -32010,
} as const;

export type WireKind = keyof typeof KINDS;

export function isWireKind(kind: string): kind is WireKind {
  return Object.hasOwn(KINDS, kind);
}

/** Whether a code belongs to one of the kinds, which then is the only one that may come with it. */
export function isTakenCode(code: number): boolean {
  return Object.values<number>(KINDS).includes(code);
}
