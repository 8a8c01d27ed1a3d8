#!/usr/bin/env node
/** An external provider that does what the option `way` of its address says, and writes the requests that it gets to the file of `log`. */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const METHODS = ['resolve_address', 'get', 'get_many', 'exists', 'set', 'delete', 'reflect'].map(
  (name) => `provider.${name}`,
);
const CODES = {
  invalid_params: -32602,
  unavailable: -32004,
  permission_denied: -32005,
  operation_failed: -32008,
  internal: -32603,
};
const NOTES = `${JSON.stringify({ jsonrpc: '2.0', method: 'note', params: {} })}\n`.repeat(1000);
const CANARY = 'canary-of-the-provider';

let way = '';
let log = null;
let credentialAsked = null;
let asked = 0;

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const fail = (id, kind, data = {}) =>
  send({
    id,
    error: {
      code: CODES[kind],
      message: `it is ${CANARY}`,
      data: { kind, retryable: kind === 'unavailable', ...data },
    },
  });
const foundAt = ({ key, coordinates }) => {
  const name = key ?? coordinates.item;
  if (name === 'ABSENT') return { status: 'missing' };
  return { status: 'found', value: `value-of-${name}`, expires_at_unix_ms: null };
};

function initialize({ id, params }) {
  const { scheme, uri, context } = params.application;
  const query = new URL(uri).searchParams;
  way = query.get('way') ?? '';
  log = query.get('log');
  record({ method: 'rpc.initialize' });
  record({
    started: process.pid,
    folder: process.cwd(),
    environment: process.env,
    words: process.argv.slice(2),
    application: params.application,
  });
  if (way === 'dies at the start') {
    process.stderr.write(`one\ntwo\n\u001b[31mthe file ${context.project} is locked\n`);
    process.exit(3);
  }
  if (way === 'refuses the start') return fail(id, 'permission_denied');
  if (way === 'hangs at the start') {
    process.stderr.write('waiting for the vault\n');
    return;
  }
  if (way === 'floods at the start') return flood(process.stdout, NOTES);
  if (way === 'repeats a credential') {
    credentialAsked = { id, params };
    return askToken(id);
  }
  if (way === 'asks at the start') {
    credentialAsked = { id, params };
    return askToken(id);
  }
  opened({ id, params });
}

function askToken(parent) {
  send({
    id: 1,
    method: 'client.credential',
    params: { name: 'token', scope: 's', required: true },
    _meta: { deadline_unix_ms: Date.now() + 5000, parent_request_id: parent },
  });
}

function opened({ id, params }) {
  const { scheme, uri } = params.application;
  const again = log !== null && existsSync(`${log}.again`);
  if (log !== null) writeFileSync(`${log}.again`, '');
  const methods =
    way === 'has no get'
      ? METHODS.filter((name) => !name.includes('get'))
      : way === 'has no batches'
        ? METHODS.filter((name) => name !== 'provider.get_many')
        : METHODS;
  const provider = {
    name: way === 'claims keyring' ? 'keyring' : scheme,
    display_uri: way === 'claims keyring' ? 'keyring://' : `${scheme}://shown`,
    supported_coordinates: ['field'],
    generated_value_persistence: way === 'keeps nothing' ? 'ephemeral' : 'persist',
    prompted_value_persistence: 'persist',
    storage_identity: way === 'changes' && again ? 'another' : 'one',
    entry_container_identity: 'one',
    physical_store_path: null,
    ...(way === 'says more' && { more: true }),
  };
  const limits = { ...params.limits, ...(way === 'takes little' && { max_frame_bytes: 4096 }) };
  send({
    id,
    result: {
      protocol: 'tool.provider',
      version: 1,
      server: { name: 'odd', version: '1' },
      methods,
      capabilities: {},
      limits,
      application: { provider },
    },
  });
}

