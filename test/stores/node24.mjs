/**
 * A newer Node, installed where git ignores it. It could become another program and must not, and puts back the modes of a terminal
 * that it closes.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '24.21.0';
const TOOLS = fileURLToPath(new URL('../../.tools/node24', import.meta.url));

/** The command line, and the same on Node 24 if it starts with `node`; each with what the names of its cases end with. */
export function onEachNode([program, ...words]) {
  const newer = program === 'node' ? node24() : null;
  return [['', [program, ...words]], ...(newer === null ? [] : [[' (Node 24)', [newer, ...words]]])];
}

/** Path of the program; null, with one line that says so, where it cannot be had. */
function node24() {
  const name = `node-${process.platform}-${process.arch}`;
  const program = join(TOOLS, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) install(`${name}@${VERSION}`);
  if (existsSync(program)) return program;
  console.log(`left out  Node 24: ${name}@${VERSION} cannot be installed`);
  return null;
}

/** In a folder of its own first: another suite may do the same. */
function install(what) {
  const options = ['--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--ignore-scripts'];
  mkdirSync(dirname(TOOLS), { recursive: true });
  const made = mkdtempSync(`${TOOLS}-`);
  // A case runs it as another user.
  chmodSync(made, 0o755);
  try {
    spawnSync('npm', ['install', '--prefix', made, ...options, what], { stdio: 'ignore' });
    if (!existsSync(TOOLS)) renameSync(made, TOOLS);
  } catch {
    // The other one was first.
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
