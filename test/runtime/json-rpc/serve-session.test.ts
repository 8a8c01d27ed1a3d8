import { beforeEach, describe, expect, test } from '@jest/globals';
import { WireClient } from '../../helpers/wire-session.js';

let client: WireClient;
beforeEach(() => {
  client = new WireClient();
});

/** The session ends without another line. */
async function endsWith(kind: string): Promise<void> {
  expect([await client.next(), (await client.ended).kind]).toEqual([null, kind]);
}

describe('before it is opened', () => {
  test('rpc.discover is answered, any number of times', async () => {
    client.ask('rpc.discover');
    client.ask('rpc.discover');
    expect(await client.next()).toMatchObject({ id: 1, result: { openrpc: '1.3.2' } });
    expect(await client.next()).toMatchObject({ id: 2, result: { 'x-tool': { protocol: 'tool.resolver' } } });
    expect(await client.open()).toMatchObject({ id: 3, result: { protocol: 'tool.resolver' } });
  });

  test.each(['resolver.echo', 'rpc.shutdown', 'other'])('%s is out of order', async (method) => {
    client.ask(method);
    expect(await client.told()).toEqual([1, 'invalid_request']);
    await endsWith('fault');
  });

  test('notifications are ignored', async () => {
    client.send({ method: 'rpc.cancel', params: { id: 5 } });
    client.send({ method: 'other', params: {} });
    expect(await client.open()).toMatchObject({ id: 1, result: {} });
  });
});

describe('opening', () => {
  test('agrees on the highest common version and the lower limits', async () => {
    const answer = await client.open('plain', { max_frame_bytes: 5_000 }, { versions: [1, 2, 3, 9] });
    expect(answer).toMatchObject({
      result: {
        version: 3,
        limits: { max_frame_bytes: 5_000, max_in_flight: 4 },
        capabilities: {},
        application: { was: 'plain' },
      },
    });
    expect(answer).toHaveProperty('result.methods', expect.not.arrayContaining(['resolver.hidden']));
  });

  test.each([
    ['another protocol', { protocol: 'tool.provider' }, 'unsupported_version'],
    ['no common version', { versions: [2] }, 'unsupported_version'],
    ['no versions', { versions: [] }, 'invalid_params'],
    ['too small a frame', { limits: { max_frame_bytes: 4_095, max_in_flight: 1 } }, 'invalid_params'],
    ['too many in flight', { limits: { max_frame_bytes: 4_096, max_in_flight: 33 } }, 'invalid_params'],
    ['an unknown member', { trace: true }, 'invalid_params'],
    ['other application data', { application: { how: 1 } }, 'invalid_params'],
    ['what the service refuses', { application: { how: 'refused' } }, 'operation_failed'],
  ])('fails with %s, which ends the session', async (_, parts, kind) => {
    expect(await client.open('plain', {}, parts)).toMatchObject({ id: 1, error: { data: { kind } } });
    await endsWith('fault');
  });

  test('a second time is out of order', async () => {
    await client.open();
    client.ask('rpc.initialize');
    expect(await client.told()).toEqual([2, 'invalid_request']);
    await endsWith('fault');
  });

  test('may ask the client before it is answered', async () => {
    client.ask('rpc.initialize', {
      protocol: 'tool.resolver',
      versions: [1],
      client: { name: 'c', version: '1' },
      limits: { max_frame_bytes: 4_096, max_in_flight: 1 },
      application: { how: 'asks' },
    });
    expect(await client.next()).toMatchObject({ id: 1, method: 'client.question', _meta: { parent_request_id: 1 } });
    client.send({ id: 1, result: { answer: 'yes' } });
    expect(await client.next()).toMatchObject({ id: 1, result: { application: { was: '{"answer":"yes"}' } } });
  });

  test('holds requests that do not wait for its answer', async () => {
    void client.open();
    client.ask('resolver.echo', { text: 'a' });
    client.ask('resolver.wait');
    client.send({ method: 'rpc.cancel', params: { id: 3 } });
    expect(new Set([await client.told(), await client.told()])).toEqual(
      new Set([
        [2, { text: 'a' }],
        [3, 'cancelled'],
      ]),
    );
  });

  test('that is cancelled or late has failed', async () => {
    const answer = client.open('slow');
    client.send({ method: 'rpc.cancel', params: { id: 1 } });
    expect(await answer).toMatchObject({ error: { data: { kind: 'cancelled' } } });
    expect((await client.ended).kind).toBe('fault');
  });
});

