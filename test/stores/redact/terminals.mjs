/** On a terminal: the executable keeps it one, Node says that it cannot. */
import { doesNotMatch, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PROMPT_OF_SHELL, SHELL, STOPPED } from '../terminal/shell.mjs';

const CONVERSE = fileURLToPath(new URL('../terminal/converse.py', import.meta.url));
const PATIENCE_MS = 90_000;
const { SIGTERM } = constants.signals;
const COUNTING =
  'n=0; trap "n=\\$((n+1))" INT; echo ready; i=0; while [ $i -lt 20 ]; do sleep 0.02; [ $n -eq 0 ] || i=$((i+1)); done; echo "count $n"; exit 3';

export const terminals = ({ command, quoted, folder, environment, isNode }) => {
  if (spawnSync('python3', ['-V'], { stdio: 'ignore' }).status !== 0) {
    console.log('left out  terminals: python3 is missing');
    return {};
  }
  const converse = (steps, words) => {
    const { stdout, stderr } = spawnSync('python3', [CONVERSE, JSON.stringify(steps), ...words], {
      cwd: folder,
      env: { ...environment, TERM: 'xterm' },
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    strictEqual(stderr, '');
    const result = JSON.parse(stdout);
    strictEqual(result.problem, null, `${result.problem}; shown: ${JSON.stringify(result.shown)}`);
    return result;
  };
  /** The modes of the terminal are the same afterwards, always. */
  const on = (script, steps = []) => {
    const result = converse(steps, [...command, 'run', '--redact', '--', 'sh', '-c', script]);
    strictEqual(result.modesStay, true, 'the modes of the terminal have changed');
    return result;
  };
  const shows = (script, shown, steps) => () => strictEqual(on(script, steps).shown.replace(NOTE, ''), shown);
  const same = {
    'a value is replaced': shows('echo "is $ALPHA!"', 'is [ALPHA]!\n'),
    'a prompt without a line end is shown, and answered': shows(
      'printf "name: "; read -r name; echo "<$name>"',
      'name: me\n<me>\n',
      [{ expect: 'name: $' }, { send: 'me\n' }],
    ),
    'both streams keep their order': shows(
      'for i in 1 2 3; do echo $i; echo err >&2; done',
      '1\nerr\n2\nerr\n3\nerr\n',
    ),
    'Ctrl-C reaches the command once': () => {
      const { shown, status } = on(COUNTING, [{ expect: 'ready' }, { pause: 0.3 }, { send: '\x03' }]);
      match(shown, /count 1\n$/u);
      strictEqual(status, 3);
    },
    'Ctrl-C ends a command that knows no signals': () =>
      strictEqual(on('echo ready; exec sleep 20', [{ expect: 'ready' }, { send: '\x03' }]).status, 130),
    'SIGTERM to the tool ends both, and the terminal is as it was': () =>
      strictEqual(on('echo ready; exec sleep 20', [{ expect: 'ready' }, { signal: SIGTERM }]).status, 143),
    'Ctrl-Z stops it, and `fg` continues it': () => {
      const steps = [
        PROMPT_OF_SHELL,
        { send: `${quoted} run --redact -- sh -c 'echo ready; read -r line; echo "<$line>"'\r` },
        { expect: 'ready\r\n' },
        { send: '\x1a' },
        ...STOPPED,
        PROMPT_OF_SHELL,
        { send: 'echo in the shell\r' },
        { expect: '\rin the shell' },
        { send: 'fg\r' },
        // The line of the job, which bash prints once its editor has left the terminal.
        { expect: 'run --redact' },
        { send: 'line\r' },
        { expect: '<line>' },
        { send: 'exit\r' },
      ];
      strictEqual(converse(steps, SHELL).status, 0);
    },
  };
  if (isNode) {
    return {
      ...same,
      'the command gets pipes, and that is said': () => {
        const { shown } = on('test -t 1 || test -t 2 || echo pipes');
        match(shown, /^note: because of --redact.*\npipes\n$/u);
      },
      'without a terminal nothing is said': () => {
        const { shown } = converse([], ['sh', '-c', `${quoted} run --redact -- true 2>&1 | cat`]);
        strictEqual(shown, '');
      },
    };
  }
  return {
    ...same,
    'the streams are terminals': shows('test -t 0 && test -t 1 && test -t 2 && echo all', 'all\n'),
    'one of them is, if the other is a file': () => {
      const script = 'test -t 2 && ! test -t 1 && echo "is $ALPHA" >&2';
      const { shown } = converse([], ['sh', '-c', `${quoted} run --redact -- sh -c '${script}' > /dev/null`]);
      strictEqual(shown, 'is [ALPHA]\n');
    },
    'nothing is said about it': () => doesNotMatch(on('true').shown, /note/u),
    'the size is that of the terminal, and follows it': () => {
      const untilSize = (size) => `until [ "$(stty size <&3)" = "${size}" ]; do sleep 0.02; done; stty size <&3`;
      // Two numbers are two changes, and a command may hear of each more than once.
      const onChange = `trap : WINCH; ${untilSize('40 80')}; exit 5`;
      const script = `exec 3<&1; stty rows 31 cols 97; ${untilSize('31 97')}; trap '${onChange}' WINCH; stty rows 40 cols 80; while :; do sleep 0.1; done`;
      const { shown, status } = on(script);
      match(shown, /^31 97\n40 80\n$/u);
      strictEqual(status, 5);
    },
    'lines end as on the terminal, in every mode of it': shows(
      'stty -onlcr; printf "a\\nb"; sleep 0.3; stty onlcr; printf "c\\nd\\n"',
      'a\nbc\nd\n',
    ),
  };
};

const NOTE = /^note: because of --redact.*\n/u;
