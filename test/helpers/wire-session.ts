/** A session by lines in this process: a small service, and the lines that a client sends and receives. */
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Ending } from '#runtime/json-rpc/ending.js';
import type { Incoming } from '#runtime/json-rpc/incoming.js';
import type { JsonObject } from '#runtime/json-rpc/json-text.js';
import { type Handler, type Service, serveSession } from '#runtime/json-rpc/serve-session.js';
import { anyObject, integer, object, text } from '#runtime/json-rpc/shape.js';
import { WireError } from '#runtime/json-rpc/wire-error.js';

type Parts = Readonly<Record<string, unknown>>;

export const testMethods = {
  'resolver.echo': { summary: 'The same text.', params: object({ text: text() }), result: object({ text: text() }) },
  'resolver.large': {
    summary: 'As many bytes.',
    params: object({ bytes: integer(0) }),
    result: object({ text: text() }),
  },
  'resolver.wait': { summary: 'Until it is given up.', params: object({}), result: object({}) },
  'resolver.stubborn': { summary: 'Does not heed its signal.', params: object({}), result: object({}) },
  'resolver.ask': { summary: 'What the client answers.', params: object({}), result: anyObject },
  'resolver.demand': { summary: 'Fails without an answer of the client.', params: object({}), result: anyObject },
  'resolver.fail': { summary: 'Fails.', params: object({ kind: text() }), result: object({}) },
  'resolver.hidden': { summary: 'Not advertised.', params: object({}), result: object({}) },
};
export const testCallbacks = {
  'client.question': { summary: 'A question.', params: object({}), result: object({ answer: text() }) },
};

/** Ends a `resolver.stubborn`. */
export interface TestService extends Service {
  release(): void;
}

export function testService(): TestService {
  const stubborn: (() => void)[] = [];
  const waits = ({ signal }: Incoming) =>
    new Promise<JsonObject>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const handlers: Record<string, Handler> = {
    'resolver.echo': async (params: JsonObject) => params,
    'resolver.large': async ({ bytes }: { bytes: number }) => ({ text: 'x'.repeat(bytes) }),
    'resolver.wait': (_: JsonObject, incoming) => waits(incoming),
    'resolver.stubborn': async () => {
      await new Promise<void>((resolve) => stubborn.push(resolve));
      return {};
    },
    'resolver.ask': (_: JsonObject, incoming) => incoming.request('client.question', {}),
    'resolver.demand': async (_: JsonObject, incoming) => {
      await setTimeout(4);
      const unanswered = () => Promise.reject(new WireError('interaction_required'));
      return await incoming.request('client.question', {}).catch(unanswered);
    },
    'resolver.fail': async ({ kind }: { kind: string }) => {
      if (kind === 'unavailable') throw new WireError('unavailable', { diagnosticCode: 'E1102' });
      throw new Error('canary-from-a-store');
    },
  };
  return {
    protocol: 'tool.resolver',
    versions: [1, 3],
    server: { name: 'test', version: '1' },
    limits: { maxFrameBytes: 1_048_576, maxInFlight: 4 },
    methods: testMethods,
    callbacks: testCallbacks,
    application: { params: object({ how: text() }), result: object({ was: text() }) },
    async open({ application: { how } }, incoming) {
      if (how === 'refused') throw new WireError('operation_failed', { diagnosticCode: 'E0203' });
      if (how === 'slow') await waits(incoming);
      if (how === 'late') await setTimeout(30);
      if (how === 'asks')
        return { application: { was: JSON.stringify(await incoming.request('client.question', {})) }, handlers };
      return { application: { was: String(how) }, handlers };
    },
    release: () => {
      for (const resolve of stubborn.splice(0)) resolve();
    },
  };
}

/** What a client of the service sends and receives. */
export class WireClient {
  readonly ended: Promise<Ending>;
  readonly service = testService();
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly #lines: Parts[] = [];
  #waiting: ((line: Parts | null) => void)[] = [];
  #rest = '';
  #id = 0;

  constructor() {
    this.ended = serveSession({ input: this.input, output: this.output }, this.service).ended;
    this.output.on('data', (chunk: Buffer) => this.#take(String(chunk)));
    this.output.on('close', () => {
      for (const resolve of this.#waiting.splice(0)) resolve(null);
    });
  }

  raw(text: string | Buffer): void {
    this.input.write(text);
  }

  send(message: Parts): void {
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request, and gives its id. */
  ask(method: string, params: Parts = {}, meta: Parts = {}, more: Parts = {}): number {
    const id = ++this.#id;
    this.send({ id, method, params, _meta: { deadline_unix_ms: Date.now() + 60_000, ...meta }, ...more });
    return id;
  }

  /** The next line; null if there is none, because the session has ended. */
  next(): Promise<Parts | null> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    return this.output.closed ? Promise.resolve(null) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The kind of the error of the next line, or its result; with its id in front. */
  async told(): Promise<unknown> {
    const line = await this.next();
    if (line === null) return null;
    const { id, result, error } = line as { id: unknown; result: unknown; error?: { data: { kind: string } } };
    return [id, error?.data.kind ?? result];
  }

  /** Opens the session; gives the result. */
  async open(how = 'plain', limits: Parts = {}, more: Parts = {}): Promise<Parts> {
    const application = { how };
    this.ask('rpc.initialize', {
      protocol: 'tool.resolver',
      versions: [1],
      client: { name: 'c', version: '1' },
      limits: { max_frame_bytes: 1_048_576, max_in_flight: 32, ...limits },
      application,
      ...more,
    });
    return ((await this.next()) ?? {}) as Parts;
  }

  #take(text: string): void {
    this.#rest += text;
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const resolve = this.#waiting.shift();
      if (resolve === undefined) this.#lines.push(JSON.parse(line));
      else resolve(JSON.parse(line));
    }
  }
}
