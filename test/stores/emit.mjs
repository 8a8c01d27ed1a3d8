/**
 * What `tool plan emit` prints, before the programs that it is for. `node test/stores/emit.mjs COMMAND...`; a program that cannot be had
 * is left out, with one line. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agent } from './emit/agent.mjs';
import { ci } from './emit/ci.mjs';
import { files } from './emit/files.mjs';
import { operator } from './emit/operator.mjs';
import { builtKubernetes } from './k8s/server.mjs';
import { runCases, settledInTurn } from './run-cases.mjs';
import { toolIn } from './shared/tool.mjs';
import { startOpenBao } from './vault/server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-emit-'));
const tool = toolIn(join(folder, 'tool'), process.argv.slice(2));
const vault = await startOpenBao(join(folder, 'openbao'));
const kubernetes = await builtKubernetes(join(folder, 'kubernetes'));
try {
  const settled = await settledInTurn({ ...files(tool), ...ci(tool) });
  if (vault === null)
    console.log('left out: Vault Agent and External Secrets, for OpenBao cannot be installed from PyPI');
  else {
    Object.assign(settled, await settledInTurn(agent(vault, folder, tool)));
    if (kubernetes === null) console.log('left out: External Secrets, for the suite of Kubernetes builds its server');
    else Object.assign(settled, await settledInTurn(await operator(vault, kubernetes, folder, tool)));
  }
  process.exitCode = runCases(settled);
} finally {
  vault?.stop();
  await kubernetes?.stop();
  rmSync(folder, { recursive: true, force: true });
}
