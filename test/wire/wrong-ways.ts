/** Ways to be wrong, one for each class of rules, and cases of the suite that must notice each. */
import type { JsonObject, JsonValue } from '#runtime/json-rpc/json-text.js';

export interface Fault {
  /** What the right program reads in place of this line. `write`: to standard output. */
  reads?(line: Buffer, write: Write): Buffer | string;
  /** What is written in place of this message of the right program. */
  writes?(message: JsonObject, line: string): JsonObject | string | undefined;
  /** A last line without an end is completed. */
  readonly completes?: true;
  /** It does not end. */
  readonly stays?: true;
  /** On standard error. */
  readonly says?: string;
}
export interface WrongWay {
  /** Names of cases, without their folder; in the folder of the side, or in `both`. */
  readonly noticedBy: readonly string[];
  readonly side?: 'resolver' | 'provider';
  make(): Fault;
}

type Message = Record<string, JsonValue | undefined>;
type Change = (message: Message) => JsonObject | string | undefined;
type Write = (text: string) => void;

/** For each line that is an object. */
const reading =
  (change: (message: Message, write: Write) => ReturnType<Change>): (() => Fault) =>
  () => ({
    reads: (line, write) => {
      const message = objectIn(String(line));
      if (message === null) return line;
      const changed = change(message, write) ?? message;
      return typeof changed === 'string' ? changed : JSON.stringify(changed);
    },
  });
const writing =
  (change: Change): (() => Fault) =>
  () => ({ writes: (message) => change({ ...message }) });
/** What is not there is not changed. */
const onError = (change: (error: Message) => JsonObject) =>
  writing((message) =>
    isObject(message['error']) ? { ...message, error: change({ ...message['error'] }) } : undefined,
  );
const onResult = (change: Change) =>
  writing((message) => {
    const result = isObject(message['result']) ? change({ ...message['result'] }) : undefined;
    return isObject(result) ? { ...message, result } : undefined;
  });

