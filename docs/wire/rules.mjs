/** What holds for every line that a program sends, whatever the case. */

const KINDS = {
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
};

/** `{ message, fault: null }`, or what is wrong. `state`: the ids asked, answered and received so far. */
export function faultOfMessage(bytes, limit, state) {
  if (bytes.length > limit) return { fault: `a line of ${bytes.length} bytes, where ${limit} are the limit` };
  if (bytes.includes(0x0d)) return { fault: 'a line with a carriage return' };
  let text;
  let message;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    message = JSON.parse(text);
  } catch {
    return { fault: `a line that is not JSON in UTF-8: ${bytes.toString('latin1').slice(0, 200)}` };
  }
  const fault = faultOf(message, state) ?? (hasTwins(text, message) ? 'an object with a name twice' : null);
  return { message, fault: fault === null ? null : `${fault}: ${text.slice(0, 300)}` };
}

function faultOf(message, state) {
  if (!isObject(message) || message.jsonrpc !== '2.0') return 'not a message of JSON-RPC 2.0';
  if ('method' in message) return 'id' in message ? faultOfRequest(message, state) : faultOfNotification(message);
  return faultOfAnswer(message, state);
}

function faultOfRequest(message, state) {
  const { id, method, params, _meta: meta } = message;
  if (!hasOnly(message, ['jsonrpc', 'id', 'method', 'params', '_meta'])) return 'a request with another member';
  if (typeof method !== 'string' || !isObject(params) || !isObject(meta))
    return 'a request without method, params or _meta';
  if (!Number.isSafeInteger(id) || id <= state.lastId) return 'an id that is not above the one before';
  state.lastId = id;
  if (!hasOnly(meta, ['deadline_unix_ms', 'parent_request_id'])) return '_meta with another member';
  if (!Number.isSafeInteger(meta.deadline_unix_ms)) return 'a request without a deadline';
  if (!state.asked.has(meta.parent_request_id)) return 'a callback of no request in flight';
  return null;
}

function faultOfNotification(message) {
  if (!hasOnly(message, ['jsonrpc', 'method', 'params'])) return 'a notification with another member';
  return typeof message.method === 'string' ? null : 'a notification without a method';
}

function faultOfAnswer(message, state) {
  const { id } = message;
  if ('result' in message === 'error' in message) return 'an answer with neither or both of result and error';
  if (!hasOnly(message, ['jsonrpc', 'id', 'result', 'error'])) return 'an answer with another member';
  if (id === null) return 'error' in message ? faultOfError(message.error) : 'a result for no id';
  if (!state.asked.delete(id)) {
    // A second request of one id is answered, too.
    if (!state.answered.has(id) || message.error?.data?.kind !== 'invalid_request') return 'an answer to no request';
  }
  state.answered.add(id);
  if ('error' in message) return faultOfError(message.error);
  return isObject(message.result) ? null : 'a result that is not an object';
}

function faultOfError(error) {
  if (!isObject(error) || !hasOnly(error, ['code', 'message', 'data']) || !isObject(error.data))
    return 'not an error of the wire';
  const { code, message, data } = error;
  if (!hasOnly(data, ['kind', 'retryable', 'retry_after_ms', 'interaction', 'code']))
    return 'error data with another member';
  if (KINDS[data.kind] !== code) return 'an error whose code and kind disagree';
  if (typeof data.retryable !== 'boolean') return 'an error that does not say whether it is retryable';
  if (typeof message !== 'string' || Buffer.byteLength(message) > 256) return 'an error without a short message';
  if ('retry_after_ms' in data && !(data.kind === 'unavailable' && data.retry_after_ms > 0))
    return 'a wait without reason';
  if ('interaction' in data && data.kind !== 'interaction_required') return 'an interaction without reason';
  return null;
}

export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(object, names) {
  return Object.keys(object).every((name) => names.includes(name));
}

/** An object with a name twice has fewer members than colons were written. */
function hasTwins(text, value) {
  const written = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(':').length - 1;
  const count = (one) =>
    typeof one !== 'object' || one === null
      ? 0
      : (Array.isArray(one) ? 0 : Object.keys(one).length) +
        Object.values(one).reduce((sum, inner) => sum + count(inner), 0);
  return written !== count(value);
}
