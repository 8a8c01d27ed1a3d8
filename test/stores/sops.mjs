/**
 * The sops store and the program `sops` on the same documents, in every format: what one writes the other reads. What is refused,
 * damaged documents, PGP keys, writers side by side and killed. `node test/stores/sops.mjs [--kills N] COMMAND...`; needs Go once, to
 * build the program, and age-keygen; ends with `N passed, N failed`.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goProgram } from './go-program.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { contract } from './sops/contract.mjs';
import { documents } from './sops/documents.mjs';
import { pgp } from './sops/pgp.mjs';
import { refusals } from './sops/refusals.mjs';
import { makeWorld } from './sops/world.mjs';
import { writers } from './sops/writers.mjs';

const given = process.argv.slice(2);
const isCounted = given[0] === '--kills';
const kills = isCounted ? Number(given[1]) : 10;
const root = mkdtempSync(join(tmpdir(), 'tool-sops-'));
const program = goProgram('sops');
try {
  if (program === null) console.log('left out: Go is not installed, and the program is built with it');
  else {
    mkdirSync(join(root, 'bin'));
    symlinkSync(program, join(root, 'bin/sops'));
    const tool = isCounted ? given.slice(2) : given;
    const world = makeWorld(root, tool);
    process.exitCode = await runCasesInTurn({
      ...documents(world),
      ...refusals(world),
      ...pgp(world),
      ...writers(world, kills),
      ...(tool[0] === 'node' ? contract(world) : {}),
    });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
