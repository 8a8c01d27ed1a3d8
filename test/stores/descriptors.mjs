/**
 * What reaches a child of `tool run`, and what is left after it: standard streams as pipe, file, terminal and closed, other
 * descriptors, signals at every moment, large environments, bytes. `node test/stores/descriptors.mjs COMMAND...`; a COMMAND
 * that starts with `node` is run on Node 24 too. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytes } from './descriptors/bytes.mjs';
import { inherited } from './descriptors/inherited.mjs';
import { processOne } from './descriptors/process-one.mjs';
import { signals } from './descriptors/signals.mjs';
import { starts } from './descriptors/starts.mjs';
import { streams } from './descriptors/streams.mjs';
import { terminals } from './descriptors/terminals.mjs';
import { makeWorld } from './descriptors/world.mjs';
import { onEachNode } from './node24.mjs';
import { runCasesInTurn } from './run-cases.mjs';

const FAMILIES = [streams, inherited, signals, starts, bytes, terminals, processOne];

const root = mkdtempSync(join(tmpdir(), 'tool-descriptors-'));
try {
  process.exitCode = await runCasesInTurn(Object.assign({}, ...onEachNode(process.argv.slice(2)).map(casesOf)));
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Every case on one way of starting the tool, by name. */
function casesOf([suffix, command], index) {
  const world = makeWorld(join(root, `${index}`), command);
  const named = FAMILIES.flatMap((family) => Object.entries(family(world)));
  return Object.fromEntries(named.map(([name, check]) => [`${name}${suffix}`, async () => check()]));
}
