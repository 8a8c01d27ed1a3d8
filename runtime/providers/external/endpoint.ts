/**
 * One external provider at work: its process, which starts with the first request and ends with the command. After a fault the running
 * requests fail and nothing is sent again; the next operation starts it once more, until it has failed too often (semantics 16).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { unlessAborted } from '../../files/unless-aborted.js';
import { type Connection, ConnectionLost } from '../../json-rpc/connect.js';
import type { JsonObject } from '../../json-rpc/json-text.js';
import { WireError } from '../../json-rpc/wire-error.js';
import { failed, StoreFailureError } from '../store-failure.js';
import type { ProviderCredentials } from './credential-requests.js';
import { lostWords } from './lost-words.js';
import { type Metadata, metadataOf } from './metadata.js';
import { ProviderFault } from './provider-fault.js';
import type { Params, ProviderMethod, Result } from './provider-methods.js';
import { startProvider } from './start-provider.js';
import type { EndpointPorts } from './endpoint-ports.js';

/** Faults in one command before it is given up. */
const MOST_FAULTS = 3;
const OPERATION_MS = 30_000;
/** While a person may be asked for a credential. */
const ASKING_MS = 300_000;
/** A provider that asks to wait longer than this is not asked again. */
const LONGEST_WAIT_MS = 5_000;

interface Session {
  readonly connection: Connection;
  readonly metadata: Metadata;
}

export class Endpoint {
  readonly #ports: EndpointPorts;
  readonly #credentials: ProviderCredentials;
  readonly #end = new AbortController();
  #session: Promise<Session> | null = null;
  #faults = 0;
  /** As it described itself first: another description later would be another store. */
  #first: Metadata | null = null;

  constructor(ports: EndpointPorts, credentials: ProviderCredentials) {
    this.#ports = ports;
    this.#credentials = credentials;
  }

  /** What it has told of itself; null before it was contacted. */
  get known(): Metadata | null {
    return this.#first;
  }

  /** What it tells of itself. Throws a StoreFailureError if it does not start. */
  async metadata(signal: AbortSignal): Promise<Metadata> {
    return (await unlessAborted(() => this.#opened(), signal)).metadata;
  }

  /** Bytes of a message, as agreed on. */
  async frameLimit(signal: AbortSignal): Promise<number> {
    return (await unlessAborted(() => this.#opened(), signal)).connection.limits.maxFrameBytes;
  }

  /** Throws a WireError that the provider answered, or a StoreFailureError. Nothing is sent twice. */
  async request<M extends ProviderMethod>(method: M, params: Params<M>, signal: AbortSignal): Promise<Result<M>> {
    return this.#ask(method, params, signal, this.#deadline());
  }

  /** A read, which is asked once more if the provider says when. */
  async read<M extends ProviderMethod>(method: M, params: Params<M>, signal: AbortSignal): Promise<Result<M>> {
    const deadline = this.#deadline();
    try {
      return await this.#ask(method, params, signal, deadline);
    } catch (error) {
      const after = error instanceof WireError && error.retryable ? error.retryAfterMs : null;
      if (after === null || after > LONGEST_WAIT_MS || Date.now() + after >= deadline) throw error;
      await unlessAborted(() => wait(after, undefined, { signal }), signal);
      return this.#ask(method, params, signal, deadline);
    }
  }

  /** Ends it for an answer that breaks a rule which no shape says. */
  async breach(reason: string): Promise<StoreFailureError> {
    const session = this.#session;
    await (await session?.catch(() => null))?.connection.kill();
    this.#lose(session);
    return new StoreFailureError(failed('failed', `the external provider ${reason}; it was ended`).failure);
  }

  async close(): Promise<void> {
    this.#end.abort(new StoreFailureError(failed('failed', 'the store was closed').failure));
    const session = this.#session;
    this.#session = null;
    await (await session?.catch(() => null))?.connection.close();
  }

  #deadline(): number {
    return Date.now() + (this.#ports.mayAsk ? ASKING_MS : OPERATION_MS);
  }

  async #ask<M extends ProviderMethod>(
    method: M,
    params: Params<M>,
    signal: AbortSignal,
    deadline: number,
  ): Promise<Result<M>> {
    const opening = this.#opened();
    const { connection } = await unlessAborted(() => opening, signal);
    try {
      // The shape of the method was checked.
      return (await connection.request(method, params as unknown as JsonObject, { deadline, signal })) as Result<M>;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      this.#lose(opening);
      throw new StoreFailureError(lostWords(error, this.#credentials.given).failure);
    }
  }

  #opened(): Promise<Session> {
    if (this.#session !== null) return this.#session;
    if (this.#faults >= MOST_FAULTS) throw new StoreFailureError(GIVEN_UP.failure);
    const opening = this.#start();
    this.#session = opening;
    // A start that fails is not kept: what was refused may be allowed for the next operation, and is no fault.
    void opening.then(
      ({ connection }) => connection.ended.then(() => this.#lose(opening)),
      (error) => this.#lose(opening, { isFault: error instanceof ProviderFault }),
    );
    return opening;
  }

  async #start(): Promise<Session> {
    this.#credentials.startAnew();
    const connection = await startProvider(this.#ports, this.#credentials, this.#end.signal);
    const metadata = metadataOf(connection);
    const wrong = this.#wrongWith(metadata);
    if (wrong !== null) {
      await connection.kill();
      throw new ProviderFault(failed('failed', `the external provider ${wrong}; it was ended`).failure);
    }
    this.#first = metadata;
    return { connection, metadata };
  }

  #wrongWith(metadata: Metadata): string | null {
    if (metadata.fault !== null) return metadata.fault;
    if (metadata.name !== this.#ports.scheme) return `called itself by another name than \`${this.#ports.scheme}\``;
    const isSame = this.#first === null || this.#first.text === metadata.text;
    return isSame ? null : 'described itself in another way than before';
  }

  /** One fault, however many requests it has failed. */
  #lose(session: Promise<Session> | null, { isFault } = { isFault: true }): void {
    if (session === null || this.#session !== session) return;
    this.#session = null;
    if (isFault) this.#faults++;
  }
}

const GIVEN_UP = failed(
  'failed',
  `the external provider failed ${MOST_FAULTS} times, and is not started again`,
  'correct or update the provider, then try again',
);
