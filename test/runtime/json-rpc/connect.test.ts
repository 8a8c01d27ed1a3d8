import { afterEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Connection, type ConnectOptions, connect, ConnectionLost } from '#runtime/json-rpc/connect.js';
import { object, text } from '#runtime/json-rpc/shape.js';
import { WireError } from '#runtime/json-rpc/wire-error.js';
import { testCallbacks, testMethods } from '../../helpers/wire-session.js';

const PROGRAM = fileURLToPath(new URL('../../helpers/doubles/wire-program.js', import.meta.url));
const soon = () => ({ deadline: Date.now() + 20_000 });

let opened: Connection[] = [];
afterEach(async () => {
  await Promise.all(opened.map((one) => one.kill()));
  opened = [];
});

const options = (how: string, more: Partial<ConnectOptions> = {}): ConnectOptions => ({
  command: { path: process.execPath, words: ['--no-warnings', PROGRAM, how], folder: '/', variables: {} },
  protocol: 'tool.resolver',
  versions: [1],
  client: { name: 'test', version: '1' },
  limits: { maxFrameBytes: 1_048_576, maxInFlight: 2 },
  methods: testMethods,
  callbacks: {
    'client.question': { method: testCallbacks['client.question'], handler: async () => ({ answer: 'of the client' }) },
  },
  application: { how: 'plain' },
  applicationResult: object({ was: text() }),
  startMs: 20_000,
  closeMs: 2_000,
  ...more,
});
async function to(how: string, more: Partial<ConnectOptions> = {}): Promise<Connection> {
  const connection = await connect(options(how, more));
  opened.push(connection);
  return connection;
}
const echo = (connection: Connection, said = 'a') => connection.request('resolver.echo', { text: said }, soon());
/** Of a failure: the kind, or how the connection was lost. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'it succeeded',
    (error: unknown) => {
      if (error instanceof WireError) return error.kind;
      if (error instanceof ConnectionLost) return error.ending.kind === 'fault' ? error.ending.reason : error.program;
      return error;
    },
  );

describe('a session', () => {
  test('asks, answers callbacks, and ends with exit code 0', async () => {
    const connection = await to('plain');
    expect([connection.application, connection.has('resolver.hidden')]).toEqual([{ was: 'plain' }, false]);
    const asked = await Promise.all([1, 2, 3, 4, 5].map((number) => echo(connection, String(number))));
    expect(asked).toEqual([1, 2, 3, 4, 5].map((number) => ({ text: String(number) })));
    expect(await connection.request('resolver.ask', {}, soon())).toEqual({ answer: 'of the client' });
    expect(await failure(connection.request('resolver.fail', { kind: 'unavailable' }, soon()))).toBe('unavailable');
    expect(await failure(connection.request('resolver.hidden', {}, soon()))).toBe('capability_required');
    await connection.close();
    expect(await failure(echo(connection))).toEqual({ kind: 'exited', status: 0 });
  });

  test('accepts answers in pieces of 7 bytes, and results with more members', async () => {
    expect(await echo(await to('pieces'), 'é'.repeat(100))).toEqual({ text: 'é'.repeat(100) });
    expect(await echo(await to('more members'))).toMatchObject({ text: 'a' });
  });

  test('accepts an unknown kind as a failure', async () => {
    expect(await failure(echo(await to('an unknown kind')))).toBe('rate_limited');
  });

  test('fails here what does not fit, sending nothing', async () => {
    const connection = await to('plain', { limits: { maxFrameBytes: 4_096, maxInFlight: 1 } });
    expect(await failure(echo(connection, 'x'.repeat(4_096)))).toBe('message_too_large');
    expect(await failure(echo(connection, '\ud800'))).toBe('invalid_params');
    // The largest that fits: ids and deadlines have the same length.
    const meta = { deadline_unix_ms: Date.now() + 20_000 };
    const around = JSON.stringify({
      jsonrpc: '2.0',
      id: 2,
      method: 'resolver.echo',
      params: { text: '' },
      _meta: meta,
    }).length;
    expect(await failure(echo(connection, 'x'.repeat(4_096 - around + 1)))).toBe('message_too_large');
    expect(await echo(connection, 'x'.repeat(4_096 - around))).toHaveProperty('text');
  });

  test('gives up with its signal or deadline; late answers are dropped', async () => {
    const connection = await to('plain');
    const controller = new AbortController();
    const waiting = connection.request('resolver.wait', {}, { ...soon(), signal: controller.signal });
    setImmediate(() => controller.abort(new Error('not wanted')));
    await expect(waiting).rejects.toThrow('not wanted');
    expect(await failure(connection.request('resolver.wait', {}, { deadline: Date.now() + 50 }))).toBe(
      'deadline_exceeded',
    );
    expect(await failure(connection.request('resolver.echo', { text: 'a' }, { deadline: 1 }))).toBe(
      'deadline_exceeded',
    );
    expect(await echo(connection)).toEqual({ text: 'a' });
    await expect(
      connection.request('resolver.echo', { text: 'a' }, { ...soon(), signal: AbortSignal.abort('before') }),
    ).rejects.toBe('before');
  });
});

describe('what the program may not do', () => {
  test.each<[string, unknown]>([
    ['garbage', 'sent a line that is not JSON'],
    ['its own request', 'sent a request of its own'],
    ['a callback of nothing', 'sent a callback of no request'],
    ['higher limits', 'agreed to higher limits than were offered'],
    ['another version', 'agreed to another protocol'],
    ['ends', { kind: 'exited', status: 3 }],
  ])('%s, while it starts', async (how, reason) => expect(await failure(connect(options(how)))).toEqual(reason));

  test.each<[string, unknown]>([
    ['another id', 'answered no request'],
    ['another shape', 'answered resolver.echo with a result that is wrong at "text"'],
    ['a kind of another code', 'sent a line that is not a valid message'],
    ['a long line', 'sent a line that is too long'],
    ['not UTF-8', 'sent a line that is not UTF-8'],
    ['half a line', 'ended in the middle of a line'],
  ])('%s, in an answer', async (how, reason) => {
    const connection = await to(how);
    expect(await failure(echo(connection))).toEqual(reason);
    expect(await failure(echo(connection))).toEqual(reason);
  });

  test('two answers', async () => {
    const connection = await to('two answers');
    await echo(connection);
    expect(await connection.ended).toEqual({ kind: 'fault', reason: 'answered no request' });
  });

  test('wait too long', async () => {
    expect(await failure(connect(options('silent', { startMs: 300 })))).toBe('deadline_exceeded');
    const connection = await to('deaf to requests');
    expect(await failure(connection.request('resolver.echo', { text: 'a' }, { deadline: Date.now() + 100 }))).toBe(
      'deadline_exceeded',
    );
    expect(await echo(connection)).toEqual({ text: 'a' });
  });

  test('be missing', async () => {
    const command = { path: '/nonexistent/program', words: [], folder: '/', variables: {} };
    expect(await failure(connect(options('plain', { command })))).toEqual({ kind: 'not started', code: 'ENOENT' });
  });
});

test('what it says on its standard error is kept up to a limit', async () => {
  const lost = await connect(options('ends')).catch((error: unknown) => error);
  expect(lost instanceof ConnectionLost && [String(lost.stderr), lost.wasOpen]).toEqual(['cannot do it\n', false]);
  const connection = await to('noise');
  await connection.kill();
  const late = await echo(connection).catch((error: unknown) => error);
  expect(
    late instanceof ConnectionLost && [
      late.stderr.length,
      String(late.stderr).endsWith('the last word\n'),
      late.wasOpen,
    ],
  ).toEqual([65_536, true, true]);
});

describe('the end', () => {
  const timed = async (work: () => Promise<unknown>) => {
    const start = Date.now();
    await work();
    return Date.now() - start;
  };

  test('is not waited for longer than its time', async () => {
    const connection = await to('does not end', { closeMs: 300 });
    expect(await timed(() => connection.close())).toBeLessThan(1_500);
    expect(await failure(echo(connection))).toEqual({ kind: 'killed', signal: 'SIGKILL' });
  });

  test('is not delayed by a process that holds the streams, which ends, too', async () => {
    const connection = await to('grandchild');
    const { pid } = connection;
    expect(await timed(() => connection.close())).toBeLessThan(1_500);
    // Without those that have ended, but whom nobody has waited for.
    const running = () => String(spawnSync('pgrep', ['-r', 'S,R,D', '-g', String(pid)]).stdout);
    for (let turn = 0; turn < 100 && running() !== ''; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(running()).toBe('');
  });

  test('does not wait for a connection that nobody uses', () => {
    const script = `
      import { connect } from ${JSON.stringify(new URL('../../../runtime/json-rpc/connect.js', import.meta.url).href)};
      import { testMethods } from ${JSON.stringify(new URL('../../helpers/wire-session.js', import.meta.url).href)};
      import { object, text } from ${JSON.stringify(new URL('../../../runtime/json-rpc/shape.js', import.meta.url).href)};
      const options = ${JSON.stringify(options('plain', { callbacks: {} }))};
      const one = await connect({ ...options, methods: testMethods, applicationResult: object({ was: text() }) });
      console.log((await one.request('resolver.echo', { text: 'a' }, { deadline: Date.now() + 20_000 })).text);`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
      timeout: 30_000,
    });
    expect([String(stdout), status]).toEqual(['a\n', 0]);
  });
});
