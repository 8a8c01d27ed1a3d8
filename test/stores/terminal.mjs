/**
 * Prompts on real terminals: hidden input with its editing keys, pastes, long lines, interrupts, stops, a terminal that is closed, and
 * none at all. `node test/stores/terminal.mjs COMMAND...`; a COMMAND that starts with `node` is run on Node 24 too. Needs python3 and
 * setsid of util-linux, and tmux for a part. Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEachNode } from './node24.mjs';
import { runCases } from './run-cases.mjs';
import { checking } from './terminal/checking.mjs';
import { configuring } from './terminal/configuring.mjs';
import { deleting } from './terminal/deleting.mjs';
import { hasTmux, inTmux } from './terminal/in-tmux.mjs';
import { modes } from './terminal/modes.mjs';
import { prompting } from './terminal/prompting.mjs';
import { setting } from './terminal/setting.mjs';
import { signalling } from './terminal/signalling.mjs';
import { waiting } from './terminal/waiting.mjs';
import { makeWorld } from './terminal/world.mjs';

/** What a runtime does with terminals. */
const OF_RUNTIMES = [prompting, modes, signalling, ...(hasTmux() ? [inTmux] : [])];
/** What commands say on them, which is the same on every Node. */
const OF_COMMANDS = [setting, checking, configuring, deleting, waiting];

if (spawnSync('python3', ['-V'], { stdio: 'ignore' }).status !== 0) {
  console.log('left out  terminals: python3 is missing');
  console.log('0 passed, 0 failed');
} else {
  if (!hasTmux()) console.log('left out  terminals in tmux: tmux is missing');
  const root = mkdtempSync(join(tmpdir(), 'tool-terminal-'));
  try {
    process.exitCode = runCases(Object.assign({}, ...onEachNode(process.argv.slice(2)).flatMap(casesOf)));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }

  /** The cases of each family on one way of starting the tool, by name; a further Node has those of runtimes alone. */
  function casesOf([suffix, command], start) {
    const families = start === 0 ? [...OF_RUNTIMES, ...OF_COMMANDS] : OF_RUNTIMES;
    return families.map((family, index) => {
      const named = Object.entries(family(makeWorld(join(root, `${start}-${index}`), command)));
      return Object.fromEntries(named.map(([name, check]) => [`${name}${suffix}`, check]));
    });
  }
}
