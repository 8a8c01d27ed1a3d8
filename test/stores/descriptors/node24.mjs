/** A newer Node, which could become another program and must not, installed where git ignores it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '24.21.0';
const TOOLS = fileURLToPath(new URL('../../../.tools/node24', import.meta.url));

/** Path of the program; null, with one line that says so, where it cannot be had. */
export function node24() {
  const name = `node-${process.platform}-${process.arch}`;
  const program = join(TOOLS, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) install(`${name}@${VERSION}`);
  if (existsSync(program)) return program;
  console.log(`left out  Node 24: ${name}@${VERSION} cannot be installed`);
  return null;
}

function install(what) {
  const options = ['--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--ignore-scripts'];
  spawnSync('npm', ['install', '--prefix', TOOLS, ...options, what], { stdio: 'ignore' });
}
