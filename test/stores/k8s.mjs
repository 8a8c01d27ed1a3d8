/**
 * The stores of Kubernetes before a real API server with etcd, built once from source, on loopback.
 * `node test/stores/k8s.mjs COMMAND...`; without Go or etcd it says so and checks nothing. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from './k8s/commands.mjs';
import { exported } from './k8s/exported.mjs';
import { objects } from './k8s/objects.mjs';
import { planPolicies } from './k8s/plan-policies.mjs';
import { roles } from './k8s/roles.mjs';
import { hasEtcd, startKubernetes } from './k8s/server.mjs';
import { signIns } from './k8s/sign-ins.mjs';
import { makeWorld } from './k8s/world.mjs';
import { runCasesInTurn } from './run-cases.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-k8s-'));
const server = hasEtcd() ? await startKubernetes(join(folder, 'server')) : null;
try {
  if (server === null) console.log('left out: Go or etcd is not installed');
  else {
    const world = makeWorld(server, folder, process.argv.slice(2));
    const cases = {
      ...objects(world),
      ...roles(world),
      ...planPolicies(world),
      ...signIns(world),
      ...commands(world),
      ...exported(world),
    };
    process.exitCode = await runCasesInTurn(cases);
  }
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