function get({ id, params }) {
  const result = foundAt(params.address);
  asked++;
  switch (way) {
    case 'hangs':
      return;
    case 'dies':
    case 'changes':
      process.stderr.write(`${CANARY}\n`);
      return process.exit(7);
    case 'is killed':
      return process.kill(process.pid, 'SIGSEGV');
    case 'answers twice':
      send({ id, result });
      return send({ id, result });
    case 'answers to another id':
      return send({ id: id + 10, result });
    case 'writes in pieces': {
      const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
      for (let at = 0; at < bytes.length; at += 7) process.stdout.write(bytes.subarray(at, at + 7));
      return;
    }
    case 'writes a long line':
      return flood(process.stdout, 'x'.repeat(1 << 20));
    case 'floods':
      return flood(process.stdout, NOTES);
    case 'floods errors':
      flood(process.stderr, `${CANARY}\n`.repeat(10_000), 50);
      return send({ id, result });
    case 'fails':
      return fail(id, 'operation_failed');
    case 'refuses':
      return fail(id, 'permission_denied');
    case 'is not ready':
      return asked === 1 ? fail(id, 'unavailable', { retry_after_ms: 20 }) : send({ id, result });
    case 'is soon ready':
      return fail(id, 'unavailable', { retry_after_ms: 4000 });
    case 'is never ready':
      return fail(id, 'unavailable', { retry_after_ms: 6000 });
    case 'mixes code and kind':
      return send({ id, error: { code: -32008, message: 'x', data: { kind: 'conflict', retryable: false } } });
    case 'leaves out a member':
      return send({ id, result: { status: 'found', value: CANARY } });
    case 'gives a number':
      return send({ id, result: { ...result, value: 1 } });
    case 'speaks in between':
      return process.stdout.write('Warning: deprecated\n');
    case 'leaves a child':
      spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'inherit'] });
      return send({ id, result });
    case 'leaves a child and dies':
      spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'inherit'] });
      return setTimeout(() => process.exit(7), 50);
    case 'calls back out of turn':
      send({ id, result });
      return send({
        id: 1,
        method: 'client.credential',
        params: { name: 'token', scope: 's', required: true },
        _meta: { deadline_unix_ms: Date.now() + 5000 },
      });
    default:
      return params.address.key === 'BAD' ? fail(id, 'invalid_params') : send({ id, result });
  }
}

function getMany({ id, params: { requests } }) {
  if (way === 'writes in pieces' || way === 'fails')
    return way === 'fails' ? fail(id, 'operation_failed') : getManyOk(id, requests);
  if (way !== '' && way !== 'order' && way !== 'takes little' && way !== 'asks at the start' && way !== 'doubles')
    return get({ id, params: requests[0] });
  if (requests.some(({ address }) => address.key === 'BAD')) return fail(id, 'invalid_params');
  getManyOk(id, requests);
}

function getManyOk(id, requests) {
  const results = requests.map(({ name, address }) => ({ name, ...foundAt(address) }));
  if (way === 'order') results.reverse();
  if (way === 'doubles') results[1] = results[0];
  send({ id, result: { results } });
}

function flood(stream, text, times = Number.POSITIVE_INFINITY) {
  const more = () => {
    for (let count = 0; count < times; count++) if (!stream.write(text)) return stream.once('drain', more);
  };
  more();
}

function record(entry) {
  if (log !== null) appendFileSync(log, `${JSON.stringify(entry)}\n`);
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    const { id, method, params } = message;
    if (method === undefined) {
      record({ credential: message.result ?? message.error?.data });
      if (way === 'repeats a credential') {
        // The last 64 KiB begin in the middle of it.
        process.stderr.write(`${message.result.value}${'x'.repeat(65_500)}\nthe last line\n`, () => process.exit(4));
        return;
      }
      if (message.result?.status === 'found') return opened(credentialAsked);
      process.stderr.write('no token was given\n');
      return fail(credentialAsked.id, 'permission_denied');
    }
    if (method !== 'rpc.initialize') record({ method, ...(params.requests && { requests: params.requests.length }) });
    switch (method) {
      case 'rpc.initialize':
        return initialize(message);
      case 'rpc.shutdown':
        return way === 'does not end' ? undefined : send({ id, result: {} });
      case 'provider.get':
        return get(message);
      case 'provider.get_many':
        return getMany(message);
      case 'provider.exists':
        return send({ id, result: { exists: true } });
      case 'provider.resolve_address':
        return send({ id, result: { coordinates: params.address.coordinates ?? { item: params.address.key } } });
      case 'provider.set':
        return way === 'dies' ? process.exit(7) : send({ id, result: { stored: true } });
      case 'provider.delete':
        return send({ id, result: { deleted: true } });
      case 'provider.reflect':
        return send({
          id,
          result: {
            schema_version: 1,
            declarations: { LISTED: { description: 'Listed', required: false, ref: { item: 'L', field: null } } },
          },
        });
    }
  })
  .on('close', () => way !== 'does not end' && process.exit(0));
if (process.argv.includes('never')) setInterval(() => {}, 1000);
