/**
 * The tool on Windows, with Node for Windows under Wine: `node test/stores/windows.mjs COMMAND...`; ends with `N passed, N failed`. What
 * Wine cannot show is in docs/windows.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodes, seen, windows } from './windows/wine.mjs';

const tool = process.argv.at(-1);
const system = windows();
const counts = { passed: 0, failed: 0 };
if (system !== null) {
  const folder = mkdtempSync(join(tmpdir(), 'tool-windows-'));
  try {
    for (const [version, node] of nodes())
      count(`Node ${version}`, system.run(node, script('inside/cases.mjs'), [seen(tool), seen(folder)]));
  } finally {
    system.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function script(name) {
  return fileURLToPath(new URL(`windows/${name}`, import.meta.url));
}

function count(title, { status, output }) {
  const lines = output.split(/\r?\n/u).filter((line) => line !== '');
  const last = /^(\d+) passed, (\d+) failed$/u.exec(lines.at(-1) ?? '');
  for (const line of last === null ? lines : lines.slice(0, -1)) console.log(`${title}: ${line}`);
  counts.passed += Number(last?.[1] ?? 0);
  counts.failed += last === null || (status !== 0 && last[2] === '0') ? 1 : Number(last[2]);
}
