/**
 * `tool run --redact` with real processes: everything that holds without it (the cases of `descriptors.mjs`), and what only
 * it does. `node test/stores/redact.mjs COMMAND...`. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inherited } from './descriptors/inherited.mjs';
import { signals } from './descriptors/signals.mjs';
import { streams } from './descriptors/streams.mjs';
import { makeWorld } from './descriptors/world.mjs';
import { leftovers } from './redact/leftovers.mjs';
import { pressure } from './redact/pressure.mjs';
import { printers } from './redact/printers.mjs';
import { replaced } from './redact/replaced.mjs';
import { terminals } from './redact/terminals.mjs';
import { runCasesInTurn } from './run-cases.mjs';

const SAME = [streams, inherited, signals];
const OWN = [replaced, printers, leftovers, pressure, terminals];

const root = mkdtempSync(join(tmpdir(), 'tool-redact-'));
try {
  const world = makeWorld(join(root, 'world'), process.argv.slice(2), { options: ['--redact'], alpha: 'canary' });
  const cases = [...SAME, ...OWN].flatMap((family) => Object.entries(family(world)));
  process.exitCode = await runCasesInTurn(
    Object.fromEntries(cases.map(([name, check]) => [`with --redact: ${name}`, async () => check()])),
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
