/** Addresses in as few batches as fit into one message each. */
import { MOST_REQUESTS, type WireAddress } from './provider-methods.js';

/** What else is in a request, and the name of one of its entries with its brackets. */
const ENVELOPE_BYTES = 512;
const ENTRY_BYTES = 40;

/** `limit`: bytes of a message. A single address that is too large has a batch of its own. */
export function batchesOf(addresses: readonly WireAddress[], limit: number): readonly (readonly WireAddress[])[] {
  const batches: WireAddress[][] = [];
  let left = 0;
  for (const address of addresses) {
    const bytes = Buffer.byteLength(JSON.stringify(address)) + ENTRY_BYTES;
    const last = batches.at(-1);
    if (last === undefined || last.length === MOST_REQUESTS || bytes > left) {
      batches.push([address]);
      left = limit - ENVELOPE_BYTES - bytes;
    } else {
      last.push(address);
      left -= bytes;
    }
  }
  return batches;
}
