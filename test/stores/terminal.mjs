/**
 * Prompts on real terminals: hidden input with its editing keys, pastes, long lines, interrupts, stops, a terminal that is closed, and
 * none at all. `node test/stores/terminal.mjs COMMAND...`; needs python3 and setsid of util-linux, and tmux for a part. Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCases } from './run-cases.mjs';
import { checking } from './terminal/checking.mjs';
import { configuring } from './terminal/configuring.mjs';
import { deleting } from './terminal/deleting.mjs';
import { hasTmux, inTmux } from './terminal/in-tmux.mjs';
import { modes } from './terminal/modes.mjs';
import { prompting } from './terminal/prompting.mjs';
import { setting } from './terminal/setting.mjs';
import { waiting } from './terminal/waiting.mjs';
import { makeWorld } from './terminal/world.mjs';

const FAMILIES = [prompting, modes, setting, checking, configuring, deleting, waiting, ...(hasTmux() ? [inTmux] : [])];

if (spawnSync('python3', ['-V'], { stdio: 'ignore' }).status !== 0) {
  console.log('left out  terminals: python3 is missing');
  console.log('0 passed, 0 failed');
} else {
  if (!hasTmux()) console.log('left out  terminals in tmux: tmux is missing');
  const root = mkdtempSync(join(tmpdir(), 'tool-terminal-'));
  try {
    const cases = FAMILIES.map((family, index) => family(makeWorld(join(root, `${index}`), process.argv.slice(2))));
    process.exitCode = runCases(Object.assign({}, ...cases));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
