/** Which values of a resolution are hidden in what others read: all but those that the manifest itself shows. */
import type { Delivered, Origin, Resolution, ResolvedSecret } from '../execute/resolution.js';
import { type ByteString, byteStringOf } from '../values/byte-string.js';
import type { SecretValue } from '../values/secret-value.js';

export interface DeliveredSecret {
  readonly secret: string;
  readonly origin: Origin;
  readonly delivered: Exclude<Delivered, { readonly kind: 'withheld' }>;
}

/**
 * Without the defaults of the manifest, such as `3000` and `true`, which would garble a log, and without compositions of the same
 * text. A stored value that is equal to a default stays.
 */
export function valuesToHide({ secrets, hidden }: Resolution): readonly DeliveredSecret[] {
  const all = deliveredIn(secrets);
  const shown = new Set<ByteString>();
  for (const { origin, delivered } of all) if (origin.kind === 'default') shown.add(bytesOf(delivered.value));
  if (shown.size === 0) return all;
  for (const { origin, delivered } of all)
    if (origin.kind !== 'default' && origin.kind !== 'composed') shown.delete(bytesOf(delivered.value));
  for (const value of hidden) shown.delete(bytesOf(value));
  return all.filter(({ origin, delivered }) => origin.kind !== 'default' && !shown.has(bytesOf(delivered.value)));
}

/** Those that were handed out. */
export function deliveredIn(secrets: readonly ResolvedSecret[]): readonly DeliveredSecret[] {
  return secrets.flatMap((found) => {
    if (found.status !== 'found' || found.delivered.kind === 'withheld') return [];
    const { secret, origin, delivered } = found;
    return [{ secret, origin, delivered }];
  });
}

function bytesOf(value: SecretValue): ByteString {
  return byteStringOf(value.revealText() ?? value.reveal());
}
