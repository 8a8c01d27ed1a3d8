/** The tool on a terminal of its own, made by python3. */
import { match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TERMINAL = fileURLToPath(new URL('terminal.py', import.meta.url));
const NON_BLOCKING = fileURLToPath(new URL('non-blocking.py', import.meta.url));

export const terminals = ({ command, quoted, folder, environment }) => {
  if (spawnSync('python3', ['-V'], { stdio: 'ignore' }).status !== 0) {
    console.log('left out  terminals: python3 is missing');
    return {};
  }
  const python = (...words) => {
    const { stdout, status } = spawnSync('python3', words, {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      timeout: 30_000,
    });
    return `${status} ${stdout}`;
  };
  /** `typed`: pairs of seconds to wait and text to type. */
  const on = (script, typed = []) =>
    python(TERMINAL, JSON.stringify(typed), script.replaceAll('TOOL', `${quoted} run --`));
  return {
    'the three streams are the terminal': () =>
      strictEqual(on("TOOL sh -c 'test -t 0 && test -t 1 && test -t 2 && echo all'"), '0 all\n'),
    'the size of the terminal is seen': () => strictEqual(on('stty rows 33 cols 77; TOOL stty size'), '0 33 77\n'),
    'lint says that it found nothing, and is silent in a pipe': () =>
      strictEqual(on(`${quoted} lint; ${quoted} lint | cat`), '0 manifest.toml: no errors, no warnings\n'),
    'the settings of the terminal stay': () =>
      strictEqual(on('a=$(stty -g); TOOL true; b=$(stty -g); [ "$a" = "$b" ] && echo same'), '0 same\n'),
    'what is typed late is read': () => match(on('TOOL head -n 1', [[0.5, 'typed\n']]), /^0 typed\ntyped\n$/),
    'who comes after us reads what is typed late': () =>
      match(on('TOOL true; head -n 1', [[0.7, 'typed\n']]), /^0 typed\ntyped\n$/),
    'Ctrl-C reaches the child once': () =>
      match(on(`exec TOOL sh -c '${COUNTING}'`, [[0.7, '\x03']]), /^3 \^?C?count 1\n$/),
    'Ctrl-\\ reaches the child once': () =>
      match(on(`exec TOOL sh -c '${COUNTING}'`, [[0.7, '\x1c']]), /^3 (\^\\)?(Quit.*\n)?count 1\n$/),
    'Ctrl-C ends a child that knows no signals': () =>
      match(on('TOOL sleep 5; echo $?', [[0.7, '\x03']]), /130\n$|^130 /),
    'a pipe that does not block': () => strictEqual(python(NON_BLOCKING, ...command, 'run', '--', 'cat'), '0 late\n'),
    // A shell waits here, so that the tool may become its command.
    'a pipe that does not block, behind a shell': () =>
      strictEqual(python(NON_BLOCKING, 'sh', '-c', `${quoted} run -- cat; exit $?`), '0 late\n'),
  };
};

/** Counts interrupts for a while, then tells how many there were. */
const COUNTING =
  'n=0; trap "n=\\$((n+1))" INT QUIT; i=0; while [ $i -lt 60 ]; do sleep 0.02; i=$((i+1)); done; echo "count $n"; exit 3';