describe('requests', () => {
  beforeEach(async () => {
    await client.open();
  });

  test.each<[string, string, object, unknown]>([
    ['are answered', 'resolver.echo', { text: 'é😀\u2028' }, { text: 'é😀\u2028' }],
    ['have the params of their method', 'resolver.echo', { text: 'a', more: 1 }, 'invalid_params'],
    ['need all of them', 'resolver.echo', {}, 'invalid_params'],
    ['of a protocol need the method', 'resolver.hidden', {}, 'capability_required'],
    ['of the other protocol are of a protocol', 'provider.get', {}, 'capability_required'],
    ['of no protocol are unknown', 'client.question', {}, 'method_not_found'],
    ['of the session are unknown beyond its own', 'rpc.other', {}, 'method_not_found'],
    ['fail with the kind of the handler', 'resolver.fail', { kind: 'unavailable' }, 'unavailable'],
    ['fail with none of it if it has none', 'resolver.fail', { kind: 'x' }, 'internal'],
    ['with an answer beyond the limit fail', 'resolver.large', { bytes: 1_048_576 }, 'message_too_large'],
    ['discover what is advertised', 'rpc.discover', { x: 1 }, 'invalid_params'],
  ])('%s', async (_, method, params, outcome) => {
    client.ask(method, { ...params });
    expect(await client.told()).toEqual([2, outcome]);
    client.ask('resolver.echo', { text: 'still there' });
    expect(await client.told()).toEqual([3, { text: 'still there' }]);
  });

  test('an answer of exactly the limit fits', async () => {
    const around = JSON.stringify({ jsonrpc: '2.0', id: 2, result: { text: '' } }).length;
    client.ask('resolver.large', { bytes: 1_048_576 - around });
    client.ask('resolver.large', { bytes: 1_048_576 - around + 1 });
    expect(await client.next()).toHaveProperty('result.text');
    expect(await client.told()).toEqual([3, 'message_too_large']);
  });

  test('of an answer that fails nothing but the kind is shown', async () => {
    client.ask('resolver.fail', { kind: 'x' });
    client.ask('resolver.fail', { kind: 'unavailable' });
    expect(await client.next()).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32603, message: 'internal', data: { kind: 'internal', retryable: false } },
    });
    expect(await client.next()).toHaveProperty('error.data', { kind: 'unavailable', retryable: true, code: 'E1102' });
  });

  test.each([1, 2])('an id that is not above the last one ends the session (%d)', async (id) => {
    client.ask('resolver.echo', { text: 'a' });
    await client.next();
    client.ask('resolver.echo', { text: 'a' }, {}, { id });
    expect(await client.told()).toEqual([id, 'invalid_request']);
    await endsWith('fault');
  });

  test('ids may leave gaps', async () => {
    client.ask('resolver.echo', { text: 'a' }, {}, { id: 2 ** 53 - 1 });
    expect(await client.told()).toEqual([2 ** 53 - 1, { text: 'a' }]);
  });

  test('are answered at their deadline, or at once after it', async () => {
    client.ask('resolver.wait', {}, { deadline_unix_ms: Date.now() + 30 });
    expect(await client.told()).toEqual([2, 'deadline_exceeded']);
    client.ask('resolver.echo', { text: 'a' }, { deadline_unix_ms: 1 });
    expect(await client.told()).toEqual([3, 'deadline_exceeded']);
  });

  test('are answered so at their deadline also if their callbacks, which have the same, fail first', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const id = client.ask('resolver.demand', {}, { deadline_unix_ms: Date.now() + 25 });
      const first = await client.next();
      // On a busy machine the deadline passes before the callback is sent.
      const answer = first !== null && 'method' in first ? await client.next() : first;
      expect(answer).toMatchObject({ id, error: { data: { kind: 'deadline_exceeded' } } });
    }
  });

  test('are answered when they are cancelled; their place is free when the work has ended', async () => {
    const ids = [1, 2, 3, 4].map(() => client.ask('resolver.stubborn'));
    client.ask('resolver.echo', { text: 'a' });
    expect(await client.told()).toEqual([6, 'unavailable']);
    for (const id of ids) client.send({ method: 'rpc.cancel', params: { id } });
    for (const id of ids) expect(await client.told()).toEqual([id, 'cancelled']);
    client.ask('resolver.echo', { text: 'a' });
    expect(await client.told()).toEqual([7, 'unavailable']);
    client.service.release();
    await new Promise(setImmediate);
    client.ask('resolver.echo', { text: 'a' });
    expect(await client.told()).toEqual([8, { text: 'a' }]);
  });

  test('a cancel of what is over, and of nothing, is ignored', async () => {
    client.ask('resolver.echo', { text: 'a' });
    await client.next();
    for (const id of [2, 77]) client.send({ method: 'rpc.cancel', params: { id } });
    client.ask('resolver.echo', { text: 'b' });
    expect(await client.told()).toEqual([3, { text: 'b' }]);
  });
});

