/** The methods of a resolver session over the operations of a `Session`: each request is one operation, and leaves its record. */
import type { Purpose } from '../audit/audit-record.js';
import type { Incoming } from '../json-rpc/incoming.js';
import type { JsonObject } from '../json-rpc/json-text.js';
import type { Handler } from '../json-rpc/serve-session.js';
import { WireError } from '../json-rpc/wire-error.js';
import type { NamedAnswer, Needed, NotAdmitted, Refusal } from '../session/operations/get-named.js';
import type { Session } from '../session/session.js';
import type { SessionFiles } from '../session/session-files.js';
import { SecretValue } from '../values/secret-value.js';
import { asWireError } from './as-wire-error.js';
import { askClient } from './ask-client.js';
import { Leases } from './leases.js';
import type { DeleteParams, GetParams, ReleaseParams, SetParams } from './protocol.js';

export interface ResolverOptions {
  readonly isReadOnly: boolean;
  /** Whether the client answers `client.prompt`. */
  readonly canAsk: boolean;
}

type Requested = { readonly name: string; readonly purpose: Purpose };

export class Resolver {
  readonly #session: Session;
  readonly #files: SessionFiles;
  readonly #leases: Leases;
  readonly #options: ResolverOptions;
  readonly #running = new Set<Promise<unknown>>();

  constructor(session: Session, files: SessionFiles, options: ResolverOptions) {
    this.#session = session;
    this.#files = files;
    this.#leases = new Leases(files);
    this.#options = options;
  }

  get handlers(): Readonly<Record<string, Handler>> {
    const reading = {
      'resolver.get': (params: GetParams, incoming: Incoming) => this.#get(params, incoming),
      'resolver.release': async ({ path_lease_ids: ids }: ReleaseParams) => ({ released: this.#leases.release(ids) }),
    };
    const writing = {
      'resolver.set': (params: SetParams, incoming: Incoming) => this.#set(params, incoming),
      'resolver.delete': (params: DeleteParams, incoming: Incoming) => this.#delete(params, incoming),
    };
    return this.#options.isReadOnly ? reading : { ...reading, ...writing };
  }

  /** Resolves once all work has ended, also that which was given up: a write is whole or not there. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  #get({ name, representation, purpose }: GetParams, incoming: Incoming): Promise<JsonObject> {
    return this.#perform({ name, purpose }, incoming, async (session) => {
      let giveBack = () => {};
      const admit = (needed: Needed) => {
        const admitted = this.#admit(needed, representation);
        if (typeof admitted === 'string') return admitted;
        giveBack = admitted;
        return null;
      };
      const { canAsk, isReadOnly } = this.#options;
      try {
        return this.#answer(
          await session.getNamed(name, { mayStore: !isReadOnly, ask: canAsk, textOnly: true, admit }),
          incoming,
        );
      } finally {
        giveBack();
      }
    });
  }

  #admit({ form, inputFiles }: Needed, wanted: GetParams['representation']): Refusal | (() => void) {
    if (wanted !== 'auto' && wanted !== form) return 'representation_mismatch';
    return this.#leases.take({ leases: form === 'path' ? 1 : 0, inputFiles }) ?? 'unavailable';
  }

  #answer(answer: NamedAnswer | NotAdmitted, { signal }: Incoming): JsonObject {
    switch (answer.kind) {
      case 'undeclared':
        return { status: 'undeclared' };
      case 'missing':
        return { status: 'missing', required: answer.required };
      case 'refused':
        // Asked again, it fares no better until a file is released.
        throw new WireError(answer.why, { retryable: false });
      case 'resolved':
        return this.#resolved(answer, signal);
    }
  }

  #resolved(answer: Extract<NamedAnswer, { kind: 'resolved' }>, signal: AbortSignal): JsonObject {
    const { delivered, inputFiles, source, sourceProvider, validity } = answer;
    if (signal.aborted) {
      // The client was answered already, and knows none of these files.
      for (const path of inputFiles) this.#files.remove(path);
      if (delivered.kind === 'path') this.#files.remove(delivered.path);
      throw asWireError(signal.reason);
    }
    this.#leases.keepInputs(inputFiles);
    const { expiresAt, refreshAt, revision } = validity;
    return {
      status: 'resolved',
      ...(delivered.kind === 'path'
        ? { path: delivered.path, path_lease_id: this.#leases.lease(delivered.path) }
        : { value: (delivered.text ?? delivered.value).revealText() }),
      source,
      source_provider: sourceProvider,
      expires_at_unix_ms: expiresAt?.getTime() ?? null,
      refresh_at_unix_ms: refreshAt?.getTime() ?? null,
      ...(revision !== null && { revision }),
    };
  }

  #set({ value, ...requested }: SetParams, incoming: Incoming): Promise<JsonObject> {
    return this.#perform(requested, incoming, async (session) => {
      const { provider } = await session.setNamed(requested.name, SecretValue.fromText(value));
      return { status: 'stored', target_provider: provider };
    });
  }

  #delete(requested: DeleteParams, incoming: Incoming): Promise<JsonObject> {
    return this.#perform(requested, incoming, async (session) => {
      const { deleted, provider } = await session.deleteNamed(requested.name);
      return { status: 'deleted', deleted, ...(provider !== null && { target_provider: provider }) };
    });
  }

  async #perform(
    { purpose }: Requested,
    incoming: Incoming,
    work: (session: Session) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const ask = this.#options.canAsk ? { ask: askClient(incoming) } : {};
    const session = this.#session.request({ signal: incoming.signal, purpose, ...ask });
    const running = work(session);
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw asWireError(error);
    } finally {
      this.#running.delete(running);
    }
  }
}
