/**
 * A tool whose process is kept: shells find in their PATH a `tool` that lets one process, started once, do what it was called for, with its
 * words, variables, folder, mask and streams (`serve.ts`). That takes a tenth of a new process. Whoever tests the process itself starts one:
 * `run`, bytes that are not text, closed streams, limits and ignored signals get their own here, too.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { BUNDLE, TOOL, TOOL_WORDS } from '../tool-path.js';
import { COPIES } from './caller.js';

/** How many shells may run at the same time. */
const SLOTS = 8;
const SERVER = fileURLToPath(new URL('serve.js', import.meta.url));
/**
 * Two tools at once, of which one may wait for the other; limits, which would hold for files of output, too; and what writes down how the tool
 * is started.
 */
const NEVER_KEPT =
  /\btool\b[^;\n]*[^|&\n]\|[^|][^;\n]*\btool\b|[^&>]&(?![&>\d])|\bulimit\b|\bgit configure\b|\bgit credential fill\b|--(?:un)?install-hook/u;

/** Where `tool` is, for one line of a shell at a time. */
interface Slot {
  readonly folder: string;
}

const isPossible = TOOL === join(BUNDLE, 'tool.js') && existsSync('/proc/self/fdinfo/0');
let server: { readonly child: ChildProcess } | null = null;
const free: Slot[] = [];
const waiting: ((slot: Slot) => void)[] = [];

/** Whether `tool` in this line may be the kept one. */
export function isServable(line: string): boolean {
  return isPossible && /\btool\b/u.test(line) && !NEVER_KEPT.test(line);
}

/** `use` gets the folder that holds `tool`. */
export async function withKeptTool<T>(use: (folder: string) => Promise<T>): Promise<T> {
  if (server === null) server = start();
  const slot = free.pop() ?? (await new Promise<Slot>((resolve) => waiting.push(resolve)));
  try {
    return await use(slot.folder);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free.push(slot);
    else next(slot);
  }
}

function start(): NonNullable<typeof server> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-kept-'));
  const calls = join(root, 'calls');
  const folders = Array.from({ length: SLOTS }, (_, index) => join(root, `${index}`));
  for (const folder of folders) mkdirSync(folder);
  const replies = folders.map((folder) => join(folder, 'reply'));
  execFileSync('mkfifo', [calls, ...replies]);
  for (const [index, folder] of folders.entries())
    writeFileSync(join(folder, 'tool'), caller(calls, index, replies[index] ?? ''), { mode: 0o755 });
  free.push(...folders.map((folder) => ({ folder })));
  // In a session of its own, as its callers: without a terminal.
  const child = spawn(process.execPath, ['--no-warnings', SERVER, BUNDLE, calls, ...replies], {
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  child.once('exit', () => letGo(root, [calls, ...replies]));
  child.unref();
  (child.stdio[3] as Socket).unref();
  return { child };
}

/**
 * Only what a shell has built in, whatever its PATH. Copies of its streams have numbers of their own, as a shell replaces those that it was
 * started with while it reads and writes; what has a closed one is left alone.
 */
function caller(calls: string, slot: number, reply: string): string {
  return `#!/bin/sh
how=alone
if [ -e /proc/$$/fd/0 ] && [ -e /proc/$$/fd/1 ] && [ -e /proc/$$/fd/2 ]; then
  exec ${COPIES[0]}<&0 ${COPIES[1]}>&1 ${COPIES[2]}>&2
  echo "$$ ${slot}" > '${calls}'
  while read -r caller how; do [ "$caller" = "$$" ] && break; done < '${reply}'
fi
case $how in
alone) exec ${TOOL_WORDS.map((word) => `'${word}'`).join(' ')} "$@" ${COPIES.map((copy) => `${copy}<&-`).join(' ')} ;;
[A-Z]*) kill -s "$how" "$$" ;;
*) exit "$how" ;;
esac
`;
}

/** Nobody waits any longer for a process that has ended, whyever: who opens a pipe would wait for its other end. */
function letGo(root: string, pipes: readonly string[]): void {
  for (const pipe of pipes) closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  rmSync(root, { recursive: true, force: true });
}

afterAll(async () => {
  if (server === null) return;
  const { child } = server;
  server = null;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended;
});
