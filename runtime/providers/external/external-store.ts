/** A store that an external provider answers for: its process starts with the first operation (semantics 16). */
import { type At, addressKey } from '#schemas/addresses/address.js';
import { flatName } from '#schemas/addresses/entry.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { WireError } from '../../json-rpc/wire-error.js';
import type { Abilities } from '#schemas/providers/descriptor.js';
import type {
  Answer,
  Call,
  ExternalPorts,
  ListAnswer,
  ProviderPorts,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from '../provider.js';
import { type Failed, failed, StoreFailureError } from '../store-failure.js';
import { ProviderCredentials } from './credential-requests.js';
import { Endpoint } from './endpoint.js';
import { foreignWords } from './foreign-words.js';
import { lacks } from './lacks.js';
import type { Metadata } from './metadata.js';
import type { ProviderMethod, WireAddress } from './provider-methods.js';
import { readEntries } from './read-entries.js';
import { listedIn } from './reflected.js';
import { coordinateKey, coordinateWords, wireAddress } from './wire-address.js';
import { wireFailure } from './wire-failures.js';
import { writeEntry } from './write-entry.js';

export class ExternalStore implements Store {
  readonly kind = 'open';
  readonly #scheme: string;
  readonly #uri: string;
  readonly #context: ProviderPorts['context'];
  readonly #external: ExternalPorts;
  readonly #files: ProviderPorts['files'];
  readonly #credentials: ProviderCredentials;
  readonly #endpoint: Endpoint;

  constructor(scheme: string, uri: string, { context, baseFolder, environment, external, files }: ProviderPorts) {
    const { claimFolders, mayAsk } = external;
    this.#scheme = scheme;
    this.#uri = uri;
    this.#context = context;
    this.#external = external;
    this.#files = files;
    this.#credentials = new ProviderCredentials(scheme, uri, external);
    const ports = { scheme, uri, context, baseFolder, environment, claimFolders, mayAsk };
    this.#endpoint = new Endpoint(ports, this.#credentials);
  }

  /** As it calls itself, once it was contacted. */
  get shown(): string {
    const uri = this.#endpoint.known?.displayUri ?? '';
    return uri.startsWith(`${this.#scheme}:`) ? foreignWords(uri) : withoutCredentials(this.#uri);
  }

  async read(requests: readonly At[], { signal, answered }: Call): Promise<readonly Answer[]> {
    const metadata = await this.#endpoint.metadata(signal);
    if (!metadata.methods.has('provider.get')) return requests.map(() => lacks(this.#scheme, 'provider.get', 'read'));
    const addresses = requests.map((at) => this.#addressOf(at, metadata));
    const fit = addresses.filter((address): address is WireAddress => !('failure' in address));
    const ask = {
      endpoint: this.#endpoint,
      hasBatches: metadata.methods.has('provider.get_many'),
      signal,
      failure: (error: WireError, method: ProviderMethod) => this.#failureOf(error, method),
    };
    const answers = (await readEntries(fit, ask, answered))[Symbol.iterator]();
    return addresses.map((address) => ('failure' in address ? address : (answers.next().value ?? UNANSWERED)));
  }

  /** One at a time: after a failure of the whole store no other entry is in doubt. */
  async write(entries: readonly WriteEntry[], { signal }: Call): Promise<readonly WriteAnswer[]> {
    return this.#each(entries, signal, 'provider.set', (entry, metadata) => {
      const address = this.#addressOf(entry.at, metadata);
      if ('failure' in address) return Promise.resolve(address);
      return writeEntry(this.#endpoint, entry, { address, methods: metadata.methods, scheme: this.#scheme, signal });
    });
  }

  async remove(entries: readonly At[], { signal }: Call): Promise<readonly RemoveAnswer[]> {
    return this.#each(entries, signal, 'provider.delete', async (at, metadata): Promise<RemoveAnswer> => {
      if (!metadata.methods.has('provider.delete')) return lacks(this.#scheme, 'provider.delete', 'removed');
      const address = this.#addressOf(at, metadata);
      if ('failure' in address) return address;
      const { deleted } = await this.#endpoint.request('provider.delete', { address }, signal);
      return { kind: deleted ? 'removed' : 'absent' };
    });
  }

  async list({ signal }: Call): Promise<ListAnswer> {
    const metadata = await this.#endpoint.metadata(signal);
    if (!metadata.methods.has('provider.reflect')) return lacks(this.#scheme, 'provider.reflect', 'listed');
    const { project, profile } = this.#context;
    try {
      const { declarations } = await this.#endpoint.read('provider.reflect', { project, profile }, signal);
      return { kind: 'listed', entries: listedIn(declarations) };
    } catch (error) {
      return this.#failed(error, 'provider.reflect');
    }
  }

  async refusal(at: At, action: 'write' | 'remove'): Promise<string | null> {
    const metadata = await this.#endpoint.metadata(this.#external.signal);
    const { methods } = metadata;
    const method = action === 'write' ? 'provider.set' : 'provider.delete';
    if (!methods.has(method)) return `${this.#scheme} does not offer \`${method}\``;
    const address = this.#addressOf(at, metadata);
    if ('failure' in address) return address.failure.detail;
    const check = action === 'write' ? 'provider.check_writable' : 'provider.check_deletable';
    if (!methods.has(check)) return null;
    try {
      await this.#endpoint.read(check, { address }, this.#external.signal);
      return null;
    } catch (error) {
      throw error instanceof WireError ? new StoreFailureError(this.#failureOf(error, check)) : error;
    }
  }

  async target(at: At): Promise<string> {
    try {
      return await this.#describedTarget(at);
    } catch (error) {
      // The write itself says what is wrong.
      if (error instanceof StoreFailureError) return `item=${flatName(at)}`;
      throw error;
    }
  }

  async #describedTarget(at: At): Promise<string> {
    const metadata = await this.#endpoint.metadata(this.#external.signal);
    const address = this.#addressOf(at, metadata);
    if ('failure' in address) throw new StoreFailureError(address.failure);
    if (!metadata.methods.has('provider.describe_write_target')) return coordinateWords(await this.#resolved(address));
    const method = 'provider.describe_write_target';
    const { description } = await this.#told(method, () =>
      this.#endpoint.read(method, { address }, this.#external.signal),
    );
    return foreignWords(description);
  }

  async contact(): Promise<void> {
    await this.#endpoint.metadata(this.#external.signal);
  }

  async keeps(): Promise<Abilities['keeps']> {
    return (await this.#endpoint.metadata(this.#external.signal)).keeps;
  }

  /** By its address alone: it is not started for this. */
  async identity(at: At | null): Promise<string> {
    return at === null ? `${this.#scheme}:${this.#uri}` : `${this.#scheme}:${this.#uri}\n${addressKey(at)}`;
  }

  async toldIdentity(at: At | null): Promise<string> {
    const metadata = await this.#endpoint.metadata(this.#external.signal);
    if (at === null) return `${this.#scheme}:${metadata.storageIdentity}`;
    const address = this.#addressOf(at, metadata);
    if ('failure' in address) throw new StoreFailureError(address.failure);
    const coordinates = await this.#resolved(address);
    return `${this.#scheme}:${metadata.entryContainerIdentity}\n${coordinateKey(coordinates)}`;
  }

  async toldPath(): Promise<string | null> {
    const { physicalStorePath: path } = await this.#endpoint.metadata(this.#external.signal);
    return path && this.#files.identity(path);
  }

  close(): Promise<void> {
    return this.#endpoint.close();
  }

  /** In order; once the provider itself has failed, nothing more is sent. */
  async #each<Item, Done>(
    items: readonly Item[],
    signal: AbortSignal,
    method: ProviderMethod,
    work: (item: Item, metadata: Metadata) => Promise<Done | Failed>,
  ): Promise<(Done | Failed)[]> {
    const metadata = await this.#endpoint.metadata(signal);
    const answers: (Done | Failed)[] = [];
    let lost: Failed | null = null;
    for (const item of items) {
      try {
        answers.push(lost ?? (await work(item, metadata)));
      } catch (error) {
        const failure = this.#failed(error, method);
        if (error instanceof StoreFailureError) lost = failure;
        answers.push(failure);
      }
    }
    return answers;
  }

  #resolved(address: WireAddress) {
    const method = 'provider.resolve_address';
    return this.#told(
      method,
      async () => (await this.#endpoint.read(method, { address }, this.#external.signal)).coordinates,
    );
  }

  async #told<T>(method: ProviderMethod, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof WireError ? new StoreFailureError(this.#failureOf(error, method)) : error;
    }
  }

  #addressOf(at: At, { coordinates }: Metadata): WireAddress | Failed {
    return wireAddress(at, this.#scheme, coordinates);
  }

  #failed(error: unknown, method: ProviderMethod): Failed {
    if (error instanceof WireError) return { kind: 'failed', failure: this.#failureOf(error, method) };
    if (error instanceof StoreFailureError) return { kind: 'failed', failure: error.failure };
    throw error;
  }

  /** A credential that it did not get is why it failed. */
  #failureOf(error: WireError, method: ProviderMethod) {
    return this.#credentials.cause ?? wireFailure(error, method);
  }
}

const UNANSWERED = failed('failed', 'the external provider did not answer a request');
