/** The tool on a terminal of its own, made by python3. */
import { match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CONVERSE = fileURLToPath(new URL('../terminal/converse.py', import.meta.url));
const SLOW_START = fileURLToPath(new URL('slow-start.mjs', import.meta.url));
const NON_BLOCKING = fileURLToPath(new URL('non-blocking.py', import.meta.url));

export const terminals = ({ command, quoted, folder, environment, isNode }) => {
  if (spawnSync('python3', ['-V'], { stdio: 'ignore' }).status !== 0) {
    console.log('left out  terminals: python3 is missing');
    return {};
  }
  const python = (...words) =>
    spawnSync('python3', words, { cwd: folder, env: environment, encoding: 'utf8', timeout: 60_000 });
  /** The status of a script of `sh`, 128+n for a signal, and what the terminal shows. `steps`: those of `converse.py`. */
  const on = (script, steps = [], tool = quoted) => {
    const words = ['sh', '-c', script.replaceAll('TOOL', `${tool} run --`)];
    const { stdout, stderr } = python(CONVERSE, JSON.stringify(steps), ...words);
    strictEqual(stderr, '');
    const { shown, status, problem } = JSON.parse(stdout);
    strictEqual(problem, null, `${problem}; shown: ${JSON.stringify(shown)}`);
    return `${status < 0 ? 128 - status : status} ${shown}`;
  };
  const nonBlocking = (...words) => {
    const { stdout, status } = python(NON_BLOCKING, ...words);
    return `${status} ${stdout}`;
  };
  /** Typed once the child is there. */
  const type = (text) => [{ expect: 'ready\r\n' }, { send: text }];
  const typeLate = [{ pause: 0.7 }, { send: 'typed\n' }];
  return {
    'the three streams are the terminal': () =>
      strictEqual(on("TOOL sh -c 'test -t 0 && test -t 1 && test -t 2 && echo all'"), '0 all\n'),
    'the size of the terminal is seen': () => strictEqual(on('stty rows 33 cols 77; TOOL stty size'), '0 33 77\n'),
    'lint says that it found nothing, and is silent in a pipe': () =>
      strictEqual(on(`${quoted} lint; ${quoted} lint | cat`), '0 manifest.toml: no errors, no warnings\n'),
    'the settings of the terminal stay': () =>
      strictEqual(on('a=$(stty -g); TOOL true; b=$(stty -g); [ "$a" = "$b" ] && echo same'), '0 same\n'),
    'what is typed late is read': () => match(on('TOOL head -n 1', typeLate), /^0 typed\ntyped\n$/),
    'who comes after us reads what is typed late': () =>
      match(on('TOOL true; head -n 1', typeLate), /^0 typed\ntyped\n$/),
    'Ctrl-C reaches the child once': () => match(on(`exec TOOL sh -c '${COUNTING}'`, type('\x03')), ONCE),
    ...(isNode
      ? {
          'Ctrl-C reaches the child once, however late the tool gets its next turn': () => {
            const slow = [command[0], '--import', SLOW_START, ...command.slice(1)].join(' ');
            match(on(`exec TOOL sh -c '${COUNTING}'`, type('\x03'), slow), ONCE);
          },
        }
      : {}),
    'Ctrl-\\ reaches the child once': () =>
      match(on(`exec TOOL sh -c '${COUNTING}'`, type('\x1c')), /^3 ready\n(\^\\)?(Quit.*\n)?count 1\n$/),
    'Ctrl-C ends a child that knows no signals': () =>
      match(on('TOOL sh -c "echo ready; exec sleep 20"; echo $?', type('\x03')), /130\n$|^130 /),
    'a pipe that does not block': () => strictEqual(nonBlocking(...command, 'run', '--', 'cat'), '0 late\n'),
    // A shell waits here, so that the tool may become its command.
    'a pipe that does not block, behind a shell': () =>
      strictEqual(nonBlocking('sh', '-c', `${quoted} run -- cat; exit $?`), '0 late\n'),
  };
};

const ONCE = /^3 ready\n\^?C?count 1\n$/;
/** Counts interrupts until a while after the first one, then tells how many there were. */
const COUNTING =
  'n=0; trap "n=\\$((n+1))" INT QUIT; echo ready; i=0; while [ $i -lt 20 ]; do sleep 0.02; [ $n -eq 0 ] || i=$((i+1)); done; echo "count $n"; exit 3';