export const faults: Readonly<Record<string, WrongWay>> = {
  'keeps the last of two names': {
    noticedBy: ['name-twice', 'name-twice-by-escape', 'id-with-fraction'],
    make: reading(() => undefined),
  },
  'replaces bytes that are not UTF-8': {
    noticedBy: ['line-not-utf-8', 'line-with-surrogate-in-utf-8'],
    make: () => ({ reads: (line) => line.toString('utf8') }),
  },
  'skips empty lines': {
    noticedBy: ['line-empty'],
    make: () => ({ reads: (line) => (line.length === 0 ? 'nothing' : line) }),
  },
  'skips a byte order mark': {
    noticedBy: ['line-with-byte-order-mark'],
    make: () => ({ reads: (line) => line.toString('utf8').replace('\ufeff', '') }),
  },
  'drops long lines': {
    noticedBy: ['line-beyond-the-agreed-limit'],
    make: () => ({ reads: (line) => (line.length > 4_096 ? 'nothing' : line) }),
  },
  'completes the last line': { noticedBy: ['last-line-without-end'], make: () => ({ completes: true }) },
  'takes a carriage return for text': {
    noticedBy: ['carriage-return'],
    make: () => ({ reads: (line) => line.toString('utf8').replace(/\r$/, '\\r') }),
  },
  'accepts any depth': {
    noticedBy: ['depth-65', 'depth-100000'],
    make: () => ({ reads: (line) => line.toString('utf8').replace(/\[{60,}\]{60,}/, '[]') }),
  },
  'replaces halves of characters': {
    noticedBy: ['half-a-character'],
    make: () => ({ reads: (line) => line.toString('utf8').replaceAll(/\\u[dD][89a-fA-F]../g, '\\ufffd') }),
  },
  'accepts arrays': {
    noticedBy: ['batch'],
    make: () => ({ reads: (line) => line.toString('utf8').replace(/^\[(.+)\]$/, '$1') }),
  },
  'adds what `_meta` lacks': {
    noticedBy: ['meta-missing', 'deadline-missing', 'deadline-text'],
    make: reading(({ _meta: meta, ...message }) => ({
      ...message,
      ...('id' in message && { _meta: { deadline_unix_ms: 9e12 } }),
    })),
  },
  'drops unknown members': {
    noticedBy: ['unknown-member', 'notification-with-unknown-member'],
    make: reading(({ trace, ...message }) => message),
  },
  'drops unknown params': {
    noticedBy: ['discover-with-params', 'shutdown-with-params'],
    make: reading((message) =>
      String(message['method']).startsWith('rpc.d') || message['method'] === 'rpc.shutdown'
        ? { ...message, params: {} }
        : undefined,
    ),
  },
  'accepts ids in any order': { noticedBy: ['id-repeated', 'id-lower'], make: ownIds },
  'heeds no deadline': {
    noticedBy: ['deadline-passed', 'open-after-its-deadline'],
    make: reading((message) =>
      isObject(message['_meta']) ? { ...message, _meta: { ...message['_meta'], deadline_unix_ms: 9e12 } } : undefined,
    ),
  },
  'heeds no parent': {
    noticedBy: ['parent-of-nothing'],
    make: reading((message) =>
      'id' in message && isObject(message['_meta']) ? { ...message, _meta: { deadline_unix_ms: 9e12 } } : undefined,
    ),
  },
  'ignores answers': {
    noticedBy: ['answer-to-nothing', 'error-without-id'],
    make: reading((message) => ('method' in message ? undefined : 'nothing')),
  },
  'minds unknown notifications': {
    noticedBy: ['unknown-notification', 'cancel-of-nothing'],
    make: reading((message) => ('method' in message && !('id' in message) ? '[]' : undefined)),
  },
  'opens with any protocol': {
    noticedBy: ['open-another-protocol'],
    make: () => ({ reads: (line) => line.toString('utf8').replace('"tool.other"', '"tool.resolver"') }),
  },
  'opens with any limits': {
    noticedBy: ['open-frame-too-small', 'open-33-in-flight'],
    make: () => ({ reads: (line) => line.toString('utf8').replace(':4095,', ':4096,').replace(':33}', ':32}') }),
  },
  'ends its lines with CR LF': {
    noticedBy: ['discover-after-initialisation'],
    make: () => ({ writes: (_, line) => `${line}\r\n` }),
  },
  'prints a greeting': { noticedBy: ['shutdown'], make: once((line) => `hello\n${line}\n`) },
  'answers twice': {
    noticedBy: ['discover-after-initialisation'],
    make: () => ({ writes: (_, line) => `${line}\n${line}\n` }),
  },
  'cuts its last line': {
    noticedBy: ['shutdown'],
    make: () => ({ writes: ({ id }, line) => (id === 2 ? line.slice(0, 20) : `${line}\n`) }),
  },
  'writes a name twice': {
    noticedBy: ['discover-after-initialisation'],
    make: () => ({ writes: (_, line) => line.replace('{', '{"jsonrpc":"2.0",').concat('\n') }),
  },
  'agrees to what it offers': {
    noticedBy: ['open-lower-limits'],
    make: onResult((result) =>
      'limits' in result ? { ...result, limits: { max_frame_bytes: 1_048_576, max_in_flight: 8 } } : undefined,
    ),
  },
  'answers a breach with its id': {
    noticedBy: ['id-with-fraction', 'batch'],
    make: writing((message) => (message['id'] === null ? { ...message, id: 2 } : undefined)),
  },
  'answers every breach with parse_error': {
    noticedBy: ['number', 'name-twice'],
    make: onError((error) => ({ ...error, code: -32700, data: { kind: 'parse_error', retryable: false } })),
  },
  'answers with a code of another kind': {
    noticedBy: ['unknown-method'],
    make: onError((error) => ({ ...error, code: -32603 })),
  },
  'answers with more data': {
    noticedBy: ['unknown-method'],
    make: onError((error) => ({ ...error, data: { ...(isObject(error['data']) && error['data']), detail: 'x' } })),
  },
  'answers with long messages': {
    noticedBy: ['unknown-method'],
    make: onError((error) => ({ ...error, message: 'x'.repeat(257) })),
  },
  'knows no methods of protocols': {
    noticedBy: ['unknown-method-of-a-protocol'],
    make: () => ({
      writes: (_, line) =>
        `${line.replace('-32001', '-32601').replace('"capability_required"', '"method_not_found"')}\n`,
    }),
  },
  'does not end': {
    noticedBy: ['shutdown', 'line-not-json', 'end-of-input', 'initialisation-twice'],
    make: () => ({ stays: true }),
  },
  'describes nothing': {
    noticedBy: ['discover-describes-itself'],
    make: onResult((result) => ('openrpc' in result ? { openrpc: result['openrpc'] } : undefined)),
  },

  'says values': { side: 'resolver', noticedBy: ['get-from-a-store'], make: () => ({ says: 'canary-stored\n' }) },
  'is not silent': { side: 'resolver', noticedBy: ['reject'], make: () => ({ says: 'note: first run\n' }) },
  'heeds no cancel': {
    side: 'resolver',
    noticedBy: ['prompt-cancelled'],
    make: reading(({ method }) => (method === 'rpc.cancel' ? 'nothing' : undefined)),
  },
  'drops late answers for ever': { side: 'resolver', noticedBy: ['prompt-answered-late-twice'], make: onceEach },
  'sends callbacks without a parent': {
    side: 'resolver',
    noticedBy: ['prompt-answered'],
    make: writing((message) => ('method' in message ? { ...message, _meta: { deadline_unix_ms: 9e12 } } : undefined)),
  },
  'sends callbacks with one id': {
    side: 'resolver',
    noticedBy: ['prompt-ids-rise'],
    make: writing((message) => ('method' in message ? { ...message, id: 1 } : undefined)),
  },
  'asks who does not want to be asked': {
    side: 'resolver',
    noticedBy: ['get-missing-where-nobody-is-asked'],
    make: () => ({
      reads: (line) =>
        line
          .toString('utf8')
          .replace('"params":{"protocol"', '"params":{"client_methods":["client.prompt"],"protocol"'),
    }),
  },
  'answers a shutdown first': { side: 'resolver', noticedBy: ['prompt-shutdown-waits'], make: hasty },
  'counts repeated leases': {
    side: 'resolver',
    noticedBy: ['release'],
    make: onResult(({ released }) => (released === 1 ? { released: 2 } : undefined)),
  },
  'leaves out what is null': {
    side: 'resolver',
    noticedBy: ['get-from-a-store'],
    make: onResult(({ expires_at_unix_ms: expires, ...result }) => (expires === null ? result : undefined)),
  },
  'says why a name is not declared': {
    side: 'resolver',
    noticedBy: ['get-hidden-by-the-scope'],
    make: onResult((result) => (result['status'] === 'undeclared' ? { status: 'hidden' } : undefined)),
  },
  'resolves any representation': {
    side: 'resolver',
    noticedBy: ['get-path-of-a-value', 'get-value-of-a-path'],
    make: () => ({
      reads: (line) => line.toString('utf8').replace(/"representation":"\w+"/, '"representation":"auto"'),
    }),
  },

  'says values of its store': {
    side: 'provider',
    noticedBy: ['get-what-was-set'],
    make: () => ({ says: 'stored canary-a\n' }),
  },
  'fails for what is missing': {
    side: 'provider',
    noticedBy: ['get-missing'],
    make: () => ({
      writes: (message, line) =>
        line.includes('"missing"')
          ? {
              jsonrpc: '2.0',
              id: message['id'],
              error: { code: -32008, message: '', data: { kind: 'operation_failed', retryable: false } },
            }
          : undefined,
    }),
  },
  'gives results in another order': {
    side: 'provider',
    noticedBy: ['get-many-in-order'],
    make: onResult(({ results, ...result }) =>
      Array.isArray(results) ? { ...result, results: results.toReversed() } : undefined,
    ),
  },
  'trims values': {
    side: 'provider',
    noticedBy: ['values-of-all-characters'],
    make: onResult((result) =>
      typeof result['value'] === 'string' ? { ...result, value: result['value'].trim() } : undefined,
    ),
  },
  'stores nothing': {
    side: 'provider',
    noticedBy: ['get-what-was-set', 'delete', 'exists'],
    make: () => ({
      reads: (line) =>
        line
          .toString('utf8')
          .replace('provider.set"', 'provider.resolve_address"')
          .replace(/"value":"[^"]*"/, '"x":1'),
    }),
  },
  'deletes every time': {
    side: 'provider',
    noticedBy: ['delete'],
    make: onResult((result) => ('deleted' in result ? { deleted: true } : undefined)),
  },
  'forgets to expire': {
    side: 'provider',
    noticedBy: ['set-expiring-and-wait'],
    make: () => ({ reads: (line) => line.toString('utf8').replace(/"ttl_ms":\d+/, '"ttl_ms":99999999') }),
  },
  'accepts any address': {
    side: 'provider',
    noticedBy: ['address-with-unknown-member', 'address-too-long'],
    make: () => ({
      reads: (line) =>
        line
          .toString('utf8')
          .replace(/"address":\{.*?\}/, '"address":{"kind":"convention","project":"p","profile":"q","key":"NOWHERE"}'),
    }),
  },
};

