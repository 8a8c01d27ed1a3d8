import { expect, test } from '@jest/globals';
import { connect } from '#runtime/http/connect.js';
import { TOOL_NAME, TOOL_VERSION } from '#runtime/version.js';
import { AT_ONCE, answer, clientOf, GET, inTurn, NEVER, ONCE, opened, pauses, text, why } from './clients.js';
import { type Handler, servePlain, serveTcp } from './local-server.js';

const reset: Handler = (request) => request.socket.resetAndDestroy();
const truncated: Handler = (_, response) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('only this', () => response.destroy());
};

test('a request comes with its method, path, headers, program and body; the answer with its status and bytes', async () => {
  const server = await servePlain((request, response) => {
    request.setEncoding('utf8').once('data', (body) => {
      response.statusCode = 201;
      response.end(
        `${request.method} ${request.url} ${request.headers['x-one']} ${request.headers['user-agent']} ${body}`,
      );
    });
  });
  const request = { ...GET, method: 'PUT', path: '/a%2Fb?c=%20', headers: { 'X-One': '1' }, body: 'é' } as const;
  expect(text(await clientOf(server.origin).request(request, NEVER))).toBe(
    `201 PUT /a%2Fb?c=%20 1 ${TOOL_NAME}/${TOOL_VERSION} é`,
  );
});

test('headers of the answer come by their names in lower case, those that are repeated as one', async () => {
  const server = await servePlain((_, response) => {
    response.setHeader('X-Request-Id', 'abc');
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.end();
  });
  expect(await clientOf(server.origin).request(GET, NEVER)).toMatchObject({
    headers: { 'x-request-id': 'abc', 'set-cookie': 'a=1, b=2' },
  });
});

test('connections are used again by what is repeatable, and by nothing else', async () => {
  const server = await servePlain(answer(200));
  const client = clientOf(server.origin);
  for (const request of [GET, GET, ONCE, ONCE]) await client.request(request, NEVER);
  expect(server.connections()).toBe(3);
});

test('no redirect is followed; the target is reported without path and query', async () => {
  const server = await servePlain(answer(307, '', { location: 'https://other.example/login?token=canary' }));
  expect(await clientOf(server.origin).request(GET, NEVER)).toEqual({
    kind: 'redirect',
    status: 307,
    to: 'https://other.example',
  });
  expect(server.asked).toHaveLength(1);
});

test('a relative redirect points to the same server', async () => {
  const server = await servePlain(answer(302, '', { location: '/ui/' }));
  expect(await clientOf(server.origin).request(GET, NEVER)).toMatchObject({ kind: 'redirect', to: server.origin });
});

test.each([{}, { location: 'data:canary' }, { location: 'https://' }, { location: 'app://canary/x' }])(
  'a redirect to %j points to no server',
  async (headers) => {
    const server = await servePlain(answer(302, '', headers));
    expect(await clientOf(server.origin).request(GET, NEVER)).toMatchObject({ kind: 'redirect', to: null });
  },
);

/** What comes of a request whose time ends. If it ends before the server was asked, or as `early` says, it is sent again. */
async function overdue(handler: Handler, early = /did not accept/u) {
  const limits = { connectMs: 2_000, wholeMs: 2_000 };
  for (let tries = 1; ; tries++) {
    const server = await servePlain(handler);
    const outcome = await clientOf(server.origin, { limits }).request(GET, NEVER);
    const isEarly = server.asked.length === 0 || early.test(text(outcome));
    if (!isEarly || tries === 3) return { outcome, asked: server.asked };
  }
}

test('a server that does not answer costs no more than the deadline', async () => {
  const { outcome, asked } = await overdue(() => {});
  expect(outcome).toEqual({
    kind: 'failed',
    why: 'timeout',
    detail: expect.stringMatching(/^127\.0\.0\.1:\d+ did not answer within 2 seconds$/u),
  });
  expect(asked).toHaveLength(1);
});

test('an answer that does not end is given up', async () => {
  const { outcome } = await overdue((_, response) => void response.write('slow'), /did not (accept|answer)/u);
  expect(outcome).toMatchObject({ why: 'timeout', detail: expect.stringContaining('did not finish its answer') });
});

