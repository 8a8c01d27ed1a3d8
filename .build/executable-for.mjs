/**
 * Compiles the command for another system, dist/executable/TARGET/tool: what `npm run build:executable -- --target TARGET` runs. Bun of that
 * system is put under the same code. The order of functions, which only a start on that system could tell, is left out.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { bunFor, compileByBun, copyTree, installed } from './by-bun.mjs';
import { ROOT } from './compiled.mjs';

/** What Bun and the library of keyrings call each. */
export const TARGETS = {
  'linux-x64': { bun: 'linux-x64', keyring: 'linux-x64-gnu' },
  'linux-arm64': { bun: 'linux-aarch64', keyring: 'linux-arm64-gnu' },
  'macos-x64': { bun: 'darwin-x64', keyring: 'darwin-x64' },
  'macos-arm64': { bun: 'darwin-aarch64', keyring: 'darwin-arm64' },
  'windows-x64': { bun: 'windows-x64', keyring: 'win32-x64-msvc' },
  'windows-arm64': { bun: 'windows-aarch64', keyring: 'win32-arm64-msvc' },
};
const KEYRINGS = join(ROOT, '.tools/keyring');
const LIBRARY = 'node_modules/@napi-rs/keyring';

/** Prints the file and its size. Throws for a system that is not in the list. */
export function buildFor(target) {
  const known = TARGETS[target];
  if (known === undefined) throw new Error(`${target} is none of ${Object.keys(TARGETS).join(', ')}`);
  const folder = join(ROOT, 'dist/executable', target);
  const out = join(folder, target.startsWith('windows') ? 'tool.exe' : 'tool');
  const tree = join(folder, 'tree');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  try {
    copyTree(tree);
    copyKeyring(tree, known.keyring);
    const runtime = bunFor(known.bun);
    compileByBun(tree, out, [
      `--target=bun-${known.bun.replace('aarch64', 'arm64')}`,
      `--compile-executable-path=${runtime}`,
    ]);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
  console.log(`${relative(ROOT, out)}: ${Math.round(statSync(out).size / 1e6)} MB`);
}

/** The library with its native part for that system alone, which is found from the library's own folder. */
function copyKeyring(tree, system) {
  const { version } = JSON.parse(readFileSync(join(ROOT, LIBRARY, 'package.json'), 'utf8'));
  cpSync(join(ROOT, LIBRARY), join(tree, LIBRARY), { recursive: true });
  const native = installed(`${KEYRINGS}-${system}`, `@napi-rs/keyring-${system}`, version);
  cpSync(native, join(tree, dirname(LIBRARY), basename(native)), { recursive: true });
}