describe('callbacks', () => {
  beforeEach(async () => {
    await client.open();
    client.ask('resolver.ask');
  });

  test('count from 1, and name the request that they belong to', async () => {
    expect(await client.next()).toMatchObject({ id: 1, method: 'client.question', _meta: { parent_request_id: 2 } });
    client.send({ id: 1, result: { answer: 'x' } });
    expect(await client.told()).toEqual([2, { answer: 'x' }]);
  });

  test('fail the request with what the client answers', async () => {
    await client.next();
    const error = { code: -32006, message: 'no', data: { kind: 'interaction_required', retryable: false } };
    client.send({ id: 1, error });
    expect(await client.told()).toEqual([2, 'interaction_required']);
  });

  test('of a request that is over may be answered late, once', async () => {
    await client.next();
    client.send({ method: 'rpc.cancel', params: { id: 2 } });
    expect(await client.told()).toEqual([2, 'cancelled']);
    client.send({ id: 1, result: { answer: 'late' } });
    client.ask('resolver.echo', { text: 'a' });
    expect(await client.told()).toEqual([3, { text: 'a' }]);
    client.send({ id: 1, result: { answer: 'again' } });
    await endsWith('fault');
  });

  test.each([1, 2])('answered twice, or never asked, end the session (%d)', async (id) => {
    await client.next();
    client.send({ id, result: { answer: 'x' } });
    if (id === 1) {
      await client.next();
      client.send({ id, result: { answer: 'x' } });
    }
    await endsWith('fault');
  });

  test('of the client need a request in flight', async () => {
    await client.next();
    client.ask('resolver.echo', { text: 'a' }, { parent_request_id: 1 });
    expect(await client.told()).toEqual([3, { text: 'a' }]);
    client.ask('resolver.echo', { text: 'a' }, { parent_request_id: 2 });
    expect(await client.told()).toEqual([4, 'invalid_request']);
    await endsWith('fault');
  });
});

