/** One value for one entry of an external provider. Never sent twice: nobody knows what came of a write that was not answered. */
import { SecretValue } from '../../values/secret-value.js';
import type { WriteAnswer, WriteEntry } from '../provider.js';
import { failed } from '../store-failure.js';
import type { Endpoint } from './endpoint.js';
import { lacks } from './lacks.js';
import type { ProviderMethod, WireAddress } from './provider-methods.js';

interface Written {
  readonly scheme: string;
  readonly address: WireAddress;
  readonly methods: ReadonlySet<ProviderMethod>;
  readonly signal: AbortSignal;
}

/** Throws what the endpoint throws. */
export async function writeEntry(
  endpoint: Endpoint,
  { value, expiresAt, onlyIfAbsent }: WriteEntry,
  { scheme, address, methods, signal }: Written,
): Promise<WriteAnswer> {
  if (!methods.has('provider.set')) return lacks(scheme, 'provider.set', 'written');
  // Only entries of caches expire, and what a cache holds must be removable.
  if (expiresAt !== undefined && !methods.has('provider.delete')) return lacks(scheme, 'provider.delete', 'cached');
  const text = value.revealText();
  if (text === null) return NOT_TEXT;
  if (onlyIfAbsent && methods.has('provider.get')) {
    const there = await endpoint.read('provider.get', { address }, signal);
    if (there.status === 'found') return { kind: 'present', value: SecretValue.fromText(there.value) };
  }
  if (expiresAt === undefined || !methods.has('provider.set_expiring'))
    await endpoint.request('provider.set', { address, value: text }, signal);
  else {
    const ttl = Math.max(1, expiresAt.getTime() - Date.now());
    await endpoint.request('provider.set_expiring', { address, value: text, ttl_ms: ttl }, signal);
  }
  return { kind: 'written' };
}

const NOT_TEXT = failed(
  'not-text',
  'an external provider stores text alone',
  'declare the secret with `encoding = "base64"`',
);
