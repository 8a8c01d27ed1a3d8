/**
 * The awssm and awsps stores before moto, a double of AWS that others keep, on loopback; what it does not enforce is tested with
 * doubles of our own (`test/runtime/providers/aws*`). `node test/stores/aws.mjs COMMAND...`; without a Python that can install
 * moto it says so and checks nothing. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from './aws/commands.mjs';
import { entries } from './aws/entries.mjs';
import { planPolicies } from './aws/plan-policies.mjs';
import { startMoto } from './aws/server.mjs';
import { makeWorld } from './aws/world.mjs';
import { runCasesInTurn } from './run-cases.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-aws-'));
const moto = await startMoto();
try {
  if (moto !== null) {
    const world = makeWorld(moto, folder, process.argv.slice(2));
    process.exitCode = await runCasesInTurn({ ...entries(world), ...commands(world), ...(await planPolicies(world)) });
  }
} finally {
  moto?.stop();
  rmSync(folder, { recursive: true, force: true });
}
