/**
 * An external provider that is killed at random moments of `set`, `import` and `run`: the command ends, says so without a value, and leaves
 * no process; a value in the store is whole, the old one or the new one; a second run completes the command.
 * `node test/faults/killed-providers.mjs [--kills N] COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCasesInTurn } from '../stores/run-cases.mjs';
import { run } from '../stores/shared/tool.mjs';

const SHELF = fileURLToPath(new URL('../../docs/examples/external-provider/shelf.mjs', import.meta.url));
/** Of one command; a kill is reported at once, and nothing waits for what is gone. */
const LONGEST_MS = 20_000;
/** From its start until after its end, on a busy machine. */
const LATEST_KILL_MS = 500;

const words = process.argv.slice(2);
const kills = words[0] === '--kills' ? Number(words.splice(0, 2)[1]) : 200;
const root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-killed-providers-'));
const [work, home] = [join(root, 'work'), join(root, 'home')];
const claims = join(home, '.config/tool/providers.d');
for (const folder of [work, claims, join(home, '.local/state/tool')]) mkdirSync(folder, { recursive: true });
const pidFile = join(root, 'pid');
const program = join(home, 'shelf');
copyFileSync(SHELF, join(home, 'shelf.mjs'));
writeFileSync(
  program,
  `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${process.execPath}' '${join(home, 'shelf.mjs')}' provider\n`,
  { mode: 0o755 },
);
writeFileSync(join(claims, 'shelf.tool.json'), JSON.stringify({ executable: program }));
writeFileSync(join(home, '.local/state/tool/audit.log'), '');
writeFileSync(
  join(work, 'manifest.toml'),
  `[project]
name = "faults"
revision = "1.0"
require_reason = false

[defaults]
providers = ["shelf:store.json"]

[profiles.default]
A = { description = "One" }
B = { description = "Another" }
`,
);
const env = { PATH: process.env.PATH, HOME: home };
const succeed = async (args, input = '') => {
  const ran = await run([...words, ...args], { cwd: work, env, input });
  strictEqual(ran.status, 0, ran.stderr);
  return ran;
};

const textOf = (name, turn) => `canary-${name}-${turn}-`.repeat(2_000);
const stored = (name) => {
  const path = join(work, 'store.json');
  if (!existsSync(path)) return null;
  return JSON.parse(readFileSync(path, 'utf8')).entries[`faults/default/${name}`]?.['']?.value ?? null;
};

/** Runs the command, and kills its provider after a while. What it printed and its status; whether the kill came in time. */
async function killed(args, input = '') {
  rmSync(pidFile, { force: true });
  const child = spawn(words[0], [...words.slice(1), ...args], {
    cwd: work,
    env,
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (printed += piece));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise((resolve) => child.once('close', (status) => resolve(status)));
  const pid = await started(ended);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST_KILL_MS));
  const isInTime = pid !== null && signalled(pid);
  const status = await ended;
  ok(status !== null, 'the command did not end by itself');
  ok(pid === null || !isThere(pid), 'the provider is still there');
  return { status, printed, isInTime };
}

async function started(ended) {
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
    if (pid > 0) return pid;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return null;
}

function signalled(pid) {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** Of its group: what it has started, too. */
function isThere(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A command that failed says so, without a value. */
function judge({ status, printed }) {
  doesNotMatch(printed, /canary-/u);
  if (status !== 0) match(printed, /error\[E11\d\d\]/u);
}

const each = Math.ceil(kills / 3);
const cases = {
  'set: the old value or the new one is there, whole': async () => {
    await succeed(['set', 'A'], textOf('A', 'first'));
    let before = textOf('A', 'first');
    let count = 0;
    // Of few kills, all may come too late: then there are more.
    for (let turn = 0; turn < each || (count === 0 && turn < each + 50); turn++) {
      const after = textOf('A', turn);
      const outcome = await killed(['set', 'A'], after);
      judge(outcome);
      if (outcome.isInTime) count++;
      const now = stored('A');
      ok(now === before || now === after, 'the stored value is neither the old one nor the new one');
      if (outcome.status === 0) strictEqual(now, after);
      before = now;
    }
    ok(count > 0, 'no kill came in time');
    await succeed(['set', 'A'], textOf('A', 'last'));
    strictEqual(stored('A'), textOf('A', 'last'));
  },

  'import: what is in the store is whole, and a second run completes it': async () => {
    for (let turn = 0; turn < each; turn++) {
      rmSync(join(work, 'store.json'), { force: true });
      writeFileSync(join(work, 'old.env'), `A=${textOf('A', turn)}\nB=${textOf('B', turn)}\n`);
      judge(await killed(['import', 'dotenv://old.env', '--delete-source']));
      const source = readFileSync(join(work, 'old.env'), 'utf8');
      for (const name of ['A', 'B']) {
        const now = stored(name);
        ok(now === null || now === textOf(name, turn), 'the stored value is torn');
        ok(now !== null || source.includes(textOf(name, turn)), 'the value is in neither place');
      }
      if (turn % 10 > 0) continue;
      await succeed(['import', 'dotenv://old.env', '--delete-source']);
      deepStrictEqual([stored('A'), stored('B')], [textOf('A', turn), textOf('B', turn)]);
    }
  },

  'run: the command gets all of its values, or does not start': async () => {
    writeFileSync(join(work, 'old.env'), `A=${textOf('A', 'run')}\nB=${textOf('B', 'run')}\n`);
    rmSync(join(work, 'store.json'), { force: true });
    await succeed(['import', 'dotenv://old.env']);
    const lengths = `${textOf('A', 'run').length} ${textOf('B', 'run').length}`;
    for (let turn = 0; turn < each; turn++) {
      const outcome = await killed(['run', '--', 'sh', '-c', 'printf "ran %s %s" "${#A}" "${#B}"']);
      judge(outcome);
      if (outcome.status === 0) match(outcome.printed, new RegExp(`ran ${lengths}`, 'u'));
      else doesNotMatch(outcome.printed, /ran /u);
    }
  },
};

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  rmSync(root, { recursive: true, force: true });
}
