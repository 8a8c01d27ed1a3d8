/** What a line says: a request, a notification or an answer; or which rule of envelopes it breaks (semantics 15.6). */
import { type JsonObject, type JsonValue, readJson } from './json-text.js';
import { hasOnly, isObject, isPositive, WireError } from './wire-error.js';

export interface RequestMessage {
  readonly kind: 'request';
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
  readonly deadline: number;
  readonly parent: number | null;
}
export interface NotificationMessage {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}
export interface AnswerMessage {
  readonly kind: 'answer';
  /** Null: the other side could not read a line of ours. */
  readonly id: number | null;
  readonly outcome: JsonObject | WireError;
}
export type Message = RequestMessage | NotificationMessage | AnswerMessage;
/** What is answered, with `id: null`, before the session ends. */
export interface Breach {
  readonly kind: 'breach';
  readonly error: 'parse_error' | 'invalid_request';
}

/** Whether the member at this path is an id: also by how it is written. */
type IsId = (value: JsonValue | undefined, path: string) => value is number;

const LONGEST_METHOD = 256;
const INVALID: Breach = { kind: 'breach', error: 'invalid_request' };

export function messageIn(text: string): Message | Breach {
  const read = readJson(text);
  if (read.kind === 'not JSON') return { kind: 'breach', error: 'parse_error' };
  if (read.kind === 'breaks a rule' || !isObject(read.value)) return INVALID;
  const { value, written } = read;
  if (value['jsonrpc'] !== '2.0') return INVALID;
  const isId: IsId = (id, path): id is number => isPositive(id) && !written.has(path);
  if (!('method' in value)) return answerIn(value, isId);
  return 'id' in value ? requestIn(value, isId) : notificationIn(value, isId);
}

function requestIn(value: JsonObject, isId: IsId): Message | Breach {
  if (!hasOnly(value, ['jsonrpc', 'id', 'method', 'params', '_meta'])) return INVALID;
  const { id, method, params, _meta: meta } = value;
  if (!isId(id, 'id') || !isMethod(method) || !isObject(params) || !isObject(meta)) return INVALID;
  if (!hasOnly(meta, ['deadline_unix_ms', 'parent_request_id'])) return INVALID;
  const { deadline_unix_ms: deadline, parent_request_id: parent } = meta;
  if (!isTime(deadline)) return INVALID;
  if (parent === undefined) return { kind: 'request', id, method, params, deadline, parent: null };
  if (!isId(parent, '_meta.parent_request_id')) return INVALID;
  return { kind: 'request', id, method, params, deadline, parent };
}

/** Without params it has none: JSON-RPC allows that, and nobody can answer. */
function notificationIn(value: JsonObject, isId: IsId): Message | Breach {
  if (!hasOnly(value, ['jsonrpc', 'method', 'params'])) return INVALID;
  const { method, params = {} } = value;
  if (!isMethod(method) || !isObject(params)) return INVALID;
  if (method === 'rpc.cancel' && !(hasOnly(params, ['id']) && isId(params['id'], 'params.id'))) return INVALID;
  return { kind: 'notification', method, params };
}

function answerIn(value: JsonObject, isId: IsId): Message | Breach {
  const { id, result, error } = value;
  if (id !== null && !isId(id, 'id')) return INVALID;
  if ('error' in value) {
    const received = WireError.received(error);
    return received === null || !hasOnly(value, ['jsonrpc', 'id', 'error'])
      ? INVALID
      : { kind: 'answer', id, outcome: received };
  }
  return id === null || !isObject(result) || !hasOnly(value, ['jsonrpc', 'id', 'result'])
    ? INVALID
    : { kind: 'answer', id, outcome: result };
}

function isMethod(method: JsonValue | undefined): method is string {
  return typeof method === 'string' && method !== '' && Buffer.byteLength(method) <= LONGEST_METHOD;
}

function isTime(value: JsonValue | undefined): value is number {
  return value === 0 || isPositive(value);
}
