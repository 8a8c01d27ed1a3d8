/** Key Vault references: key-values that name a secret of a vault, which is read in its place (providers-cloud 3.5 (7)). */
import { trimmedDomain } from '#schemas/providers/option-text.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../../values/cleaned.js';
import { jsonIn } from '../../values/json.js';
import { VaultApi } from '../akv/vault-api.js';
import { Entra } from '../azure/entra.js';
import { endpointAt } from '../bases/endpoint.js';
import { objectIn } from '../bases/http-reply.js';
import type { Answer, Call, ProviderPorts } from '../provider.js';
import { type Failed, failed, UNANSWERED } from '../store-failure.js';
import type { KeyValueSetting } from './setting.js';

interface Reference {
  readonly kind: 'reference';
  readonly vault: VaultApi;
  readonly host: string;
  readonly name: string;
  readonly version: string | null;
  /** The key-value. */
  readonly from: KeyValueSetting;
}

/** The most requests to all vaults together. */
const MOST_AT_ONCE = 16;
/** Anyone who can write the store could otherwise lead its readers to any number of vaults. */
const MOST_VAULTS = 16;

export class References {
  readonly #suffix: string;
  /** Null: the address does not say how to sign in to vaults. */
  readonly #entra: Entra | null;
  /** The `key_vault_auth` to advise: an access key of the store signs in to no vault. */
  readonly #advised: 'inherit' | 'env';
  readonly #ownsEntra: boolean;
  readonly #ports: ProviderPorts;
  readonly #vaults = new Map<string, VaultApi>();

  /** `entra`: the sign-in of the store. */
  constructor({ query }: StoreUri, entra: Entra | null, ports: ProviderPorts) {
    const auth = query.get('key_vault_auth');
    this.#suffix = trimmedDomain(query.get('key_vault_suffix') ?? 'vault.azure.net');
    this.#advised = entra === null ? 'env' : 'inherit';
    this.#ownsEntra = auth !== undefined && auth !== 'inherit';
    this.#entra = auth === undefined ? null : auth === 'inherit' ? entra : new Entra(auth, ports);
    this.#ports = ports;
  }

  /** By the document that names a secret. Of each vault as in a batch of its own: after a failure of all of it nothing more is sent. */
  async resolve(settings: readonly KeyValueSetting[], call: Call): Promise<ReadonlyMap<string, Answer>> {
    const distinct = new Map(settings.map((setting) => [setting.value, setting]));
    const meant = [...distinct.values()].map((setting) => this.#referenceIn(setting));
    const references = meant.filter((one) => one.kind === 'reference');
    const vaults = [...new Set(references.map(({ vault }) => vault))];
    const atOnce = Math.floor(MOST_AT_ONCE / vaults.length);
    const batches = vaults.map(async (vault) => {
      const ours = references.filter((one) => one.vault === vault);
      const answers = await vault.http.inBatch<Reference, Answer>(ours, (one) => secretOf(one, call), { atOnce, call });
      return ours.map((one, index) => [one, answers[index] ?? UNANSWERED] as const);
    });
    const answers = new Map((await Promise.all(batches)).flat());
    return new Map(
      [...distinct.keys()].map((text, index) => {
        const one = meant[index] ?? UNANSWERED;
        return [text, one.kind === 'failed' ? one : (answers.get(one) ?? UNANSWERED)];
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#vaults.values()].map(({ http }) => http.close()));
    if (this.#ownsEntra) await this.#entra?.close();
  }

  #referenceIn(from: KeyValueSetting): Reference | Failed {
    const shown = shownAs(from);
    const document = objectIn(jsonIn(from.value));
    const uri = document?.['uri'];
    const isAlone = document !== null && Object.keys(document).length === 1 && typeof uri === 'string';
    const [, named = '', name, version = null] = isAlone ? (URI.exec(uri) ?? []) : [];
    const host = named.toLowerCase();
    const isBelow = host.endsWith(`.${this.#suffix}`) && host.length > this.#suffix.length + 1;
    const isDirect = isBelow && !host.slice(0, -this.#suffix.length - 1).includes('.');
    if (name === undefined || !isDirect)
      return failed(
        'malformed',
        `${shown} is a Key Vault reference that does not name a secret of a vault below \`${this.#suffix}\``,
      );
    const vault = this.#vaultAt(host, shown);
    return 'failure' in vault ? vault : { kind: 'reference', vault, host, name, version, from };
  }

  #vaultAt(host: string, shown: string): VaultApi | Failed {
    const known = this.#vaults.get(host);
    if (known !== undefined) return known;
    if (this.#entra === null) {
      const help = `add \`key_vault_auth=${this.#advised}\` to the address of the store, or another way to sign in to its vault`;
      return failed('unsupported', `${shown} is a Key Vault reference, which the address does not allow`, help);
    }
    if (this.#vaults.size >= MOST_VAULTS)
      return failed('unsupported', `${shown} refers to one more vault than the ${MOST_VAULTS} that a store may`);
    const origin = endpointAt('akv', host, this.#ports.environment);
    if (typeof origin !== 'string') return { kind: 'failed', failure: origin.failure };
    const vault = new VaultApi(host, origin, this.#entra, this.#ports);
    this.#vaults.set(host, vault);
    return vault;
  }
}

/** A secret that is not there is an error: someone relies on it. */
async function secretOf({ vault, host, name, version, from }: Reference, call: Call): Promise<Answer> {
  const answer = await vault.get(name, version, call);
  if (answer.kind !== 'absent') return answer;
  const detail = `${shownAs(from)} refers to the secret \`${name}\` of \`${cleaned(host)}\`, which does not exist`;
  return failed('failed', detail, 'create this secret, or change the reference');
}

function shownAs({ key }: KeyValueSetting): string {
  return `key-value \`${cleaned(key)}\``;
}

const URI = /^https:\/\/([A-Za-z0-9.-]+)\/secrets\/([0-9A-Za-z-]{1,127})(?:\/([0-9A-Za-z]{32}))?\/?$/;
