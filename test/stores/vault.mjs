/**
 * The vault and openbao stores before real servers: the core of Vault, built once from source, and OpenBao, both in memory and on
 * loopback. `node test/stores/vault.mjs COMMAND...`; a server that cannot be had is left out, with one line. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtKubernetes } from './k8s/server.mjs';
import { runCases, settledInTurn } from './run-cases.mjs';
import { commands } from './vault/commands.mjs';
import { entries } from './vault/entries.mjs';
import { namespaces } from './vault/namespaces.mjs';
import { planPolicies } from './vault/plan-policies.mjs';
import { policies } from './vault/policies.mjs';
import { startOpenBao, startVault } from './vault/server.mjs';
import { signIns } from './vault/sign-ins.mjs';
import { transport } from './vault/transport.mjs';
import { makeWorld } from './vault/world.mjs';
import { wrapping } from './vault/wrapping.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-vault-'));
const vault = await startVault();
const openbao = await startOpenBao(join(folder, 'openbao'));
const kubernetes = await builtKubernetes(join(folder, 'kubernetes'));
const stops = [];
try {
  const settled = {};
  const add = async (server, ...parts) => {
    const world = await makeWorld(server, join(folder, `of-${server.scheme}`), process.argv.slice(2), kubernetes);
    stops.push(world.stop);
    for (const part of parts) {
      const cases = Object.entries(await part(world)).map(([name, check]) => [`${server.scheme}: ${name}`, check]);
      Object.assign(settled, await settledInTurn(Object.fromEntries(cases)));
    }
  };
  if (kubernetes === null) console.log('left out: sign-ins with a real Kubernetes, which its own suite builds');
  if (vault === null) console.log('left out: Vault, since Go is not installed, with which it is built');
  else await add(vault, entries, signIns, wrapping, policies, planPolicies, commands, transport);
  if (openbao === null) console.log('left out: OpenBao, which cannot be installed from PyPI');
  else await add(openbao, entries, signIns, wrapping, policies, planPolicies, commands, namespaces);
  process.exitCode = runCases(settled);
} finally {
  for (const stop of stops) await stop();
  for (const server of [vault, openbao, kubernetes]) await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
