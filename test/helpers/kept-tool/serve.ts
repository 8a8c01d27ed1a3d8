/**
 * A process that is the tool for one caller after the other: `node serve.js BUNDLE CALLS REPLY...`. A caller writes its process ID and
 * the number of its reply into the pipe CALLS, and reads from that reply its ID and how the tool ended: an exit code, a signal, or
 * `alone` if it must start a tool of its own.
 */
import { constants, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { type Caller, callerOf } from './caller.js';
import { freshPrograms } from './fresh-program.js';
import { giveBack, take } from './own-streams.js';

const ALONE = 'alone';
/** Commands that answer until their input ends, or give a program the streams of the process, which belong to all callers here. */
const LASTING = ['edit', 'lsp', 'mcp', 'serve'];
const NEVER_ENDS = constants.O_RDWR | constants.O_NONBLOCK;
const CRASHED = '70';
const STDERR = 2;
/** A pipe from the process that started this one. */
const STARTER = 3;
const OWN_FOLDER = '/';

const [bundle = '', calls = '', ...replies] = process.argv.slice(2);
const program = freshPrograms(bundle);
const answers = replies.map((path) => openSync(path, NEVER_ENDS));

/** Where the tool would have ended its process. */
class Ended extends Error {
  readonly how: string;
  constructor(how: string) {
    super(how);
    this.how = how;
  }
}

/** Whatever the tool still does then is nobody's: it reports what is thrown here. */
function end(how: string): never {
  const ended = new Ended(how);
  fail(ended);
  throw ended;
}

const exit = process.exit;
process.exit = (code) => end(`${code ?? 0}`);
const kill = process.kill.bind(process);
process.kill = (pid, signal) =>
  pid === process.pid && signal !== 0 ? end(String(signal).replace(/^SIG/u, '')) : kill(pid, signal);

let fail: (error: unknown) => void = () => {};
for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, (error: unknown) => fail(error));
// The tool restores the default of this signal to end by it; here the next pipe without a reader would end all calls.
process.on('SIGPIPE', () => {});
// Whoever started this process has ended.
new Socket({ fd: STARTER }).on('close', () => exit(0)).resume();

let last: Promise<void> = Promise.resolve();
let begun = '';
new Socket({ fd: openSync(calls, NEVER_ENDS), readable: true, writable: false }).on('data', (piece: Buffer) => {
  const lines = `${begun}${piece}`.split('\n');
  begun = lines.pop() ?? '';
  for (const line of lines) last = last.then(() => answer(line));
});

async function answer(line: string): Promise<void> {
  const [pid = 0, slot = -1] = line.split(' ').map(Number);
  const reply = answers[slot];
  if (reply !== undefined) writeSync(reply, `${pid} ${await howEnded(pid)}\n`);
}

async function howEnded(pid: number): Promise<string> {
  let caller: Caller | null;
  try {
    caller = callerOf(pid);
  } catch {
    // It has ended.
    return ALONE;
  }
  if (caller === null || LASTING.includes(caller.words[0] ?? '') || !take(caller.streams)) return ALONE;
  try {
    become(caller);
    const crashed = crash();
    const { main, processContext } = program();
    return `${await Promise.race([crashed, main(caller.words, processContext)])}`;
  } catch (error) {
    if (error instanceof Ended) return error.how;
    writeSync(STDERR, `${inspect(error)}\n`);
    return CRASHED;
  } finally {
    giveBack();
    leave();
  }
}

/** Rejects with an error that is not caught. */
function crash(): Promise<never> {
  return new Promise((_, reject) => {
    fail = reject;
  });
}

function become({ variables, folder, mask }: Caller): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
  process.chdir(folder);
  process.umask(mask);
}

/** What the end of a process does. */
function leave(): void {
  process.chdir(OWN_FOLDER);
  for (const name of process.eventNames()) {
    if (name === 'exit') process.emit('exit', 0);
    if (name === 'exit' || (/^SIG/u.test(String(name)) && name !== 'SIGPIPE')) process.removeAllListeners(name);
  }
}
