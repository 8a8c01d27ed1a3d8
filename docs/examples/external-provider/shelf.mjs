#!/usr/bin/env node
// An external provider in one file: `shelf:///home/me/shelf.json` keeps values in a JSON file that only its user can read.
// With `?locked=yes` the file has a password, which `tool` provides as the credential `password`.
import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

const PROTOCOL = 'tool.provider';
const SERVER = { name: 'shelf-node', version: '1.0.0' };
const LARGEST_LINE = 1_048_576;
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
};

/** Whatever is answered instead of a result. Its message is the kind in words: never a path, an address or a value. */
class Refusal extends Error {
  constructor(kind) {
    super(kind.replaceAll('_', ' '));
    this.kind = kind;
  }
  toJSON() {
    return {
      code: KINDS[this.kind],
      message: this.message,
      data: { kind: this.kind, retryable: this.kind === 'unavailable' },
    };
  }
}
const refuse = (kind) => {
  throw new Refusal(kind);
};

// ---- The store -----------------------------------------------------------------------------------------------------

/** `{ "password": …, "entries": { "ITEM": { "FIELD": { "value", "revision", "expires" } } } }`; the field `""` is the entry itself. */
let path = '';

function readShelf() {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return { entries: {} };
    return refuse(error.code === 'EACCES' ? 'permission_denied' : 'operation_failed');
  }
}

/** The file is replaced as a whole: whoever reads it sees all of it as it was, or as it is. */
function writeShelf(shelf) {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    writeSync(file, `${JSON.stringify(shelf, null, 2)}\n`);
    fsyncSync(file);
    closeSync(file);
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    refuse(error.code === 'EACCES' || error.code === 'EROFS' ? 'permission_denied' : 'operation_failed');
  }
}

const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);
const hashed = (password, salt) => scryptSync(password, salt, 32);

async function unlock() {
  const { status, value } = await callback('client.credential', { name: 'password', scope: path, required: true });
  if (status !== 'found') refuse('interaction_required');
  const shelf = readShelf();
  if (shelf.password === undefined) {
    const salt = randomBytes(16).toString('hex');
    return writeShelf({ password: { salt, hash: hashed(value, salt).toString('hex') }, ...shelf });
  }
  const { salt, hash } = shelf.password;
  if (!timingSafeEqual(hashed(value, salt), Buffer.from(hash, 'hex'))) refuse('permission_denied');
}

// ---- What is asked of it -------------------------------------------------------------------------------------------

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value, most = Infinity) => typeof value === 'string' && Buffer.byteLength(value) <= most;
const isName = (value) => isText(value, 4096);
const check = (isFine, kind = 'invalid_params') => isFine || refuse(kind);

/** An object with these members, and these others at most. */
function members(object, needed, possible = []) {
  check(isObject(object) && needed.every((name) => Object.hasOwn(object, name)));
  check(Object.keys(object).every((name) => needed.includes(name) || possible.includes(name)));
  return object;
}

function placeOf(address) {
  check(isObject(address));
  if (address.kind === 'convention') {
    const { project, profile, key } = members(address, ['kind', 'project', 'profile', 'key']);
    check(isName(project) && isName(profile) && isName(key) && key !== '');
    return { item: `${project}/${profile}/${key}`, field: '' };
  }
  check(address.kind === 'native');
  const { coordinates } = members(address, ['kind', 'coordinates']);
  const { item, field = null, ...others } = members(coordinates, ['item'], ['field', 'vault', 'section', 'version']);
  check(isName(item) && item !== '' && (field === null || isName(field)));
  check(Object.values(others).every((other) => other === null));
  return { item, field: field ?? '' };
}

function read({ item, field }, shelf = readShelf()) {
  const entry = own(own(shelf.entries, item) ?? {}, field);
  if (entry === undefined || (entry.expires !== null && entry.expires <= Date.now())) return { status: 'missing' };
  return { status: 'found', value: entry.value, expires_at_unix_ms: entry.expires, revision: entry.revision };
}

