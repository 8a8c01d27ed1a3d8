/** Signals that give a call up, sent to real processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { interruption } from '#runtime/start/interruption.js';
import { tried } from '../../helpers/thoroughness.js';
import { TOOL_WORDS } from '../../helpers/tool-path.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
const PATIENCE_MS = 60_000;
/** When a signal comes after the last value: at moments from now on. */
const MOMENTS = tried(100);
const LATEST_SECONDS = 0.03;
const WAITS_FOREVER = fileURLToPath(new URL('waits-forever.js', import.meta.url));
const RELEASED_LATE = fileURLToPath(new URL('released-late.js', import.meta.url));
const root = temporaryFolder();
let made = 0;
let servers: Server[] = [];
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  [servers, sockets] = [[], []];
});

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Collects what the process prints, and calls `onLine` with what it has printed so far. */
function ended(child: ChildProcess, onOutput: (stdout: string) => void = () => {}): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (piece) => {
    stdout += piece;
    onOutput(stdout);
  });
  child.stderr?.on('data', (piece) => {
    stderr += piece;
  });
  return new Promise((resolve) => child.on('close', (_, signal) => resolve({ signal, stdout, stderr })));
}

/** A project with a file secret as a path, and stores that take connections and say nothing; `onConnection` when one is asked. */
async function project(onConnection: () => void): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
  const folder = `${root}/p${made++}`;
  mkdirSync(`${folder}/temporary`, { recursive: true });
  for (const profile of ['keyring', 'vault']) {
    mkdirSync(`${folder}/values/demo/${profile}`, { recursive: true });
    writeFileSync(`${folder}/values/demo/${profile}/A`, 'a');
  }
  const silent = [await listening(`${folder}/bus`, onConnection), await listening(0, onConnection)];
  writeFileSync(
    `${folder}/manifest.toml`,
    [
      '[project]',
      'name = "demo"',
      'revision = "1.0"',
      'require_reason = false',
      '[profiles.default]',
      'A = { description = "a", as_path = true, providers = ["file:./values"] }',
      '[profiles.keyring]',
      'B = { description = "b", providers = ["keyring", "file:./values"] }',
      '[profiles.vault]',
      `B = { description = "b", providers = ["vault://127.0.0.1:${silent[1]}?tls=false", "file:./values"] }`,
    ].join('\n'),
  );
  // A log that is there is not announced.
  mkdirSync(`${folder}/.local/state/tool`, { recursive: true });
  writeFileSync(`${folder}/.local/state/tool/audit.log`, '');
  const { PATH } = process.env;
  const env = {
    PATH,
    HOME: folder,
    TMPDIR: `${folder}/temporary`,
    VAULT_TOKEN: 'token',
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus`,
  };
  return { folder, env };
}

/** A server at this path or port; gives its port. */
function listening(at: string | number, onConnection: () => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.push(socket);
    onConnection();
  });
  servers.push(server);
  return new Promise((resolve) => {
    const listens = () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    };
    if (typeof at === 'number') server.listen(at, '127.0.0.1', listens);
    else server.listen(at, listens);
  });
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each(
  SIGNALS.flatMap((signal) =>
    ['keyring', 'vault'].flatMap((store) => [
      [signal, store, 'run', '--', 'touch', 'started'],
      [signal, store, 'check', '--json'],
    ]),
  ),
)(
  '%s ends a command that waits for %s: %s',
  async (signal, store, ...words) => {
    let child: ChildProcess | null = null;
    const { folder, env } = await project(() => child?.kill(signal as NodeJS.Signals));
    const [program = '', ...first] = TOOL_WORDS;
    child = spawn(program, [...first, '--profile', store, ...words], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    expect(await ended(child)).toEqual({ signal, stdout: '', stderr: '' });
    expect(readdirSync(folder)).not.toContain('started');
    expect(readdirSync(`${folder}/temporary`)).toEqual([]);
  },
  PATIENCE_MS,
);

test.each([...SIGNALS, 'SIGALRM', 'SIGUSR1', 'SIGUSR2', 'SIGABRT', 'SIGXCPU'] as const)(
  '%s lets what listens clean up first',
  async (signal) => {
    const child = spawn(process.execPath, [WAITS_FOREVER, 'tidy'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const result = await ended(child, (stdout) => stdout === 'waiting\n' && child.kill(signal));
    expect(result).toEqual({ signal, stdout: 'waiting\ngiven up\ncleaned up\n', stderr: '' });
  },
  PATIENCE_MS,
);

test(
  'what does not stop is not waited for',
  async () => {
    const child = spawn(process.execPath, [WAITS_FOREVER, 'deaf'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const result = await ended(child, (stdout) => stdout === 'waiting\n' && child.kill('SIGTERM'));
    expect(result).toEqual({ signal: 'SIGTERM', stdout: 'waiting\ngiven up\n', stderr: '' });
  },
  PATIENCE_MS,
);

test.each([
  ['', 'program'],
  [', also after a stall', 'stalled'],
])(
  'a program that ignores SIGTERM is gone before we end%s',
  async (_, mode) => {
    const file = `${root}/${mode}`;
    const child = spawn(process.execPath, [WAITS_FOREVER, mode, file], { stdio: ['ignore', 'pipe', 'pipe'] });
    const result = ended(child);
    const pid = () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
    while (pid() === '') await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGTERM');
    expect(await result).toEqual({ signal: 'SIGTERM', stdout: 'waiting\ngiven up\ngiven up\n', stderr: '' });
    expect(existsSync(`/proc/${pid()}`)).toBe(false);
  },
  PATIENCE_MS,
);

test(
  'a second signal ends at once',
  async () => {
    const child = spawn(process.execPath, [WAITS_FOREVER, 'deaf'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const result = await ended(child, (stdout) => {
      if (stdout === 'waiting\n') child.kill('SIGTERM');
      if (stdout.endsWith('given up\n')) child.kill('SIGINT');
    });
    expect(result.signal).toBe('SIGINT');
  },
  PATIENCE_MS,
);

test('listens from the first question for its signal until it is released', async () => {
  const listening = () => SIGNALS.map((signal) => process.listenerCount(signal));
  const before = listening();
  expect(interruption.isRequested).toBe(false);
  expect(listening()).toEqual(before);
  expect(interruption.signal).toBe(interruption.signal);
  expect(listening()).toEqual(before.map((count) => count + 1));
  await interruption.release();
  expect(listening()).toEqual(before);
  interruption.endIfRequested();
});

test.each(['poll', 'check', 'timers'])(
  'a signal that came in the phase `%s`, right before we stop listening, is not lost',
  async (phase) => {
    const child = spawn(process.execPath, [RELEASED_LATE, phase], { stdio: ['ignore', 'pipe', 'pipe'] });
    expect(await ended(child)).toEqual({ signal: 'SIGTERM', stdout: 'asked to end\n', stderr: '' });
  },
  PATIENCE_MS,
);

test(
  'a signal that comes when the last value is there ends the call or reaches the command',
  async () => {
    const folder = `${root}/late`;
    mkdirSync(folder);
    const ready = `${folder}/ready`;
    // In a session of its own before the generator ends: what is left of its process group ends with it.
    const kills = `p=$PPID; setsid sh -c ": > ${ready}; sleep $DELAY; kill $p" >/dev/null 2>&1 </dev/null & until [ -e ${ready} ]; do :; done; printf v`;
    writeFileSync(
      `${folder}/manifest.toml`,
      [
        '[project]',
        'name = "late"',
        'revision = "1.0"',
        'require_reason = false',
        '[profiles.default]',
        `A = { description = "a", type = "command", generate = { command = ${JSON.stringify(kills)} }, providers = ["dotenv"] }`,
      ].join('\n'),
    );
    const [program = '', ...first] = TOOL_WORDS;
    for (let moment = 0; moment < MOMENTS; moment++) {
      const seconds = (moment / MOMENTS) * LATEST_SECONDS;
      const env = { PATH: process.env['PATH'], HOME: folder, DELAY: seconds.toFixed(4) };
      rmSync(`${folder}/.env`, { force: true });
      rmSync(ready, { force: true });
      const child = spawn(program, [...first, 'run', '--', 'sleep', '45'], { cwd: folder, env });
      const status = await new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
      expect([143, 'SIGTERM']).toContain(status);
    }
  },
  PATIENCE_MS,
);
