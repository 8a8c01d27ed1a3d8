/**
 * Reads entries with as few requests as possible: batches that fit, and single requests where a batch fails for one of its entries
 * (semantics 16).
 */
import { eachAtOnce } from '../../each-at-once.js';
import { WireError } from '../../json-rpc/wire-error.js';
import { SecretValue } from '../../values/secret-value.js';
import type { Answer, StoreFailure } from '../provider.js';
import { type Failed, StoreFailureError } from '../store-failure.js';
import { batchesOf } from './batches.js';
import type { Endpoint } from './endpoint.js';
import type { ProviderMethod, Result, WireAddress } from './provider-methods.js';

export interface Asking {
  readonly endpoint: Endpoint;
  readonly hasBatches: boolean;
  readonly signal: AbortSignal;
  readonly failure: (error: WireError, method: ProviderMethod) => StoreFailure;
}

/** As many as are offered; the connection holds back what the provider does not take at once. */
const AT_ONCE = 16;

/** Of these one entry may be the cause, which spoils the others of its batch. */
const OF_ONE_ENTRY: ReadonlySet<string> = new Set([
  'invalid_params',
  'permission_denied',
  'conflict',
  'operation_failed',
  'message_too_large',
]);

/** One answer per address, in their order. Rejects with the reason of the signal. */
export async function readEntries(
  addresses: readonly WireAddress[],
  asking: Asking,
  answered?: () => void,
): Promise<readonly Answer[]> {
  const reads = new Reads(asking, answered);
  if (!asking.hasBatches || addresses.length === 1) return reads.singly(addresses);
  const limit = await asking.endpoint.frameLimit(asking.signal);
  const batches = batchesOf(addresses, limit);
  const answers = await eachAtOnce(batches, AT_ONCE, (batch) => reads.together(batch));
  return answers.flat();
}

class Reads {
  readonly #asking: Asking;
  readonly #answered: (() => void) | undefined;
  /** The failure of the provider itself, after which nothing more of this operation is sent. */
  #lost: Failed | null = null;

  constructor(asking: Asking, answered: (() => void) | undefined) {
    this.#asking = asking;
    this.#answered = answered;
  }

  singly(addresses: readonly WireAddress[]): Promise<Answer[]> {
    return eachAtOnce(addresses, AT_ONCE, (address) => this.#one(address), this.#answered);
  }

  async together(addresses: readonly WireAddress[]): Promise<readonly Answer[]> {
    const lost = this.#lost;
    if (lost !== null) return addresses.map(() => lost);
    const { endpoint, signal } = this.#asking;
    const requests = addresses.map((address, index) => ({ name: String(index), address }));
    try {
      const { results } = await endpoint.read('provider.get_many', { requests }, signal);
      const isInOrder =
        results.length === requests.length && results.every(({ name }, index) => name === String(index));
      if (!isInOrder)
        throw await endpoint.breach(
          'answered `provider.get_many` with other names, or in another order, than it was asked',
        );
      for (const _ of results) this.#answered?.();
      return results.map(answerOf);
    } catch (error) {
      if (error instanceof WireError && OF_ONE_ENTRY.has(error.kind)) return this.singly(addresses);
      const failure = this.#failed(error, 'provider.get_many');
      return addresses.map(() => failure);
    }
  }

  async #one(address: WireAddress): Promise<Answer> {
    if (this.#lost !== null) return this.#lost;
    const { endpoint, signal } = this.#asking;
    try {
      return answerOf(await endpoint.read('provider.get', { address }, signal));
    } catch (error) {
      return this.#failed(error, 'provider.get');
    }
  }

  #failed(error: unknown, method: ProviderMethod): Failed {
    if (error instanceof WireError) return { kind: 'failed', failure: this.#asking.failure(error, method) };
    if (!(error instanceof StoreFailureError)) throw error;
    this.#lost = { kind: 'failed', failure: error.failure };
    return this.#lost;
  }
}

function answerOf(result: Result<'provider.get'>): Answer {
  if (result.status === 'missing') return { kind: 'absent' };
  const { value, expires_at_unix_ms: expires, revision } = result;
  return {
    kind: 'found',
    value: SecretValue.fromText(value),
    ...(revision !== undefined && { revision }),
    ...(expires !== null && { expiresAt: new Date(expires) }),
  };
}