function write({ item, field }, value, expires) {
  check(isText(value));
  const shelf = readShelf();
  const revision = createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 16);
  const fields = { ...own(shelf.entries, item), [field]: { value, revision, expires } };
  writeShelf({ ...shelf, entries: { ...shelf.entries, [item]: fields } });
  return { stored: true };
}

function removeWhere(isRemoved) {
  const shelf = readShelf();
  let count = 0;
  const kept = Object.entries(shelf.entries).map(([item, fields]) => {
    const left = Object.entries(fields).filter(([field]) => !isRemoved(item, field));
    count += Object.keys(fields).length - left.length;
    return [item, Object.fromEntries(left)];
  });
  const entries = Object.fromEntries(kept.filter(([, fields]) => Object.keys(fields).length > 0));
  if (count > 0) writeShelf({ ...shelf, entries });
  return count;
}

const addressed = (work) => (params) => work(placeOf(members(params, ['address']).address));

const METHODS = {
  'provider.resolve_address': addressed(({ item, field }) => ({
    coordinates: { item, ...(field !== '' && { field }) },
  })),
  'provider.get': addressed((place) => read(place)),
  'provider.get_many': (params) => {
    const { requests } = members(params, ['requests']);
    check(Array.isArray(requests) && requests.length <= 1024);
    for (const request of requests) check(isName(members(request, ['name', 'address']).name) && request.name !== '');
    check(new Set(requests.map(({ name }) => name)).size === requests.length);
    const shelf = readShelf();
    return { results: requests.map(({ name, address }) => ({ name, ...read(placeOf(address), shelf) })) };
  },
  'provider.exists': addressed((place) => ({ exists: read(place).status === 'found' })),
  'provider.set': (params) => {
    const { address, value } = members(params, ['address', 'value']);
    return write(placeOf(address), value, null);
  },
  'provider.set_expiring': (params) => {
    const { address, value, ttl_ms: ttl } = members(params, ['address', 'value', 'ttl_ms']);
    check(Number.isSafeInteger(ttl) && ttl > 0);
    return write(placeOf(address), value, Date.now() + ttl);
  },
  'provider.delete': addressed((place) => ({
    deleted: removeWhere((item, field) => item === place.item && field === place.field) > 0,
  })),
  'provider.clear': (params) => {
    const { scope } = members(params, ['scope']);
    check(isObject(scope));
    if (scope.kind === 'all') return members(scope, ['kind']) && { cleared: removeWhere(() => true) };
    check(scope.kind === 'convention');
    const { project, profile } = members(scope, ['kind', 'project', 'profile']);
    check(isName(project) && isName(profile));
    return { cleared: removeWhere((item, field) => field === '' && item.startsWith(`${project}/${profile}/`)) };
  },
  'provider.check_writable': addressed(() => ({})),
  'provider.check_deletable': addressed(() => ({})),
  'provider.describe_write_target': addressed(({ item, field }) => ({
    description: `${item}${field === '' ? '' : `, field ${field}`} on the shelf`,
  })),
  'provider.reflect': (params) => {
    const { project, profile } = members(params, ['project', 'profile']);
    check(isName(project) && isName(profile));
    const beginning = `${project}/${profile}/`;
    const items = Object.keys(readShelf().entries).filter((item) => item.startsWith(beginning));
    const declared = (item) => ({ description: 'From the shelf', required: true, ref: { item } });
    return {
      schema_version: 1,
      declarations: Object.fromEntries(items.map((item) => [item.slice(beginning.length), declared(item)])),
    };
  },
};

// ---- The session ---------------------------------------------------------------------------------------------------

let state = 'new';
let limit = LARGEST_LINE;
let lastId = 0;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const end = () => process.stdout.write('', () => process.exit(0));

const callbacks = new Map();
let current = null;
/** Asks `tool` something, within the request that is under way. */
function callback(method, params) {
  const id = callbacks.size + 1;
  send({
    id,
    method,
    params,
    _meta: { deadline_unix_ms: current._meta.deadline_unix_ms, parent_request_id: current.id },
  });
  return new Promise((resolve, reject) => callbacks.set(id, { resolve, reject }));
}

