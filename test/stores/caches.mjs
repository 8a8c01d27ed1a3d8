/**
 * What is kept of earlier calls is believed only where it is the user's own: `node test/stores/caches.mjs COMMAND`. A checkout
 * brings a forged cache for its own manifest, and every variable that may lead to it is tried. As root the cases run as a
 * user without an entry in the password database; other users' folders are tried too.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { compiledCode, compiledForOthers } from './caches/compiled-code.mjs';
import { kept } from './caches/kept.mjs';
import { databaseHomes, otherUsers } from './caches/other-users.mjs';
import { command, commit, forge, isRoot, root } from './caches/world.mjs';
import { runCases } from './run-cases.mjs';

if (command.length === 0) throw new Error('usage: caches.mjs COMMAND');
const isBundle = command.length === 2;
/** A container may keep root from it. */
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

try {
  forge();
  commit();
  process.exitCode = runCases({
    ...kept,
    ...where(isRoot, 'root', otherUsers),
    ...where(canMount, 'root that may mount', databaseHomes),
    ...(isBundle ? compiledCode : {}),
    ...(isBundle ? where(isRoot, 'root', compiledForOthers) : {}),
  });
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** The cases, or none of them and a line for each. */
function where(isThere, needed, cases) {
  if (isThere) return cases;
  for (const name of Object.keys(cases)) console.log(`left out  ${name}: needs ${needed}`);
  return {};
}
