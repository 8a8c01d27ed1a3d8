/** Readers that are slow, stop, or go away. */
import { ok, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants as fileFlags, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { statusOf } from '../descriptors/world.mjs';

const GIGABYTE = 1_000_000_000;
const MOST_KILOBYTES = 300_000;
const PIECE_BYTES = 100_000_000;
const PATIENCE_MS = 20_000;

export const pressure = (world) => ({
  'a gigabyte through a slow pipe takes little memory': async () => {
    const tool = world.start(['head', '-c', `${GIGABYTE}`, '/dev/zero']);
    let read = 0;
    let most = 0;
    let next = PIECE_BYTES;
    for await (const piece of tool.stdout) {
      read += piece.length;
      if (read < next) continue;
      next += PIECE_BYTES;
      await pause(100);
      most = Math.max(most, memoryOf(tool.pid));
    }
    strictEqual(read, GIGABYTE);
    ok(most > 0 && most < MOST_KILOBYTES, `${most} KB`);
  },
  'a reader that stops holds the command up': async () => {
    const tool = world.start(['sh', '-c', 'head -c 20000000 /dev/zero; touch written']);
    await pause(1_500);
    ok(!world.has('written'), 'the command is not held up');
    let read = 0;
    for await (const { length } of tool.stdout) read += length;
    strictEqual(read, 20_000_000);
    ok(world.has('written'));
  },
  'meanwhile signals are passed on': async () => {
    const script = 'trap "touch caught; kill \\$!; exit 7" TERM; yes & touch ready; wait';
    const tool = world.start(['sh', '-c', script]);
    const ended = once(tool, 'exit');
    await until(() => world.has('ready'));
    await pause(300);
    tool.kill('SIGTERM');
    await until(() => world.has('caught'));
    tool.stdout.destroy();
    const [code, signal] = await ended;
    strictEqual(statusOf(code, signal, constants.signals), 7);
  },
  'after the command a signal ends the tool': async () => {
    // More than this pipe holds, which no one reads; less than it and what is in between.
    const { reader, writer } = pipeIn(world.folder);
    const tool = world.start(['sh', '-c', 'echo $$ > number; head -c 150000 /dev/zero'], ['ignore', writer, 'ignore']);
    const ended = once(tool, 'exit');
    closeSync(writer);
    await until(() => /\n/u.test(world.has('number') ? world.read('number') : ''));
    await until(() => !isAlive(Number(world.read('number'))));
    await pause(300);
    tool.kill('SIGTERM');
    const [code, signal] = await ended;
    closeSync(reader);
    strictEqual(statusOf(code, signal, constants.signals), 143);
  },
});

function pipeIn(folder) {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, fileFlags.O_RDONLY | fileFlags.O_NONBLOCK);
  return { reader, writer: openSync(path, 'w') };
}

/** The peak, in KB; 0 if it has ended. */
function memoryOf(pid) {
  try {
    return Number(/VmHWM:\s*(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(isTrue) {
  const end = Date.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('it never happens');
    await pause(20);
  }
}
