/** The runtimes that consumers have: this Node, those of the other supported versions, and Bun. What cannot be installed is left out. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromNpm } from '../shared/installed.mjs';

const NODES = { 22: '22.23.3', 24: '24.21.0' };
const BUN = '1.4.5';

/** Name and program of each. */
export function runtimes() {
  const own = Number.parseInt(process.versions.node, 10);
  const others = Object.entries(NODES)
    .filter(([major]) => Number(major) !== own)
    .map(([major, version]) => [
      `Node ${major}`,
      programOf(`node-${process.platform}-${process.arch}`, version, 'bin/node'),
    ]);
  const arch = { x64: 'x64', arm64: 'aarch64' }[process.arch];
  const bun = programOf(`@oven/bun-${process.platform}-${arch}`, BUN, 'bin/bun');
  return [[`Node ${own}`, process.execPath], ...others, ['Bun', bun]].filter(([, program]) => program !== null);
}

function programOf(name, version, path) {
  const folder = fromNpm(`${name.split('/').at(-1).split('-')[0]}-${version}`, `${name}@${version}`);
  const program = folder && join(folder, 'node_modules', name, path);
  return program !== null && existsSync(program) ? program : null;
}
