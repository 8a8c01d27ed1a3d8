/** What the port of programs promises, against real programs. Each case runs under Node (`npm test`) and under Bun (`test/stores/programs.ts`). */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePrograms } from '#runtime/programs/node-programs.js';
import type { ProgramOutcome, ProgramRun } from '#runtime/programs/programs.js';
import { runProgram } from '#runtime/programs/run-program.js';

const programs = nodePrograms();
const LIMITS = { deadlineMs: 60_000, stdoutBytes: 1 << 20, stderrBytes: 1 << 16 };
const PATIENCE_MS = 40_000;
const MUCH = 'head -c 1000000000 /dev/zero';

/** The parts of a run that a case is about. */
type RunOptions = Partial<Omit<ProgramRun, 'environment'>> & {
  readonly environment?: Readonly<Record<string, string>>;
};

function variables(texts: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
}

/** Runs a line of the shell. */
function sh(line: string, given: RunOptions = {}): Promise<ProgramOutcome> {
  return programs.run(runOf(line, given));
}

function runOf(line: string, { environment = {}, ...given }: RunOptions): ProgramRun {
  return {
    path: '/bin/sh',
    words: ['-c', line],
    folder: '/',
    limits: LIMITS,
    signal: new AbortController().signal,
    environment: variables({ PATH: '/usr/bin:/bin', ...environment }),
    ...given,
  };
}

