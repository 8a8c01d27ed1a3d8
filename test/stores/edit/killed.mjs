/** `tool edit` that is killed at any moment: the store has the old values or the new ones, and no other file has any. */
import { strictEqual } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { NEW, OLD } from './world.mjs';

/** How often it is looked whether the guard is done, and how often at most. */
const LOOK_MS = 50;
const LOOKS = 1_200;

export async function killed(world, kills, seed) {
  const random = randomFrom(seed);
  const editor = join(world.work, '..', 'editor.sh');
  // Long enough for some kills while it runs.
  writeFileSync(editor, `#!/bin/sh\nsleep 0.1; sed -i 's/${OLD}/${NEW}/; s/of-lines/of-rows/' "$1"; sleep 0.1\n`, {
    mode: 0o755,
  });
  const before = world.env();
  const [after, longest] = await wholeRun(world, editor);
  const counts = { before: 0, after: 0 };
  for (let kill = 0; kill < kills; kill++) {
    world.reset();
    const tool = world.start(editor);
    const ended = once(tool, 'exit');
    await Promise.race([setTimeout(random() * longest), ended]);
    tool.kill('SIGKILL');
    await ended;
    await untilNothingIsLeft(world, kill);
    const now = world.env();
    if (now !== before && now !== after) throw new Error(`kill ${kill}: neither the old values nor the new ones`);
    counts[now === before ? 'before' : 'after'] += 1;
  }
  // What a writer that was killed left beside the store is removed by the next one.
  world.reset();
  strictEqual(world.run(['edit'], editor).status, 0);
  world.expectNothingLeft();
  console.log(
    `killed ${kills} times (seed ${seed}): ${counts.before} left the old values, ${counts.after} the new ones`,
  );
  if (counts.before === 0) throw new Error('no kill came before the values were stored');
}

/** What it stores if nobody ends it, and how long that takes, with some more. */
async function wholeRun(world, editor) {
  const start = performance.now();
  const [status] = await once(world.start(editor), 'exit');
  strictEqual(status, 0);
  const after = world.env();
  return [after, (performance.now() - start) * 1.1];
}

async function untilNothingIsLeft(world, kill) {
  for (let look = 0; look < LOOKS; look++) {
    if (world.folders().every((path) => !path.includes('tool-session'))) return;
    await setTimeout(LOOK_MS);
  }
  throw new Error(`kill ${kill}: the private folder is still there`);
}

/** Numbers below 1 that the seed decides (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
