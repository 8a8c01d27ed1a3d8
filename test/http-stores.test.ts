/** Every HTTP store × every fault on loopback, and what all of them promise. `test/stores/http-faults.ts` prints the same as a matrix. */
import { beforeAll, expect, jest, test } from '@jest/globals';
import { temporaryFolder } from './runtime/files/temporary-folder.js';
import { makeCertificates } from './runtime/http/certificates.js';
import { CONTRACT } from './stores/http/contract.js';
import { FAULTS } from './stores/http/faults.js';
import { faultCell, kept, wayCell } from './stores/http/matrix.js';
import { WAYS } from './stores/http/ways.js';
import { HTTP_STORES } from './worlds/index.js';
import type { HttpStoreCase } from './worlds/shared/http-store.js';

// Each waits for all stores.
jest.setTimeout(60_000);
const folder = temporaryFolder();
const certificates = makeCertificates(folder);
if (certificates === null) console.log('TLS is not tested: openssl is not installed');
const ways = Object.entries(WAYS).filter(([, { needsCertificates }]) => certificates !== null || !needsCertificates);

// Jest cannot load a module that two ask for at the same time, so all that is needed is loaded by one store after the other.
beforeAll(async () => {
  for (const store of Object.values(HTTP_STORES)) await faultCell(store, '401', folder);
});

/** What is wrong, by store; all of them side by side, because most of the time is spent waiting. */
async function problems(cellOf: (store: HttpStoreCase) => Promise<{ readonly problems: readonly string[] }>) {
  const cells = await Promise.all(
    Object.entries(HTTP_STORES).map(async ([name, store]) => [name, (await cellOf(store)).problems] as const),
  );
  return Object.fromEntries(cells.filter(([, found]) => found.length > 0));
}

test.each(Object.keys(FAULTS))('no store is misled by %s', async (fault) => {
  expect(await problems((store) => faultCell(store, fault, folder))).toEqual({});
});

test.each(ways.map(([way]) => way))('no store is misled on a way with %s', async (way) => {
  expect(await problems((store) => wayCell(store, way, { folder, certificates }))).toEqual({});
});

test.each(Object.entries(CONTRACT))('%s', async (_, keeps) => {
  expect(await problems((store) => kept(() => keeps(store, folder)))).toEqual({});
});
