/** What is shown while stores are read: progress of slow ones, and which may have to be unlocked. */
import { doesNotMatch, match, strictEqual } from 'node:assert';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type } from './world.mjs';

const SLOW = fileURLToPath(new URL('with-slow-store.mjs', import.meta.url));
/** Long enough for the progress to be shown, on a machine that does much else. */
const LATE_MS = 2_500;
const { SIGINT } = constants.signals;

const MANIFEST = `[project]
name = "waiting"
revision = "1.0"
require_reason = false

[profiles.default]
ALPHA = { description = "First", providers = ["dotenv", "keyring"] }

[profiles.open]
ALPHA = { description = "First", providers = ["dotenv"] }
`;

export function waiting({ command, quoted, converse, place, stored }) {
  place('manifest.toml', MANIFEST);
  place('.env', 'ALPHA=one\n');

  const slowly = (words, steps = [], more = {}) =>
    converse(steps, ['node', SLOW, `${LATE_MS}`, ...command, ...words], more);
  const STEP = /\r\[0\/2\] reading vault:\/\/127\.0\.0\.1:\d+\/secret\?tls=false\x1b\[K/u;
  /** What is shown besides progress, which a busy machine may make slow enough for. */
  const withoutProgress = (shown) => shown.replace(/\r[^\r\n]*\x1b\[K/gu, '');
  const NOTE = /Reading keyring may require an unlock\.\n/gu;

  return {
    'progress: shown while a store is slow, and gone before the command starts': () => {
      const { shown, status } = slowly(['run', '--', 'sh', '-c', 'echo "<$ALPHA>"']);
      strictEqual(status, 0);
      match(shown, new RegExp(`^${STEP.source}.*\\r\x1b\\[K<from afar>\\n$`, 'su'));
    },
    'progress: gone before a report': () => {
      const { shown } = slowly(['check']);
      match(shown, new RegExp(`^Checking .*\\n${STEP.source}.*\\r\x1b\\[K\\n.* ALPHA - First\\n`, 'su'));
    },
    'progress: gone before a value': () => {
      const { shown, status } = slowly(['get', 'ALPHA']);
      strictEqual(status, 0);
      match(shown, /\r\x1b\[Kfrom afar\n$/u);
    },
    'progress: gone after Ctrl-C': () => {
      const { shown, status } = slowly(['run', '--', 'true'], [{ expect: 'reading' }, type('\x03')]);
      strictEqual(status, 128 + SIGINT);
      match(shown, /\r\x1b\[K$/u);
    },
    'progress: none in a pipe, in the log of a build, or on a dumb terminal': () => {
      const script = `node '${SLOW}' ${LATE_MS} ${quoted} export 2>err.txt`;
      doesNotMatch(converse([], ['sh', '-c', script]).shown, /\x1b/u);
      strictEqual(stored('err.txt'), '');
      doesNotMatch(slowly(['export'], [], { CI: 'true' }).shown, /\x1b/u);
      doesNotMatch(slowly(['export'], [], { TERM: 'dumb' }).shown, /\x1b/u);
    },
    'progress: none for what is not slow': () => {
      const shown = () => converse([], [...command, 'run', '--profile', 'open', '--', 'echo', 'done']).shown;
      const first = shown();
      strictEqual(withoutProgress(first), 'done\n');
      // A busy machine may make one run slow.
      if (first !== 'done\n') strictEqual(shown(), 'done\n');
    },
    'unlocks: check and run name the stores before the first contact, once': () => {
      const run = converse([], [...command, 'run', '--', 'echo', 'done']);
      strictEqual(withoutProgress(run.shown), 'Reading keyring may require an unlock.\ndone\n');
      const check = converse([], [...command, 'check', '--provider', 'keyring', '--no-prompt']);
      strictEqual(check.shown.match(NOTE)?.length, 1);
    },
    'unlocks: nothing in a pipe, from other commands, or where nothing is locked': () => {
      strictEqual(converse([], ['sh', '-c', `${quoted} run -- true 2>err.txt`]).shown, '');
      strictEqual(stored('err.txt'), '');
      strictEqual(withoutProgress(converse([], [...command, 'get', 'ALPHA']).shown), 'one\n');
      doesNotMatch(converse([], [...command, 'check', '--profile', 'open']).shown, /unlock/u);
    },
  };
}