test('reading stops at the limit of 4 MiB', async () => {
  const chunk = Buffer.alloc(64 * 1024);
  let written = 0;
  const server = await servePlain((_, response) => {
    const pump = () => {
      while (written < 20 * 1024 * 1024) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', pump);
      }
      response.end();
    };
    pump();
  });
  const client = clientOf(server.origin);
  expect(why(await client.request(GET, NEVER))).toBe('too-large');
  expect(written).toBeLessThan(20 * 1024 * 1024);
});

test.each([
  ['reset', reset],
  ['cut off', truncated],
] as const)('a connection that is %s is tried again where that is safe', async (_, broken) => {
  const server = await servePlain(inTurn(broken, answer(200, 'second')));
  expect(text(await clientOf(server.origin).request(GET, NEVER))).toBe('200 second');
  const other = await servePlain(inTurn(broken, answer(200, 'second')));
  expect(why(await clientOf(other.origin).request(ONCE, NEVER))).toBe('interrupted');
  expect(other.asked).toHaveLength(1);
});

test('there are three tries at most', async () => {
  const server = await servePlain(reset);
  expect(why(await clientOf(server.origin).request(GET, NEVER))).toBe('interrupted');
  expect(server.asked).toHaveLength(3);
  expect(pauses).toEqual([250, 500]);
});

test('what cannot have arrived is sent again, whatever it is', async () => {
  const outcome = await clientOf('http://127.0.0.1:1').request(ONCE, NEVER);
  expect(outcome).toMatchObject({ why: 'unreachable', detail: expect.stringContaining('refused the connection') });
  expect(pauses).toHaveLength(2);
});

test.each([429, 502, 503, 504])('status %s passes: asked again where that is safe', async (status) => {
  const server = await servePlain(inTurn(answer(status), answer(200, 'fine')));
  expect(text(await clientOf(server.origin).request(GET, NEVER))).toBe('200 fine');
  const other = await servePlain(inTurn(answer(status), answer(200, 'fine')));
  expect(text(await clientOf(other.origin).request(ONCE, NEVER))).toBe(`${status} `);
});

test.each([400, 401, 403, 404, 500])('status %s is an answer', async (status) => {
  const server = await servePlain(answer(status, 'why'));
  expect(text(await clientOf(server.origin).request(GET, NEVER))).toBe(`${status} why`);
  expect(server.asked).toHaveLength(1);
});