async function initialize(params) {
  members(params, ['protocol', 'versions', 'client', 'limits', 'application'], ['client_methods']);
  const { protocol, versions, client, limits, client_methods: methods = [], application } = params;
  check(
    isText(protocol) &&
      Array.isArray(versions) &&
      versions.length > 0 &&
      versions.every((one) => Number.isSafeInteger(one) && one > 0),
  );
  members(client, ['name', 'version']);
  check(
    isText(client.name) && isText(client.version) && Array.isArray(methods) && methods.every((one) => isText(one, 256)),
  );
  const { max_frame_bytes: frame, max_in_flight: most } = members(limits, ['max_frame_bytes', 'max_in_flight']);
  check(
    Number.isSafeInteger(frame) &&
      frame >= 4096 &&
      frame <= LARGEST_LINE &&
      Number.isSafeInteger(most) &&
      most >= 1 &&
      most <= 32,
  );
  check(protocol === PROTOCOL && versions.includes(1), 'unsupported_version');
  const { scheme, uri, context } = members(application, ['scheme', 'uri', 'context']);
  check(isText(scheme, 256) && /^[a-z][a-z0-9-]*$/u.test(scheme) && isText(uri, 32768) && uri.startsWith(`${scheme}:`));
  members(context, ['project', 'profile', 'base_dir', 'reason'], ['requested_authorization_duration_ms']);
  const { project, profile, base_dir: base, reason } = context;
  check([project, profile, reason].every((one) => one === null || isText(one, 4096)));
  check(base === null || (isText(base, 32768) && isAbsolute(base)));
  const [location, query = ''] = uri
    .slice(scheme.length + 1)
    .replace(/^\/\//u, '')
    .split('?', 2);
  const file = decodeURIComponent(location);
  check(file !== '' && (isAbsolute(file) || base !== null));
  path = isAbsolute(file) ? file : join(base, file);
  if (new URLSearchParams(query).get('locked') === 'yes') {
    check(methods.includes('client.credential'), 'interaction_required');
    await unlock();
  }
  const provider = {
    name: scheme,
    display_uri: `${scheme}://${path}`,
    supported_coordinates: ['field'],
    generated_value_persistence: 'persist',
    prompted_value_persistence: 'persist',
    storage_identity: path,
    entry_container_identity: path,
    physical_store_path: path,
  };
  return {
    protocol,
    version: 1,
    server: SERVER,
    methods: Object.keys(METHODS),
    capabilities: {},
    limits: { max_frame_bytes: frame, max_in_flight: Math.min(most, 16) },
    application: { provider },
  };
}

function discover() {
  const methods = Object.keys(METHODS);
  const described = ['rpc.discover', 'rpc.initialize', 'rpc.shutdown', ...methods].map((name) => ({
    name,
    params: [],
    result: { name: 'result', schema: { type: 'object' } },
  }));
  return {
    openrpc: '1.3.2',
    info: { title: PROTOCOL, version: SERVER.version },
    methods: described,
    'x-tool': { protocol: PROTOCOL, versions: [1], server: SERVER, methods, absolute_max_frame_bytes: LARGEST_LINE },
  };
}

/** The answer to a request; `rpc.shutdown` and a failed initialisation are the last ones. */
async function answer({ id, method, params, _meta }) {
  const isOpening = method === 'rpc.initialize';
  if (state === 'new' ? !isOpening && method !== 'rpc.discover' : isOpening)
    return last({ id, error: new Refusal('invalid_request') });
  try {
    check(_meta.deadline_unix_ms > Date.now(), 'deadline_exceeded');
    const result = await run(method, params);
    const line = JSON.stringify({ jsonrpc: '2.0', id, result });
    check(Buffer.byteLength(line) <= limit, 'message_too_large');
    if (isOpening) [state, limit] = ['open', result.limits.max_frame_bytes];
    if (method === 'rpc.shutdown') return last({ id, result });
    send({ id, result });
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('internal');
    if (isOpening) return last({ id, error: refusal });
    send({ id, error: refusal });
  }
}

function run(method, params) {
  if (method === 'rpc.initialize') return initialize(params);
  if (method === 'rpc.discover') return members(params, []) && discover();
  if (method === 'rpc.shutdown') return members(params, []);
  if (Object.hasOwn(METHODS, method)) return METHODS[method](params);
  return refuse(/^(?:provider|resolver)\./u.test(method) ? 'capability_required' : 'method_not_found');
}

function last(message) {
  send(message);
  state = 'ended';
  end();
}

// ---- The lines -----------------------------------------------------------------------------------------------------

/** JSON by its own tokens: `JSON.parse` keeps the last of two members with one name, and accepts halves of characters. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;

/** False: it breaks a rule. `ids`: the numbers that are ids, as they are written. */
function isStrict(text, ids) {
  const open = [];
  let name = null;
  for (const [token] of text.matchAll(TOKEN)) {
    const inside = open.at(-1);
    if (token === '{' || token === '[') {
      if (open.push({ names: token === '{' ? new Set() : null, isName: token === '{', path: name }) > 64) return false;
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') inside.isName = inside.names !== null;
    else if (token === ':') inside.isName = false;
    else if (token.startsWith('"')) {
      const value = JSON.parse(token);
      if (!value.isWellFormed()) return false;
      if (!inside?.isName) continue;
      if (inside.names.has(value)) return false;
      name = value;
      inside.names.add(name);
    } else if ((open.length === 1 && name === 'id') || (open.length === 2 && name === 'parent_request_id'))
      ids.push(token);
  }
  return true;
}

const isId = (id) => Number.isSafeInteger(id) && id > 0;

function received(bytes) {
  if (state === 'ended') return;
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return process.exit(1);
  }
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return last({ id: null, error: new Refusal('parse_error') });
  }
  const ids = [];
  const isSound = isStrict(text, ids) && ids.every((id) => /^\d+$|^null$/u.test(id)) && isEnvelope(message);
  if (!isSound) return last({ id: null, error: new Refusal('invalid_request') });
  if (!('method' in message)) return answered(message);
  if (!('id' in message)) return;
  if (message.id <= lastId) return last({ id: message.id, error: new Refusal('invalid_request') });
  lastId = message.id;
  queue.push(message);
  void work();
}

