/** The asking side of ours, over a program whose answers are mutated: each request must end by its deadline, in one of the ways that are told. */
import { fileURLToPath } from 'node:url';
import { type Connection, ConnectionLost, connect } from '#runtime/json-rpc/connect.js';
import { object, text } from '#runtime/json-rpc/shape.js';
import { WireError } from '#runtime/json-rpc/wire-error.js';
import { testCallbacks, testMethods } from '../../helpers/wire-session.js';

const PROGRAM = fileURLToPath(new URL('./mutating-program.js', import.meta.url));
const DEADLINE_MS = 3_000;
const CLOSE_MS = 1_000;
/** For a busy machine. */
const LATE_MS = 20_000;

/** Null, or what went wrong. */
export async function fuzzedAnswers(seed: number): Promise<string | null> {
  const opened = await settled(connect(options(seed)), LATE_MS + DEADLINE_MS * 3);
  if (!(opened instanceof Object) || !('request' in opened)) return problemIn('the opening', opened);
  const connection = opened as Connection;
  const ask = (method: string, params: Readonly<Record<string, string>>) =>
    settled(connection.request(method, params, { deadline: Date.now() + DEADLINE_MS }), DEADLINE_MS + LATE_MS);
  const outcomes = await Promise.all([
    ask('resolver.echo', { text: 'a' }),
    ask('resolver.ask', {}),
    ask('resolver.echo', { text: 'é'.repeat(1_000) }),
    ask('resolver.fail', { kind: 'unavailable' }),
    ask('resolver.echo', { text: '' }),
  ]);
  const closed = await settled(connection.close(), CLOSE_MS + LATE_MS);
  const problems = [...outcomes.map((one) => problemIn('a request', one)), problemIn('the end', closed)];
  return problems.find((one) => one !== null) ?? null;
}

function options(seed: number) {
  return {
    command: { path: process.execPath, words: ['--no-warnings', PROGRAM, String(seed)], folder: '/', variables: {} },
    protocol: 'tool.resolver',
    versions: [1],
    client: { name: 'fuzz', version: '1' },
    limits: { maxFrameBytes: 1_048_576, maxInFlight: 3 },
    methods: testMethods,
    callbacks: {
      'client.question': { method: testCallbacks['client.question'], handler: async () => ({ answer: 'yes' }) },
    },
    application: { how: 'plain' },
    applicationResult: object({ was: text() }),
    startMs: DEADLINE_MS * 3,
    closeMs: CLOSE_MS,
  };
}

const LATE = Symbol('late');

/** The outcome, which may be an error. */
async function settled(work: Promise<unknown>, milliseconds: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(LATE), milliseconds);
  });
  const outcome = await Promise.race([work.catch((error: unknown) => error), late]);
  clearTimeout(timer);
  return outcome;
}

function problemIn(what: string, outcome: unknown): string | null {
  if (outcome === LATE) return `${what} hangs`;
  const isTold = !(outcome instanceof Error) || outcome instanceof WireError || outcome instanceof ConnectionLost;
  return isTold ? null : `${what} fails with ${outcome.stack}`;
}
