/** What an external provider asks for while it works: credentials, by name and scope (semantics 16). Each is looked up once for a process. */
import type { JsonObject } from '../../json-rpc/json-text.js';
import { WireError } from '../../json-rpc/wire-error.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { ExternalPorts, StoreFailure } from '../provider.js';
import { StoreFailureError } from '../store-failure.js';
import type { CredentialRequest } from './provider-methods.js';

/** Of one process. */
const MOST_NAMES = 64;

export class ProviderCredentials {
  readonly #scheme: string;
  readonly #uri: string;
  readonly #ports: ExternalPorts;
  readonly #answers = new Map<string, Promise<SecretValue | null>>();
  readonly #given = new Set<string>();
  #cause: StoreFailure | null = null;

  constructor(scheme: string, uri: string, ports: ExternalPorts) {
    this.#scheme = scheme;
    this.#uri = uri;
    this.#ports = ports;
  }

  /** For the next process: what was missing may be stored by now, and what failed may not fail again. */
  startAnew(): void {
    this.#answers.clear();
    this.#cause = null;
  }

  /** The values that the provider was given, by any of its processes. */
  get given(): readonly string[] {
    return [...this.#given];
  }

  /** Why it did not get one that it needs: the cause of what it fails with. */
  get cause(): StoreFailure | null {
    return this.#cause;
  }

  readonly answer = async (request: CredentialRequest): Promise<JsonObject> => {
    const { name, scope, required } = request;
    const key = JSON.stringify([scope, name]);
    if (!this.#answers.has(key) && this.#answers.size >= MOST_NAMES) throw new WireError('invalid_params');
    const value = await this.#lookedUp(key, async () =>
      this.#ports.credential({ name, required, item: await this.#itemOf(scope, name) }),
    );
    if (value === null) return this.#missing(name, required);
    const text = value.revealText();
    if (text === null) throw new WireError('operation_failed');
    if (text === '') return this.#missing(name, required);
    this.#given.add(text);
    return { status: 'found', value: text };
  };

  #missing(name: string, required: boolean): JsonObject {
    if (required) this.#cause = missing(name);
    return { status: 'missing' };
  }

  async #lookedUp(key: string, look: () => Promise<SecretValue | null>): Promise<SecretValue | null> {
    const looking = this.#answers.get(key) ?? look();
    this.#answers.set(key, looking);
    try {
      return await looking;
    } catch (error) {
      // The next request tries again.
      this.#answers.delete(key);
      if (error instanceof StoreFailureError) this.#cause = error.failure;
      throw new WireError('operation_failed');
    }
  }

  /** Private to the scheme, and to this address and scope. */
  async #itemOf(scope: string, name: string): Promise<string> {
    // Most providers ask for nothing, and loading it takes a while.
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256');
    for (const text of [this.#uri, scope]) {
      const bytes = Buffer.from(text);
      const length = Buffer.alloc(8);
      length.writeBigUInt64BE(BigInt(bytes.length));
      hash.update(length).update(bytes);
    }
    return `tool/provider-credentials/${this.#scheme}/${hash.digest('hex')}/${name}`;
  }
}

function missing(name: string): StoreFailure {
  return {
    kind: 'missing-credential',
    detail: `the external provider needs the credential \`${name}\`, which is not stored`,
    help: `bind \`${name}\` in the \`credentials\` of an alias of the store, and store it with \`tool config provider login ALIAS\``,
  };
}