test('`Retry-After` is waited for, in seconds and as a date', async () => {
  const now = () => Date.parse('2026-01-01T00:00:00Z');
  const date = { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:00:03 GMT' };
  const server = await servePlain(
    inTurn(answer(429, '', { 'retry-after': '2' }), answer(503, '', date), answer(200, 'fine')),
  );
  expect(text(await clientOf(server.origin, { now }).request(GET, NEVER))).toBe('200 fine');
  expect(pauses).toEqual([2000, 3000]);
});

test.each([10, 3600])(
  'a server that asks to wait for %s seconds is not asked again; the time is reported',
  async (seconds) => {
    const server = await servePlain(answer(429, '', { 'retry-after': `${seconds}` }));
    const outcome = await clientOf(server.origin).request(GET, NEVER);
    expect(outcome).toMatchObject({ status: 429, retryAfterMs: seconds * 1000 });
    expect(server.asked).toHaveLength(1);
  },
);

test.each([
  ['before it starts', (controller: AbortController) => controller.abort()],
  ['while it waits', (controller: AbortController) => void setTimeout(() => controller.abort(), 20)],
])('a call is cancelled %s', async (_, cancel) => {
  const server = await servePlain(() => {});
  const controller = new AbortController();
  cancel(controller);
  expect(why(await clientOf(server.origin).request(GET, controller.signal))).toBe('cancelled');
});

test('closing ends what is under way', async () => {
  const server = await servePlain((_, __) => client.close());
  const client = clientOf(server.origin);
  expect(why(await client.request(GET, NEVER))).toBe('cancelled');
  expect(why(await client.request(GET, NEVER))).toBe('cancelled');
});

test('so many at once, and no more', async () => {
  const REQUESTS = 50;
  const QUIET_MS = 50;
  const PATIENCE_MS = 5_000;
  const mostOf = async (limit: number, variables = {}) => {
    const held: (() => void)[] = [];
    let [most, left] = [0, REQUESTS];
    let quiet: NodeJS.Timeout | undefined;
    const answerHeld = () => {
      left -= held.length;
      for (const end of held.splice(0)) end();
    };
    // Answers once as many wait as may, and no other request arrives.
    const server = await servePlain((_, response) => {
      held.push(() => response.end());
      most = Math.max(most, held.length);
      clearTimeout(quiet);
      quiet = setTimeout(answerHeld, held.length < Math.min(limit, left) ? PATIENCE_MS : QUIET_MS);
    });
    const client = clientOf(server.origin, {}, variables);
    await Promise.all(Array.from({ length: REQUESTS }, () => client.request(GET, NEVER)));
    return most;
  };
  expect(await mostOf(3, { TOOL_PROVIDER_CONCURRENCY: '3' })).toBe(3);
  expect(await mostOf(16)).toBe(16);
});

test('a request that is cancelled while it waits leaves the queue, and its turn to the next', async () => {
  let finish = () => {};
  const held: Handler = (_, response) => {
    finish = () => response.end();
  };
  const server = await servePlain(inTurn(held, answer(200, 'third')));
  const client = clientOf(server.origin, {}, { TOOL_PROVIDER_CONCURRENCY: '1' });
  const first = client.request(GET, NEVER);
  const controller = new AbortController();
  const second = client.request(GET, controller.signal);
  const third = client.request(GET, NEVER);
  controller.abort();
  expect(why(await second)).toBe('cancelled');
  while (server.asked.length === 0) await new Promise(setImmediate);
  finish();
  expect(text(await first)).toBe('200 ');
  expect(text(await third)).toBe('200 third');
});

test('a server without HTTP is malformed, not unreachable', async () => {
  const server = await serveTcp((socket) => socket.end('220 mail.example ESMTP\r\n'));
  expect(why(await clientOf(server.origin).request(GET, NEVER))).toBe('malformed');
});

test.each([
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n',
  'HTTP/1.1 101\r\n\r\n',
])('a server that switches to another protocol is malformed at once: %j', async (said) => {
  const server = await serveTcp((socket) => socket.write(said));
  const outcome = await clientOf(server.origin).request(GET, NEVER);
  expect(outcome).toMatchObject({ kind: 'failed', why: 'malformed', detail: expect.stringContaining('status 101') });
  expect(pauses).toEqual([]);
});

test('what a server says before its answer is passed over', async () => {
  const server = await serveTcp((socket) => {
    socket.end('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  });
  expect(text(await clientOf(server.origin).request(GET, NEVER))).toBe('200 ok');
});

test('a header that HTTP does not allow is refused without being quoted', async () => {
  const server = await servePlain(answer(200));
  const outcome = await clientOf(server.origin).request({ ...GET, headers: { 'X-Token': 'canary\nx' } }, NEVER);
  expect(outcome).toMatchObject({ why: 'unsupported' });
  expect(JSON.stringify(outcome)).not.toContain('canary');
});

test.each([
  ['is cancelled', 60_000],
  ['is over', 50],
])('a connection that is being made ends when the request that needs it %s', async (_, wholeMs) => {
  const controller = new AbortController();
  const closed = new Promise((resolve) => {
    void serveTcp((socket) => {
      socket.once('close', resolve).resume();
      if (wholeMs === 60_000) controller.abort();
    }).then(({ origin }) => {
      const client = clientOf(origin.replace('http:', 'https:'), { limits: { connectMs: 60_000, wholeMs } });
      return client.request(GET, controller.signal);
    });
  });
  await closed;
});

test('no connection is begun for a request that has ended', async () => {
  const server = await serveTcp(() => {});
  const destination = { server: new URL(server.origin), proxy: null, tls: null, proxyTls: null, connectMs: 60_000 };
  const begun = connect(destination, { signal: AbortSignal.abort(), peer: '' });
  await expect(begun).rejects.toMatchObject({ failure: { why: 'cancelled' } });
  expect(server.connections()).toBe(0);
});

test.each([
  ['what may be repeated', GET],
  ['what is sent once', ONCE],
])('%s is repeated after a response that says that nothing was done', async (_, request) => {
  const server = await servePlain(inTurn(answer(400, 'throttled'), answer(400, 'throttled'), answer(400, 'other')));
  const isThrottled = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString() === 'throttled';
  const client = opened({ origin: server.origin, isThrottled }, new Map(), AT_ONCE);
  expect(text(await client.request(request, NEVER))).toBe('400 other');
  expect([server.asked.length, pauses]).toEqual([3, [250, 500]]);
});
