/** INT and QUIT while the tool is in the foreground: each reaches the command once, from the terminal or from another process. */
import { doesNotMatch, match, strictEqual } from 'node:assert';
import { type } from './world.mjs';

const [SIGINT, SIGQUIT] = [2, 3];
const MANIFEST = `[project]
name = "signals"
revision = "1.0"
require_reason = false

[defaults]
providers = ["dotenv"]

[profiles.default]
ALPHA = { description = "First", default = "one" }
`;
/** Counts, and ends when it is told to. */
const COUNTS = `
import os, signal, sys, time
counted = {signal.SIGINT: 0, signal.SIGQUIT: 0}
def count(number, frame):
    counted[number] += 1
    os.write(1, b"got %d\\n" % number)
def end(number, frame):
    os.write(1, b"in all %d %d\\n" % (counted[signal.SIGINT], counted[signal.SIGQUIT]))
    os._exit(0)
signal.signal(signal.SIGINT, count)
signal.signal(signal.SIGQUIT, count)
signal.signal(signal.SIGTERM, end)
with open("pids", "w") as pids: pids.write("CHILD=%d TOOL=%d" % (os.getpid(), os.getppid()))
os.write(1, b"ready\\n")
while True: time.sleep(1)
`;
/** Longer than it takes to know who sent a signal. */
const SETTLED = { pause: 1.2 };
const READY = [{ expect: 'ready' }, { pause: 0.5 }];

/** A parent that is no shell, so that the tool stays, and that none of these signals ends. */
const STARTS = `
import signal, subprocess, sys
for each in (signal.SIGINT, signal.SIGQUIT): signal.signal(each, lambda *_: None)
sys.exit(subprocess.run(sys.argv[1:]).returncode)
`;

export function signalling({ quoted, folder, converse, place }) {
  place('manifest.toml', MANIFEST);
  place('counts.py', COUNTS);
  place('starts.py', STARTS);
  const started = (command) => ['sh', '-c', `exec python3 starts.py ${command}`];
  const kill = (words) => ({ run: ['sh', '-c', `. '${folder}/pids'; kill ${words}`] });
  /** Sent to the tool alone. */
  const alone = (signal) => kill(`-${signal} $TOOL`);
  const END = [kill('$CHILD'), { expect: 'in all \\d+ \\d+' }];
  const inAll = (steps, more) => {
    const { shown } = converse(
      [...READY, ...steps, ...END],
      started(`${quoted} run ${more ?? ''} -- python3 counts.py`),
    );
    return /in all (\d+ \d+)/u.exec(shown)?.[1];
  };

  return {
    'signals: Ctrl-C and Ctrl-\\ reach the command once, each time': () => {
      const steps = [type('\x03'), SETTLED, type('\x03'), SETTLED, type('\x1c'), SETTLED, type('\x03'), SETTLED];
      strictEqual(inAll(steps), '3 1');
    },
    'signals: Ctrl-C twice within a moment': () => {
      strictEqual(inAll([type('\x03'), { pause: 0.2 }, type('\x03'), SETTLED]), '2 0');
    },
    'signals: what a process sends to the group reaches the command once': () => {
      strictEqual(
        inAll([{ signal: SIGINT, foreground: true }, SETTLED, { signal: SIGQUIT, foreground: true }, SETTLED]),
        '1 1',
      );
    },
    'signals: what a process sends to the tool alone reaches the command, also after Ctrl-C': () => {
      const steps = [alone('INT'), SETTLED, type('\x03'), SETTLED, alone('INT'), SETTLED, alone('QUIT'), SETTLED];
      strictEqual(inAll(steps), '3 1');
    },
    'signals: the same with --redact': () => {
      strictEqual(inAll([type('\x03'), SETTLED, alone('INT'), SETTLED], '--redact'), '2 0');
    },
    'signals: a supervisor ends a command that does not handle the signal': () => {
      for (const signal of ['INT', 'QUIT']) {
        const script = `timeout --foreground -s ${signal} 2 ${quoted} run -- sleep 60; echo "status $?"`;
        match(converse([{ expect: 'status' }], ['sh', '-c', script]).shown, /status 124\n$/u);
      }
    },
    'signals: one that the command takes once only does not end it': () => {
      const script =
        'process.once("SIGINT", () => setTimeout(() => process.exit(7), 1500)); console.log("ready"); setInterval(() => {}, 9e9)';
      const { shown } = converse(
        [...READY, type('\x03'), { expect: 'status' }],
        ['bash', '-ic', `trap : INT; python3 starts.py ${quoted} run -- node -e '${script}'; echo "status $?"`],
      );
      match(shown, /status 7\n/u);
    },
    'signals: no process is left': () => {
      const others = `awk -v s=$$ '$6 == s && $1 != s { print $2 }' /proc/[0-9]*/stat`;
      const { shown } = converse(
        [{ expect: 'left' }],
        ['sh', '-c', `${quoted} run -- sleep 0.4; sleep 0.3; ${others}; echo left`],
      );
      doesNotMatch(shown, /\(cat\)/u);
    },
  };
}
