/**
 * The bw store with the real `bw`, which signs in to a double of its server on loopback and encrypts as it always does.
 * `node test/stores/bw.mjs COMMAND...`; what cannot be installed is left out, with one line. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateIn } from './bitwarden/certificate.mjs';
import { programIn } from './bitwarden/program.mjs';
import { vaultCases } from './bitwarden/vault-cases.mjs';
import { startVault } from './bitwarden/vault-server.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { fromNpm } from './shared/installed.mjs';

const NODE = `node-${process.platform}-${process.arch}`;

const folder = mkdtempSync(join(tmpdir(), 'tool-bw-'));
const certificate = certificateIn(folder);
// It needs Node 22 or later.
const packages = fromNpm('bw-2026.9.0', '@bitwarden/cli@2026.9.0', `${NODE}@24.21.0`);
const server = certificate && packages && (await startVault(certificate));
try {
  if (certificate === null) console.log('left out: openssl is not installed');
  if (server) {
    const [node, script] = [`${NODE}/bin/node`, '@bitwarden/cli/build/bw.js'].map((path) =>
      join(packages, 'node_modules', path),
    );
    const variables = { NODE_EXTRA_CA_CERTS: certificate.ca, BITWARDENCLI_APPDATA_DIR: join(folder, 'data') };
    const program = programIn(folder, 'bw', [node, script], variables);
    process.exitCode = await runCasesInTurn(vaultCases({ folder, server, program, command: process.argv.slice(2) }));
  }
} finally {
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
