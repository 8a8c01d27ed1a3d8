/**
 * The bws store with the real `bws` before a double of its server on loopback, whose secrets are encrypted as Bitwarden's are.
 * `node test/stores/bws.mjs COMMAND...`; what cannot be installed is left out, with one line. Ends with `N passed, N failed`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateIn } from './bitwarden/certificate.mjs';
import { programIn } from './bitwarden/program.mjs';
import { secretsCases } from './bitwarden/secrets-cases.mjs';
import { startSecrets } from './bitwarden/secrets-server.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { kept } from './shared/installed.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-bws-'));
const certificate = certificateIn(folder);
const program = kept('bws-2.1.0', build);
const server = certificate && program && (await startSecrets(certificate));
try {
  if (certificate === null) console.log('left out: openssl is not installed');
  if (server) {
    const started = programIn(folder, 'bws', [join(program, 'bin/bws')], { SSL_CERT_FILE: certificate.ca });
    process.exitCode = await runCasesInTurn(
      secretsCases({ folder, server, program: started, command: process.argv.slice(2) }),
    );
  }
} finally {
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Without optimization, which no case waits for and which takes half an hour more. It is given up before the suite reaches its limit. */
function build(made) {
  const profile = {
    CARGO_PROFILE_RELEASE_LTO: 'off',
    CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  };
  const words = ['install', 'bws', '--version', '2.1.0', '--locked', '--root', made];
  execFileSync('cargo', words, { stdio: 'ignore', timeout: 1_500_000, env: { ...process.env, ...profile } });
}
