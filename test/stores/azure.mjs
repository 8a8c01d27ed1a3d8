/**
 * The stores of Azure through the tool's commands, before doubles of their APIs and of Microsoft Entra on loopback, which the
 * vendor's own clients use too: `node test/stores/azure.mjs COMMAND...`. The clients are installed from the npm registry once; without
 * them their cases are left out, with one line. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vendorClients } from './azure/clients.mjs';
import { configurationCases } from './azure/configuration.mjs';
import { vaultCases } from './azure/vault.mjs';
import { runCasesInTurn } from './run-cases.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-azure-'));
const world = { folder, command: process.argv.slice(2), clients: vendorClients() };
const parts = [await vaultCases(world), await configurationCases(world)];
try {
  process.exitCode = await runCasesInTurn(Object.assign({}, ...parts.map(({ cases }) => cases)));
} finally {
  for (const { stop } of parts) await stop();
  rmSync(folder, { recursive: true, force: true });
}