function isEnvelope(message) {
  if (!isObject(message) || message.jsonrpc !== '2.0') return false;
  const has = (...names) => Object.keys(message).every((name) => names.includes(name));
  if (!('method' in message))
    return has('jsonrpc', 'id', 'result', 'error') && 'result' in message !== 'error' in message;
  if (!isText(message.method, 256) || message.method === '') return false;
  if (!('id' in message))
    return has('jsonrpc', 'method', 'params') && (message.params === undefined || isObject(message.params));
  const { id, params, _meta: meta } = message;
  if (!has('jsonrpc', 'id', 'method', 'params', '_meta') || !isId(id) || !isObject(params) || !isObject(meta))
    return false;
  return Number.isSafeInteger(meta.deadline_unix_ms) && meta.deadline_unix_ms >= 0 && Object.keys(meta).length === 1;
}

function answered({ id, result, error }) {
  const waiting = callbacks.get(id);
  if (waiting === undefined) return process.exit(1);
  if (error === undefined) waiting.resolve(result);
  else waiting.reject(new Refusal('interaction_required'));
}

const queue = [];
let isWorking = false;
async function work() {
  if (isWorking) return;
  isWorking = true;
  while (queue.length > 0 && state !== 'ended') {
    current = queue.shift();
    await answer(current);
  }
  isWorking = false;
  if (hasEnded) end();
}

let held = Buffer.alloc(0);
let hasEnded = false;
process.stdin.on('data', (chunk) => {
  held = Buffer.concat([held, chunk]);
  for (let at = held.indexOf(10); at >= 0 && state !== 'ended'; at = held.indexOf(10)) {
    if (at === 0 || at > limit) process.exit(1);
    received(held.subarray(0, at));
    held = held.subarray(at + 1);
  }
  if (held.length > limit) process.exit(1);
});
process.stdin.on('end', () => {
  if (held.length > 0) process.exit(1);
  hasEnded = true;
  if (!isWorking) end();
});
