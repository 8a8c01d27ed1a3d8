/** Signals at every moment: before the child is there, while it runs, while it ends. */
import { ok, strictEqual } from 'node:assert';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { statusOf } from './world.mjs';

const LOOP = 'while :; do sleep 0.02; done';
const GIVE_UP_SECONDS = 30;
const NOBODY = 65_534;
const FORWARDED = 'TERM INT HUP QUIT USR1 USR2 ALRM VTALRM PROF XCPU IO WINCH'.split(' ').map((name) => `SIG${name}`);
/** A bare start takes some 40 ms; after 120 the child is certainly there. */
const FIRST_MOMENTS_MS = Array.from({ length: 60 }, (_, index) => index);
const MOMENTS_MS = Array.from({ length: 25 }, (_, index) => index * 5);

export const signals = (world) => ({
  ...Object.fromEntries(
    FORWARDED.map((signal) => [
      `${signal} reaches the child`,
      async () => {
        const { status, output } = await signalled(
          world,
          `trap 'echo caught; exit 7' ${signal.slice(3)}; echo ready; ${LOOP}`,
          signal,
        );
        strictEqual(`${status} ${output}`, '7 ready\ncaught\n');
      },
    ]),
  ),
  'a child that traps it and ends well gives 0': async () => {
    const { status } = await signalled(world, `trap 'exit 0' TERM; echo ready; ${LOOP}`, 'SIGTERM');
    strictEqual(status, 0);
  },
  'a child that dies of it gives 143': async () => {
    const { status } = await signalled(world, 'echo ready; exec sleep 60', 'SIGTERM');
    strictEqual(status, 143);
  },
  'a child that goes on is waited for': async () => {
    const { status, output } = await signalled(world, "trap '' TERM; echo ready; sleep 1; echo done", 'SIGTERM');
    strictEqual(`${status} ${output}`, '0 ready\ndone\n');
  },
  ...childOfAnotherUser(world),
  ...Object.fromEntries(
    ['SIGABRT', 'SIGSTKFLT', 'SIGPWR'].map((signal) => [
      `${signal} leaves no child behind`,
      async () => {
        // It holds no stream, so that nothing waits for it after the shell.
        const pause = `sleep ${world.isNode ? GIVE_UP_SECONDS : 1} >/dev/null 2>&1`;
        const { status, output } = await signalled(world, `echo ready; ${pause}; echo done`, signal);
        // Bun cannot handle them: tool and child go on.
        const passedOn = `${128 + constants.signals[signal]} ready\n`;
        strictEqual(`${status} ${output}`, world.isNode ? passedOn : '0 ready\ndone\n');
      },
    ]),
  ),
  ...(world.isNode
    ? {}
    : {
        'a child that a real-time signal ends': () => strictEqual(world.sh("run bash -c 'kill -36 $$'").status, 164),
        'the same behind a program that is no shell': () =>
          strictEqual(world.sh(`${world.apart} run -- bash -c 'kill -36 $$'`).status, 164),
      }),
  'SIGUSR1 at no moment opens an inspector beside values': async () => {
    for (const moment of FIRST_MOMENTS_MS) await withoutInspector(world, moment);
  },
  'a child that is killed gives 137': () => strictEqual(world.sh("run sh -c 'kill -KILL $$'").status, 137),
  'at every moment SIGTERM ends tool and child': async () => {
    for (const moment of MOMENTS_MS) await endedAt(world, moment);
  },
  'a signal while the child ends changes nothing': async () => {
    for (let round = 0; round < 10; round++) {
      const child = world.start(['sh', '-c', 'echo ready; exit 3']);
      child.stdout.once('data', () => child.kill('SIGUSR1'));
      const status = await statusAtEnd(child);
      ok(status === 3 || status === 128 + constants.signals.SIGUSR1, `status ${status}`);
    }
  },
});

/** Node says it where the process of another suite has the port at this moment: nothing was opened then. */
const PORT_TAKEN = 'Starting inspector on 127.0.0.1:9229 failed: address already in use\n';

/** Where the child runs there are values: then nothing was opened that others can read them through. */
async function withoutInspector(world, moment) {
  const child = world.start(
    ['sh', '-c', 'echo ran; ls -l /proc/$PPID/fd 2>/dev/null | grep -v " [012] -> "'],
    ['ignore', 'pipe', 'pipe'],
  );
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].on('data', (data) => {
      said[name] += data;
    });
  }
  // It may have ended by then.
  const ended = statusAtEnd(child);
  await new Promise((resolve) => setTimeout(resolve, moment));
  child.kill('SIGUSR1');
  const status = await ended;
  ok(status === 0 || status === 128 + constants.signals.SIGUSR1, `status ${status} after ${moment} ms`);
  if (said.stdout === '') return;
  strictEqual(said.stderr.replaceAll(PORT_TAKEN, ''), '', `after ${moment} ms`);
  strictEqual(/socket:/.test(said.stdout), false, `a socket after ${moment} ms`);
}

/**
 * A signal to such a child is refused (`sudo` and `su` make them): it goes on, and so does the tool. Needs root, who makes
 * a program that becomes root, and somebody who is not.
 */
function childOfAnotherUser(world) {
  const setpriv = '/usr/bin/setpriv';
  if (process.getuid() !== 0 || !existsSync(setpriv)) return {};
  return {
    'a child that may not be sent a signal is waited for': async () => {
      world.place('become-root', readFileSync(setpriv), 0o4755);
      chmodSync(join(world.folder, '..'), 0o755);
      chmodSync(world.folder, 0o755);
      const words = ['./become-root', '--reuid', '0', '--clear-groups'];
      const env = { ...world.environment, TMPDIR: tmpdir() };
      const child = world.start([...words, 'sh', '-c', 'echo ready; sleep 3; exit 5'], undefined, {
        uid: NOBODY,
        env,
      });
      child.stdout.once('data', () => child.kill('SIGTERM'));
      strictEqual(await statusAtEnd(child), 5);
    },
  };
}

async function signalled(world, script, signal) {
  const child = world.start(['sh', '-c', script]);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    if (output === 'ready\n') child.kill(signal);
  });
  return { status: await statusAtEnd(child), output };
}

/** The child writes its number; once the tool has ended, nobody of that number may be left. */
async function endedAt(world, moment) {
  const name = `number-${moment}`;
  const child = world.start(['sh', '-c', `echo $$ > ${name}; exec sleep ${GIVE_UP_SECONDS}`], 'ignore');
  const started = once(child, 'spawn');
  await started;
  await new Promise((resolve) => setTimeout(resolve, moment));
  child.kill('SIGTERM');
  strictEqual(await statusAtEnd(child), 143, `after ${moment} ms`);
  const number = world.has(name) ? Number(world.read(name)) : 0;
  ok(number === 0 || !isAlive(number), `a child is left after ${moment} ms`);
}

async function statusAtEnd(child) {
  const [code, signal] = await once(child, child.stdout === null ? 'exit' : 'close');
  return statusOf(code, signal, constants.signals);
}

function isAlive(number) {
  try {
    return process.kill(number, 0);
  } catch {
    return false;
  }
}