describe('lines', () => {
  beforeEach(async () => {
    await client.open('plain', { max_frame_bytes: 4_096 });
  });

  test.each([
    ['{"jsonrpc":"2.0",}\n', 'parse_error'],
    ['\ufeff{}\n', 'parse_error'],
    ['\r\n', 'parse_error'],
    ['{"a":1,"a":1}\n', 'invalid_request'],
    ['[]\n', 'invalid_request'],
  ])('%j is answered with `id: null`', async (line, kind) => {
    client.raw(line);
    expect(await client.told()).toEqual([null, kind]);
    await endsWith('fault');
  });

  test.each([
    ['an empty one', '\n'],
    ['one beyond the limit agreed on', 'x'.repeat(4_097)],
    ['one that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d, 0x0a])],
  ])('%s ends the session without an answer', async (_, line) => {
    client.raw(line);
    await endsWith('fault');
  });

  test('an error about a line of ours ends the session', async () => {
    client.send({ id: null, error: { code: -32700, message: '', data: { kind: 'parse_error', retryable: false } } });
    await endsWith('fault');
  });

  test('a carriage return before the end is white space', async () => {
    const request = {
      jsonrpc: '2.0',
      id: 2,
      method: 'resolver.echo',
      params: { text: 'a' },
      _meta: { deadline_unix_ms: Date.now() + 9_999 },
    };
    client.raw(`${JSON.stringify(request)}\r\n`);
    expect(await client.told()).toEqual([2, { text: 'a' }]);
  });

  test('pieces of 7 bytes are lines', async () => {
    const text = 'é'.repeat(500);
    const request = {
      jsonrpc: '2.0',
      id: 2,
      method: 'resolver.echo',
      params: { text },
      _meta: { deadline_unix_ms: Date.now() + 9_999 },
    };
    const bytes = Buffer.from(`${JSON.stringify(request)}\n`);
    for (let at = 0; at < bytes.length; at += 7) client.raw(bytes.subarray(at, at + 7));
    expect(await client.told()).toEqual([2, { text }]);
  });

  test('the end while the session is being opened lets the opening, and the requests after it, end', async () => {
    client = new WireClient();
    const opened = client.open('late');
    client.ask('resolver.echo', { text: 'a' });
    client.input.end();
    expect([await opened, await client.told()]).toEqual([
      expect.objectContaining({ id: 1, result: expect.anything() }),
      [2, { text: 'a' }],
    ]);
    await endsWith('end of input');
  });

  test('the end between two lines lets accepted requests end; in a line it is a fault', async () => {
    client.ask('resolver.echo', { text: 'a' });
    client.input.end();
    expect(await client.told()).toEqual([2, { text: 'a' }]);
    await endsWith('end of input');
    client = new WireClient();
    await client.open();
    client.raw('{');
    client.input.end();
    await endsWith('fault');
  });
});

describe('shutdown', () => {
  beforeEach(async () => {
    await client.open();
  });

  test('waits for what was accepted, accepts nothing more, and is the last answer', async () => {
    client.ask('resolver.stubborn');
    client.ask('rpc.shutdown');
    client.ask('resolver.echo', { text: 'a' });
    client.ask('rpc.shutdown');
    expect([await client.told(), await client.told()]).toEqual([
      [4, 'unavailable'],
      [5, 'unavailable'],
    ]);
    client.service.release();
    expect([await client.told(), await client.told()]).toEqual([
      [2, {}],
      [3, {}],
    ]);
    await endsWith('shutdown');
  });

  test('gives up at its deadline what is still under way', async () => {
    client.ask('resolver.wait');
    client.ask('resolver.stubborn');
    client.ask('rpc.shutdown', {}, { deadline_unix_ms: Date.now() + 30 });
    expect([await client.told(), await client.told(), await client.told()]).toEqual([
      [2, 'cancelled'],
      [3, 'cancelled'],
      [4, {}],
    ]);
    await endsWith('shutdown');
  });

  test('with params is refused, and the session goes on', async () => {
    client.ask('rpc.shutdown', { now: true });
    expect(await client.told()).toEqual([2, 'invalid_params']);
    client.ask('rpc.shutdown');
    expect(await client.told()).toEqual([3, {}]);
    await endsWith('shutdown');
  });
});

test('a client that does not read is not read from', async () => {
  await client.open('plain', {}, {});
  client.output.removeAllListeners('data').pause();
  const text = 'x'.repeat(100_000);
  for (let turn = 0; turn < 50; turn++) {
    client.ask('resolver.echo', { text });
    await new Promise(setImmediate);
  }
  // What was not read waits with the client, and does not grow the answers.
  expect(client.output.readableLength + client.output.writableLength).toBeLessThan(1_000_000);
  expect(client.input.readableLength + client.input.writableLength).toBeGreaterThan(3_000_000);
  client.output.resume();
});
