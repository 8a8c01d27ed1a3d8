/**
 * The hook in the shells themselves, each on a terminal of its own: folders are entered and left, files changed, and the environment compared that programs get.
 * `node test/stores/hook.mjs COMMAND...`; needs python3; a shell that is not installed is left out, with one line. `ONLY=bash` limits it to one.
 * Ends with `N passed, N failed`.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { children, comeAndGo, permissions } from './hook/come-and-go.mjs';
import { locked } from './hook/locked.mjs';
import { settings, trouble } from './hook/odd.mjs';
import { shells } from './hook/shells.mjs';
import { makeWorld } from './hook/world.mjs';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-hook-'));
const cases = {};
console.log('left out: powershell');
for (const [name, shell] of Object.entries(shells)) {
  if (process.env.ONLY !== undefined && !process.env.ONLY.split(' ').includes(name)) continue;
  if (shell.program() === null) {
    console.log(`left out: ${name}, which is not installed`);
    continue;
  }
  for (const [index, suite] of [comeAndGo, permissions, children, settings, trouble, locked].entries()) {
    if (process.env.SUITE !== undefined && process.env.SUITE !== suite.name) continue;
    const world = makeWorld(join(root, `${name}-${index}`), tool);
    for (const [title, check] of Object.entries(suite(name, shell, world))) cases[`${name}: ${title}`] = check;
  }
}
process.exitCode = runCases(cases);
rmSync(root, { recursive: true, force: true });
