/**
 * Every HTTP store × every fault, printed as a matrix, under whatever runtime runs this file: `node dist/test/stores/http-faults.js
 * [STORE]...`. Without openssl the certificates are left out, with one line. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from '../runtime/http/certificates.js';
import { HTTP_STORES } from '../worlds/index.js';
import type { HttpStoreCase } from '../worlds/shared/http-store.js';
import { CONTRACT } from './http/contract.js';
import { FAULTS } from './http/faults.js';
import { type Cell, faultCell, kept, wayCell } from './http/matrix.js';
import { WAYS } from './http/ways.js';

/** What the contract has counted. */
const COSTS: Readonly<Record<string, (costs: HttpStoreCase['costs']) => number>> = {
  'requests for 100 secrets': ({ hundred }) => hundred,
  'requests for 100 secrets that are missing': ({ misses }) => misses,
};
const names = process.argv.slice(2);
const stores = Object.entries(HTTP_STORES).filter(([name]) => names.length === 0 || names.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'tool-http-'));
let [passed, failed] = [0, 0];
try {
  const certificates = makeCertificates(folder);
  if (certificates === null) console.log('left out: TLS, because openssl is not installed');
  const ways = Object.entries(WAYS).filter(([, { needsCertificates }]) => certificates !== null || !needsCertificates);
  printRow(
    '',
    stores.map(([name]) => name),
  );
  for (const fault of Object.keys(FAULTS)) await row(fault, (store) => faultCell(store, fault, folder));
  for (const [promise, keeps] of Object.entries(CONTRACT))
    await row(promise, (store) => kept(() => keeps(store, folder)));
  for (const [what, costOf] of Object.entries(COSTS))
    printRow(
      what,
      stores.map(([, store]) => `${costOf(store.costs)}`),
    );
  for (const [way] of ways) await row(way, (store) => wayCell(store, way, { folder, certificates }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function row(fault: string, cellOf: (store: (typeof HTTP_STORES)[string]) => Promise<Cell>): Promise<void> {
  const cells = await Promise.all(stores.map(([, store]) => cellOf(store)));
  printRow(
    fault,
    cells.map(({ reported, problems }) => (problems.length === 0 ? reported : 'FAILED')),
  );
  for (const [index, { problems }] of cells.entries()) {
    if (problems.length === 0) passed++;
    else failed++;
    for (const problem of problems) console.log(`FAILED ${stores[index]?.[0]}, ${fault}: ${problem}`);
  }
}

function printRow(first: string, cells: readonly string[]): void {
  console.log([first.padEnd(80), ...cells.map((cell) => cell.padEnd(18))].join('').trimEnd());
}