/** Numbers the requests itself. */
function ownIds(): Fault {
  const ids: (JsonValue | undefined)[] = [];
  const isRequest = (message: JsonObject) => 'method' in message && typeof message['id'] === 'number';
  return {
    ...reading((message) => (isRequest(message) ? { ...message, id: ids.push(message['id']) } : undefined))(),
    writes: (message) =>
      typeof message['id'] === 'number' && !('method' in message)
        ? { ...message, id: ids[message['id'] - 1] }
        : undefined,
  };
}

/** Drops answers that it has seen. */
function onceEach(): Fault {
  const seen = new Set<unknown>();
  return reading((message) => {
    if ('method' in message) return undefined;
    const isAgain = seen.has(message['id']);
    seen.add(message['id']);
    return isAgain ? 'nothing' : undefined;
  })();
}

/** Answers a shutdown at once. */
function hasty(): Fault {
  return {
    ...reading((message, write) => {
      if (message['method'] === 'rpc.shutdown') write(`{"jsonrpc":"2.0","id":${message['id']},"result":{}}\n`);
      return message['method'] === 'rpc.shutdown' ? 'nothing' : undefined;
    })(),
  };
}

function once(change: (line: string) => string): () => Fault {
  return () => {
    let isDone = false;
    return {
      writes: (_, line) => {
        const changed = isDone ? undefined : change(line);
        isDone = true;
        return changed;
      },
    };
  };
}

function objectIn(text: string): Message | null {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
