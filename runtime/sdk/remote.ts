/** A session in another process as programs use it. */
import type { Connection } from '../json-rpc/connect.js';
import type { JsonObject } from '../json-rpc/json-text.js';
import { LONGEST_MS, type ResultOf } from '../json-rpc/method.js';
import type { resolverMethods } from '../serve/protocol.js';
import { SecretValue } from '../values/secret-value.js';
import type { Backend } from './backend.js';
import { ToolError } from './errors.js';
import { Found, type NamedResult } from './named-result.js';
import { reached } from './reached.js';
import type { SecretsReport } from './report.js';
import type { Resolved } from './resolved.js';
import type { OwnedFiles } from './result-files.js';
import { Secret } from './secret.js';
import type { Settings } from './settings.js';

type Methods = typeof resolverMethods;
type GetResult = ResultOf<Methods['resolver.get']>;

export class Remote implements Backend {
  readonly #settings: Settings;
  readonly #connection: Connection;

  constructor(settings: Settings, connection: Connection) {
    this.#settings = settings;
    this.#connection = connection;
  }

  async get(name: string): Promise<NamedResult> {
    // No secret has this name, which the wire does not carry.
    if (name === '') return { status: 'undeclared' };
    const params = { name, representation: 'auto', purpose: this.#purpose('get') };
    return this.#resultOf(name, (await this.#ask('resolver.get', params)) as GetResult);
  }

  async set(name: string, value: SecretValue): Promise<void> {
    const text = value.revealText();
    if (text === null) throw new TypeError('set: a value for another process must be text');
    await this.#ask('resolver.set', { name, value: text, purpose: this.#purpose('set') });
  }

  async delete(name: string): Promise<boolean> {
    const { deleted } = await this.#ask('resolver.delete', { name, purpose: this.#purpose('delete') });
    return deleted === true;
  }

  async load(): Promise<Resolved> {
    const { loadThrough } = await import('./load-through.js');
    return loadThrough(this.#settings, (name) => this.get(name));
  }

  /** Asking for each secret would make those that are generated. */
  async report(): Promise<SecretsReport> {
    throw new ToolError('a session in another process has no report', { kind: 'capability_required' });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #ask(method: keyof Methods, params: JsonObject): Promise<JsonObject> {
    const { signal } = this.#settings;
    const how = { deadline: Date.now() + LONGEST_MS, ...(signal !== null && { signal }) };
    return reached(signal, () => this.#connection.request(method, params, how));
  }

  #purpose(operation: string): JsonObject {
    const { caller } = this.#settings;
    return { consumer: caller?.name ?? 'library', operation: caller?.operation ?? operation };
  }

  #resultOf(name: string, answer: GetResult): NamedResult {
    switch (answer.status) {
      case 'undeclared':
        return { status: 'undeclared' };
      case 'missing':
        return { status: 'missing', required: answer.required };
      case 'resolved': {
        const { value, path = null, path_lease_id: lease, source, source_provider: sourceProvider } = answer;
        const content = value === undefined ? null : { value: SecretValue.fromText(value) };
        const secret = new Secret({ name, source, sourceProvider, asPath: path !== null, path }, content);
        return new Found(secret, this.#leased(lease));
      }
    }
  }

  /** The process removes the file with the session at the latest. */
  #leased(lease: string | undefined): OwnedFiles {
    return {
      keep: () => {
        if (lease === undefined) return [];
        throw new ToolError('files of a session in another process cannot be kept', { kind: 'capability_required' });
      },
      remove: () => {
        if (lease !== undefined) void this.#ask('resolver.release', { path_lease_ids: [lease] }).catch(() => {});
      },
    };
  }
}
