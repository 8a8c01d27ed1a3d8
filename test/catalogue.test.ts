/** The catalogue and its loaders agree. What every store promises is in `contract/`. */
import { expect, test } from '@jest/globals';
import { isAvailable, loadProvider } from '#runtime/providers/index.js';
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { temporaryFolder } from './runtime/files/temporary-folder.js';
import { portsIn } from './runtime/providers/open-store.js';

const folder = temporaryFolder();
const descriptors: readonly (readonly [string, ProviderDescriptor])[] = Object.entries(providers);

test.each(descriptors)('%s: available here means that there is a loader, and the names agree', (scheme, descriptor) => {
  expect(isAvailable(scheme)).toBe(descriptor.available);
  expect(descriptor.scheme).toBe(scheme);
});

test.each(descriptors.filter(([, { available }]) => available))(
  '%s: the bare name opens or says why not',
  async (scheme) => {
    const uri = parseStoreUri(scheme);
    if (uri.kind === 'malformed' || !isAvailable(scheme)) throw new Error('not a spec');
    const opened = (await loadProvider(scheme)).open(uri, portsIn(folder));
    expect(['open', 'refused']).toContain(opened.kind);
  },
);