/** What it printed, its status last. */
function inWords(outcome: ProgramOutcome): string {
  if (outcome.kind !== 'ended') return 'stream' in outcome ? `${outcome.kind} ${outcome.stream}` : outcome.kind;
  return `${outcome.stdout}${outcome.stderr}${outcome.status}`;
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tool-programs-'));
  await work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

function executable(path: string, content = '#!/bin/sh\n', mode = 0o755): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

/** Waits for a file that a program writes, then for what it says. */
async function said(path: string): Promise<string> {
  await until(() => hasSaid(path), `${path} was not written`);
  return readFileSync(path, 'utf8').trim();
}

function hasSaid(path: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8').endsWith('\n');
}

async function until(isSo: () => boolean, otherwise: string): Promise<void> {
  const limit = Date.now() + PATIENCE_MS;
  while (!isSo()) {
    ok(Date.now() < limit, otherwise);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Whether a process runs. One that has ended and that its new parent has not looked at yet does not. */
function runs(pid: string): boolean {
  return existsSync(`/proc/${pid}`) && !/\) [ZX]/.test(spawnSync('cat', [`/proc/${pid}/stat`]).stdout.toString());
}

function end(...pids: readonly string[]): Promise<void> {
  return until(() => !pids.some(runs), `not all of ${pids} have ended`);
}

/** Keeps this process from seeing what happens, at least this long and until it is so. */
function stall(milliseconds: number, isSo: () => boolean): void {
  const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const limit = Date.now() + PATIENCE_MS;
  while (!isSo()) {
    ok(Date.now() < limit, 'it was not so');
    pause(5);
  }
  pause(milliseconds);
}

/** What a file of numbers says, once it is written. */
const numberIn = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '');

/** A line that writes its own number and that of a child into files, and has both go on. */
const withChild = (folder: string, prefix = '') =>
  `${prefix} sleep 1000 & echo $! > ${folder}/child; echo $$ > ${folder}/self; wait; wait`;
const bothOf = async (folder: string) => Promise.all([said(`${folder}/self`), said(`${folder}/child`)]);

export const finding: Readonly<Record<string, () => Promise<void>>> = {
  'the first executable file in PATH is found, by its absolute path': () =>
    inFolder(async (folder) => {
      mkdirSync(`${folder}/one/x`, { recursive: true });
      executable(`${folder}/two/x`, '', 0o644);
      executable(`${folder}/three/x`);
      executable(`${folder}/four/x`);
      const PATH = ['one', 'two', 'three', 'four'].map((name) => `${folder}/${name}`).join(':');
      deepStrictEqual(await programs.find('x', variables({ PATH })), { kind: 'found', path: `${folder}/three/x` });
      const two = variables({ PATH: `${folder}/one:${folder}/two` });
      // Root is refused nothing but what no one may execute.
      deepStrictEqual(await programs.find('x', two), { kind: 'not executable' });
    }),
  'relative entries of PATH, the empty one and what is not UTF-8 are passed over': () =>
    inFolder(async (folder) => {
      executable(`${folder}/bin/x`);
      const before = process.cwd();
      process.chdir(folder);
      try {
        for (const PATH of ['', ':', '.', 'bin', './bin:', '::bin']) {
          deepStrictEqual(await programs.find('../bin/x', variables({ PATH })), { kind: 'not found' }, PATH);
          deepStrictEqual(await programs.find('x', variables({ PATH })), { kind: 'not found' }, PATH);
        }
        const PATH = Buffer.concat([Buffer.from('/\xff', 'latin1'), Buffer.from(`:bin:${folder}/bin`)]);
        deepStrictEqual(await programs.find('x', new Map([['PATH', PATH]])), {
          kind: 'found',
          path: `${folder}/bin/x`,
        });
      } finally {
        process.chdir(before);
      }
    }),
  'what is not there is not found; without PATH the folders of the system are searched': async () => {
    deepStrictEqual(await programs.find('tool-no-such-program', variables({ PATH: '/usr/bin' })), {
      kind: 'not found',
    });
    strictEqual((await programs.find('sh', variables({}))).kind, 'found');
  },
};

export const running: Readonly<Record<string, () => Promise<void>>> = {
  'output and exit status are given back': async () => {
    strictEqual(inWords(await sh('echo out; echo err >&2; exit 7')), 'out\nerr\n7');
    strictEqual(inWords(await sh('exit 255')), '255');
  },
  'output is bytes': async () => {
    const outcome = await sh('printf "\\000\\377\\n"');
    deepStrictEqual(outcome.kind === 'ended' && [...outcome.stdout], [0, 0xff, 0x0a]);
  },
  'arguments are passed unchanged, by no shell': async () => {
    const words = ['%s|', '', ' a  b ', '$HOME', '`id`', '"', "'", '\\', 'é😀', '*', '-x', 'a\nb'];
    strictEqual(inWords(await sh('', { path: '/usr/bin/printf', words })), `${words.slice(1).join('|')}|0`);
  },
  'the environment is the given one and nothing else': async () => {
    process.env['TOOL_TEST_OWN'] = 'x';
    const outcome = await sh('', { path: '/usr/bin/env', words: [], environment: { A: 'é\n=', B: '' } });
    delete process.env['TOOL_TEST_OWN'];
    deepStrictEqual(inWords(outcome), 'PATH=/usr/bin:/bin\nA=é\n=\nB=\n0');
  },
  'a variable that is not UTF-8 is left out': async () => {
    const environment = new Map([
      ['A', Buffer.from([0xff])],
      ['B', Buffer.from('b')],
    ]);
    const limits = LIMITS;
    const { signal } = new AbortController();
    const run = { path: '/usr/bin/env', words: [], folder: '/', limits, signal, environment };
    strictEqual(inWords(await programs.run(run)), 'B=b\n0');
  },
  'the working folder is the given one': () =>
    inFolder(async (folder) => strictEqual(inWords(await sh('pwd -P', { folder })), `${folder}\n0`)),
  'without input there is nothing to read': async () => strictEqual(inWords(await sh('wc -c')), '0\n0'),
  'ten megabytes of input arrive whole': async () => {
    const input = Buffer.alloc(10_000_000, 'x');
    strictEqual(inWords(await sh('wc -c', { input })), '10000000\n0');
  },
  'input from a file is whole from the start, can be opened by its path, and leaves no file': async () => {
    const input = Buffer.alloc(1_000_000, 'x');
    strictEqual(inWords(await sh('wc -c', { input, inputFrom: 'file' })), '1000000\n0');
    strictEqual(inWords(await sh('wc -c </dev/stdin', { input, inputFrom: 'file' })), '1000000\n0');
    const outcome = await sh('test -f /dev/stdin && ls -L -l /proc/self/fd/0', { input, inputFrom: 'file' });
    ok(/^-rw------- 0 /.test(inWords(outcome)), inWords(outcome));
  },
  'ten megabytes go in and out at once': async () => {
    const input = Buffer.alloc(10_000_000, 'x');
    const outcome = await sh('cat', { input, limits: { ...LIMITS, stdoutBytes: input.length } });
    strictEqual(outcome.kind === 'ended' && outcome.stdout.equals(input), true);
  },
  'much output on both streams at once is whole, with every byte': () =>
    inFolder(async (folder) => {
      const input = Buffer.from(Array.from({ length: 4_000_000 }, (_, index) => (index * 7) % 256));
      const limits = { ...LIMITS, stdoutBytes: input.length, stderrBytes: input.length };
      const outcome = await sh('cat >all; cat all & cat all >&2; wait', { input, limits, folder });
      const isWhole = outcome.kind === 'ended' && outcome.isWhole && outcome.stdout.equals(input);
      deepStrictEqual([isWhole, outcome.kind === 'ended' && outcome.stderr.equals(input)], [true, true]);
    }),
  'input of no byte is an input that ends': async () => {
    strictEqual(inWords(await sh('wc -c', { input: Buffer.of() })), '0\n0');
    strictEqual(inWords(await sh('wc -c', { input: Buffer.of(), inputFrom: 'file' })), '0\n0');
  },
  'what a program prints before it fails costs no more than what it prints before it succeeds': async () => {
    const limits = { ...LIMITS, stdoutBytes: 16_000_000 };
    const before = Date.now();
    const outcome = await sh('head -c 16000000 /dev/zero; exit 1', { limits });
    strictEqual(outcome.kind === 'ended' && outcome.stdout.length, 16_000_000);
    ok(Date.now() - before < 10_000, `${Date.now() - before} ms`);
  },
  'a program that closes its input, or ends without reading it, is no error': async () => {
    const input = Buffer.alloc(10_000_000, 'x');
    strictEqual(inWords(await sh('exec 0<&-; echo closed', { input })), 'closed\n0');
    strictEqual(inWords(await sh('exit 3', { input })), '3');
    strictEqual(inWords(await sh('head -c 3', { input })), 'xxx0');
  },
  'input is in no argument and no variable': async () => {
    const line = 'cat /proc/$$/cmdline /proc/$$/environ | grep -ac can[a]ry; cat';
    strictEqual(inWords(await sh(line, { input: Buffer.from('canary\n') })), '0\ncanary\n0');
  },
  'a program has no terminal and a session of its own': async () => {
    const outcome = await sh('cut -d " " -f 1,5,6,7 /proc/$$/stat; (: </dev/tty) 2>/dev/null || echo no terminal');
    const [numbers, terminal] = inWords(outcome).split('\n');
    const [pid, group, session, device] = (numbers ?? '').split(' ');
    deepStrictEqual([group, session, device, terminal], [pid, pid, '0', 'no terminal']);
  },
  'a gigabyte of output ends the program at the limit, and takes no memory': async () => {
    const before = process.memoryUsage().rss;
    strictEqual(inWords(await sh(MUCH)), 'too much stdout');
    strictEqual(inWords(await sh(`${MUCH} >&2`)), 'too much stderr');
    const grown = process.memoryUsage().rss - before;
    ok(grown < 100_000_000, `${grown} bytes more`);
  },
  'a program that goes on printing after SIGTERM is ended': async () =>
    strictEqual(inWords(await sh(`trap '' TERM PIPE; while :; do ${MUCH} 2>/dev/null; done`)), 'too much stdout'),
  'output of exactly the limit is whole': async () => {
    const limits = { ...LIMITS, stdoutBytes: 3, stderrBytes: 3 };
    strictEqual(inWords(await sh('printf abc; printf def >&2', { limits })), 'abcdef0');
    strictEqual(inWords(await sh('printf abcd', { limits })), 'too much stdout');
  },
  'a program that is not there, not executable or not a program is not started': () =>
    inFolder(async (folder) => {
      executable(`${folder}/text`, '', 0o644);
      executable(`${folder}/broken`, '#!/no/such/interpreter\n');
      for (const path of ['none', 'text', 'broken', '.']) {
        strictEqual(inWords(await sh('', { path: `${folder}/${path}` })), 'not started', path);
      }
      strictEqual(inWords(await sh('', { folder: `${folder}/none` })), 'not started');
      strictEqual(inWords(await sh('a\0b')), 'not started');
    }),
  'a program that a signal ends is killed, not ended': async () => {
    const outcome = await sh('echo why >&2; kill -KILL $$');
    deepStrictEqual(outcome, { kind: 'killed', signal: 'SIGKILL', stdout: Buffer.of(), stderr: Buffer.from('why\n') });
  },
  'a hanging program ends at the deadline, with its children': () =>
    inFolder(async (folder) => {
      const given = { limits: { ...LIMITS, deadlineMs: 3_000 } };
      // On a busy machine it may end before the shell has started its child.
      for (let tries = 0; tries < 5 && !hasSaid(`${folder}/self`); tries++)
        strictEqual(inWords(await sh(withChild(folder), given)), 'too late');
      await end(...(await bothOf(folder)));
    }),
  'a program that has ended while this process was stopped is not too late': () =>
    inFolder(async (folder) => {
      const deadlineMs = 100;
      // Not by the port, which loads this first.
      const outcome = runProgram(runOf(`echo done; echo $$ > ${folder}/self`, { limits: { ...LIMITS, deadlineMs } }));
      const self = () => numberIn(`${folder}/self`);
      stall(deadlineMs, () => self() !== '' && !runs(self()));
      strictEqual(inWords(await outcome), 'done\n0');
    }),
  'what was printed while this process was stopped is whole': () =>
    inFolder(async (folder) => {
      spawnSync('mkfifo', [`${folder}/go`]);
      const outcome = sh(`(read -r go <${folder}/go; echo late) & echo $! > ${folder}/child; echo $$ > ${folder}/self`);
      const [self, child] = [await said(`${folder}/self`), await said(`${folder}/child`)];
      // Until its end is seen here.
      await until(() => !existsSync(`/proc/${self}`), 'it has not ended');
      // After a stall here the timers come first.
      await new Promise(setImmediate);
      writeFileSync(`${folder}/go`, '\n');
      stall(2_100, () => !runs(child));
      strictEqual(inWords(await outcome), 'late\n0');
    }),
  'a call that is given up ends the program and its children': () =>
    inFolder(async (folder) => {
      const stop = new AbortController();
      const outcome = sh(withChild(folder), { signal: stop.signal });
      const both = await bothOf(folder);
      stop.abort();
      strictEqual(inWords(await outcome), 'given up');
      await end(...both);
    }),
  'what ignores SIGTERM is killed': () =>
    inFolder(async (folder) => {
      const stop = new AbortController();
      const outcome = sh(withChild(folder, "trap '' TERM;"), { signal: stop.signal });
      const both = await bothOf(folder);
      stop.abort();
      strictEqual(inWords(await outcome), 'given up');
      await end(...both);
    }),
  'what the group leaves behind is killed, also where the program itself has ended by SIGTERM': () =>
    inFolder(async (folder) => {
      const stop = new AbortController();
      const line = `(trap '' TERM; echo $$ >/dev/null; sleep 1000 & echo $! > ${folder}/child; wait) & echo $$ > ${folder}/self; wait`;
      const outcome = sh(line, { signal: stop.signal });
      const both = await bothOf(folder);
      stop.abort();
      strictEqual(inWords(await outcome), 'given up');
      await end(...both);
    }),
  'the folder of this process may be gone': async () => {
    const before = process.cwd();
    const folder = mkdtempSync(join(tmpdir(), 'tool-programs-'));
    process.chdir(folder);
    rmSync(folder, { recursive: true });
    try {
      strictEqual(inWords(await sh('echo done; exit 3')), 'done\n3');
      strictEqual(inWords(await sh('', { path: '/nowhere/program' })), 'not started');
    } finally {
      process.chdir(before);
    }
  },
  'a call that was given up before starts nothing': () =>
    inFolder(async (folder) => {
      strictEqual(inWords(await sh(`: > ${folder}/started`, { signal: AbortSignal.abort() })), 'given up');
      strictEqual(existsSync(`${folder}/started`), false);
    }),
  'what is left in the background with the errors alone leaves the output whole': () =>
    inFolder(async (folder) => {
      const outcome = await sh(`sleep 1000 >/dev/null & echo $! > ${folder}/child; echo done`);
      strictEqual(outcome.kind === 'ended' && outcome.isWhole, true);
      process.kill(Number(await said(`${folder}/child`)));
    }),
  'output of a program that ends is whole': async () => {
    for (const line of ['echo x', ':', 'exec >&-', 'echo x; exit 3']) {
      const outcome = await sh(line);
      strictEqual(outcome.kind === 'ended' && outcome.isWhole, true, line);
    }
  },
  'what is left in the background with the output does not hold up the call': () =>
    inFolder(async (folder) => {
      const outcome = await sh(`sleep 1000 & echo $! > ${folder}/child; echo done`);
      strictEqual(inWords(outcome), 'done\n0');
      strictEqual(outcome.kind === 'ended' && outcome.isWhole, false);
      process.kill(Number(await said(`${folder}/child`)));
    }),
  'fifty at once are all answered, and none stays a zombie': async () => {
    const { signal } = new AbortController();
    const warnings: unknown[] = [];
    process.on('warning', (warning) => warnings.push(warning));
    const line = (index: number) => `echo ${index}; exit ${index}`;
    const all = await Promise.all(Array.from({ length: 50 }, (_, index) => sh(line(index), { signal })));
    deepStrictEqual(warnings, []);
    deepStrictEqual(
      all.map(inWords),
      all.map((_, index) => `${index}\n${index}`),
    );
    const zombies = spawnSync('ps', ['-o', 'stat=', '--ppid', String(process.pid)]).stdout.toString();
    strictEqual(zombies.includes('Z'), false, zombies);
  },
};
