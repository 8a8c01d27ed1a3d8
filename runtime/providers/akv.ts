/** The akv store: secrets of a vault of Azure Key Vault (providers-cloud 3.4). */
import { base32nopad } from '@scure/base';
import { akv, vaultHost } from '#schemas/providers/akv.js';
import type { At } from '#schemas/stores/address.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { VaultApi } from './akv/vault-api.js';
import { Entra } from './azure/entra.js';
import { endpointOf } from './bases/endpoint.js';
import { presentOr } from './bases/present-value.js';
import { conventionParts, unfitName, unfitPart, unfitVersion } from './entry-name.js';
import type { Answer, Call, ProviderPorts, Refused, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed, sentenceOf } from './store-failure.js';

export const descriptor = akv;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf('akv', `https://${vaultHost(uri)}`, ports.environment);
  return typeof origin === 'string' ? new KeyVaultStore(uri, origin, ports) : origin;
}

class KeyVaultStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #host: string;
  readonly #origin: string;
  readonly #entra: Entra;
  readonly #api: VaultApi;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.shown = renderStoreUri(uri);
    this.#host = vaultHost(uri);
    this.#origin = origin;
    this.#entra = new Entra(uri.query.get('auth') ?? 'env', ports);
    this.#api = new VaultApi(this.#host, origin, this.#entra, ports);
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#api.http.each<Answer>(requests, async (at) => {
      return problemOf(at) ?? this.#api.get(nameOf(at), versionOf(at), call);
    });
  }

  /** One at a time: after a failure of the whole store no other secret is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(entries, (entry) => this.#write(entry, call), 1);
  }

  async refusal(at: At): Promise<string | null> {
    const problem = problemOf(at);
    return problem === null ? null : sentenceOf(problem);
  }

  async absence(at: At): Promise<string> {
    const secret = `secret ${cleaned(nameOf(at))}`;
    const version = versionOf(at);
    return version === null ? `akv: no ${secret}` : `akv: no version ${cleaned(version)} of ${secret}`;
  }

  async target(at: At): Promise<string> {
    return `vault=${this.#host} item=${cleaned(nameOf(at))}`;
  }

  /** Case makes no difference in names of secrets and vaults. */
  async identity(at: At | null): Promise<string> {
    const vault = `akv ${this.#host} ${this.#origin}`;
    return at === null ? vault : `${vault}\n${JSON.stringify([nameOf(at).toLowerCase(), versionOf(at)])}`;
  }

  async close(): Promise<void> {
    await Promise.all([this.#api.http.close(), this.#entra.close()]);
  }

  /** A vault has no conditional write: where only a gap may be filled, the latest version afterwards is the value for all. */
  async #write({ at, value, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer | Failed> {
    const problem = problemOf(at);
    if (problem !== null) return problem;
    const text = value.revealText();
    if (text === null) return NOT_TEXT;
    if (Buffer.byteLength(text) > MOST_BYTES) return TOO_LONG;
    const name = nameOf(at);
    if (onlyIfAbsent === true) {
      const there = await this.#api.get(name, null, call);
      if (there.kind !== 'absent') return presentOr(there);
    }
    const version = await this.#api.put(name, text, call);
    if (typeof version !== 'string') return version;
    if (onlyIfAbsent !== true) return { kind: 'written' };
    const latest = await this.#api.get(name, null, call);
    return latest.kind === 'found' && latest.version !== version ? presentOr(latest) : { kind: 'written' };
  }
}

const NOT_TEXT = failed('not-text', 'Azure Key Vault can hold only UTF-8 text');
const MOST_BYTES = 25 * 1024;
const TOO_LONG = failed('unsupported', `Azure Key Vault holds values of up to ${MOST_BYTES} bytes`);
const LONGEST_NAME = 127;

/** Names of a vault have no `_`, and case makes no difference in them: by convention they are written in Base32. */
function nameOf(at: At): string {
  if (at.kind === 'native') return at.item;
  return ['tool', ...[at.project, at.profile, at.key].map(inBase32)].join('--');
}

function inBase32(text: string): string {
  return base32nopad.encode(Buffer.from(text)).toLowerCase();
}

function versionOf(at: At): string | null {
  return at.kind === 'native' ? (at.version ?? null) : null;
}

/** What the compiler cannot check: names by convention, items of templates, versions. */
function problemOf(at: At): Failed | null {
  if (at.kind === 'convention') {
    const help = 'use letters, digits, `_` and `-`, or give the secret a `ref`';
    const unfit = unfitPart(conventionParts(at), /^[A-Za-z0-9_-]+$/, 'a name in the vault', help);
    if (unfit !== null) return unfit;
    if (nameOf(at).length <= LONGEST_NAME) return null;
    const detail = 'project, profile and name of the secret are together too long for a name in the vault';
    return failed('unsupported', detail, 'they may have about 68 characters; give the secret a `ref`');
  }
  const problem = unfitName(at, at.item, descriptor.refusesItem(at.item));
  if (problem !== null) return problem;
  if (at.version === undefined || /^[A-Za-z0-9]{32}$/.test(at.version)) return null;
  return unfitVersion(at.version, 'write its 32 characters, or leave out `version` to get the latest one');
}
