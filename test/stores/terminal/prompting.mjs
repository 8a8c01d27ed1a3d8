/** Prompts of `run`: hidden input with its editing keys, pastes, long lines, interrupts, stops, a closed terminal, none at all. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROMPT_OF_SHELL, SHELL, STOPPED } from './shell.mjs';
import { type } from './world.mjs';

const ASK_AT_ONCE = fileURLToPath(new URL('ask-at-once.mjs', import.meta.url));
const BUN = fileURLToPath(
  new URL(`../../../.tools/bun/node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`, import.meta.url),
);
const TAKEN = { taken: true };
/** All others that a process may get from another one and that end it. */
const OTHER_SIGNALS = ['SIGALRM', 'SIGUSR1', 'SIGUSR2', 'SIGABRT', 'SIGVTALRM', 'SIGPROF', 'SIGXCPU', 'SIGIO'];
const { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGSTOP } = constants.signals;

export function prompting(world) {
  const { command, quoted, isNode, folder, converse, withoutTerminal } = world;
  const LABEL = { expect: 'Enter value for ALPHA \\(profile: default\\): $' };
  const SHOW = ['sh', '-c', 'printf "<%s>" "$ALPHA"'];

  /** `tool run` on a terminal, with the question for ALPHA expected first; the modes of the terminal must be the same afterwards. */
  function asked(steps, words = SHOW, more = {}) {
    const result = converse([LABEL, ...steps], [...command, 'run', '--', ...words], more);
    strictEqual(result.modesStay, true, 'the modes of the terminal have changed');
    strictEqual(result.hidden[0], true, 'the input is not hidden');
    return result;
  }

  /** The answer that these keys give. */
  function answerTo(...pieces) {
    const { shown } = asked(pieces.flatMap((piece) => [type(piece), TAKEN]));
    const [, answer] = /<(.*)>$/su.exec(Buffer.from(shown, 'latin1').toString()) ?? [];
    return answer;
  }
  const gives =
    (answer, ...pieces) =>
    () =>
      strictEqual(answerTo(...pieces), answer);

  /** Ends by the signal, reports nothing, and starts nothing. */
  function endsBy(signal, steps, more) {
    const { status, shown } = asked(steps, SHOW, more);
    strictEqual(status, -signal);
    doesNotMatch(shown, /error|<|at .*:\d+/u);
  }

  const LONG = `${'0123456789abcdef'.repeat(1250)}end`;
  const questions = (...list) => [isNode ? 'node' : BUN, ASK_AT_ONCE, JSON.stringify(list)];
  const secret = (name) => ({ kind: 'secret', secret: name, profile: 'p', destination: null });

  /** An interactive shell in which the tool asks. */
  function inShell(steps) {
    const start = [PROMPT_OF_SHELL, type(`${quoted} run -- sh -c 'printf "<%s>" "$ALPHA"'\r`), LABEL];
    return converse([...start, ...steps], SHELL);
  }

  return {
    'what is typed is the answer, and is not shown': () => {
      const { shown, status } = asked([type('typed\r')], ['true']);
      strictEqual(status, 0);
      doesNotMatch(shown, /typed/u);
      match(
        Buffer.from(shown, 'latin1').toString(),
        /: \n\x1b\[\?2004l✓ ALPHA - entered for this run only \(profile: default\)\n$/u,
      );
    },
    'Enter sends a line feed on some terminals': gives('typed', 'typed\n'),
    'backspace, and Ctrl-H': gives('axd', 'abc\x7f\b', 'x', 'd\r'),
    'backspace takes a whole character': gives('a', 'aé\x7f', 'e\u0301\x7f', '👩‍👩‍👧\x7f', '€\x7f\r'),
    'backspace on nothing': gives('a', '\x7f\x7f', 'a\r'),
    'Ctrl-U takes everything': gives('new', 'old text\x15new\r'),
    'Ctrl-W takes a word': gives('one three', 'one two \x17three\r'),
    'keys without a meaning are no input': gives('ab', 'a\x1b[A\x1b[1;5C\x1bOPb\r'),
    'a key that arrives in pieces': gives('ab', 'a\x1b', '[', 'Ab\r'),
    'characters that arrive in pieces': () => {
      const bytes = Buffer.from('é€😀').toString('latin1');
      const pieces = [...bytes].flatMap((send) => [{ send }, TAKEN]);
      match(Buffer.from(asked([...pieces, type('\r')]).shown, 'latin1').toString(), /<é€😀>$/u);
    },
    'what is not UTF-8 is asked for again': () => {
      const { shown } = asked([
        { send: 'a\xff\r' },
        { expect: 'not UTF-8.*\n.*ALPHA \\(profile: default\\): $' },
        type('right\r'),
      ]);
      match(shown, /<right>$/u);
    },
    'a control character is not lost silently: it is asked for again': () => {
      const { shown } = asked([
        { send: 'wr\x01ong\r' },
        { expect: 'contains a control character.*\n.*ALPHA \\(profile: default\\): $' },
        type('right\r'),
      ]);
      match(shown, /<right>$/u);
    },
    'a paste': gives('pasted', '\x1b[200~pasted\x1b[201~', '\r'),
    'a paste of several lines is one answer': gives('one\ntwo\n', '\x1b[200~one\rtwo\r\x1b[201~', '\r'),
    'a paste that arrives in pieces': gives('one\ntwo.', '\x1b[20', '0~one\r\n', 'two', '\x1b[', '201', '~.\r'),
    'Ctrl-C ends a paste without an end': () => endsBy(SIGINT, [type('\x1b[200~some'), TAKEN, type('\x03')]),
    'marks of pastes are switched off again': () => {
      const { shown } = asked([type('x\r')]);
      deepStrictEqual(shown.match(/\x1b\[\?2004[hl]/gu), ['\x1b[?2004h', '\x1b[?2004l']);
    },
    'a dumb terminal is not asked for them': () =>
      doesNotMatch(asked([type('x\r')], SHOW, { TERM: 'dumb' }).shown, /\x1b/u),
    'a line longer than the terminal keeps': gives(LONG, LONG, '\r'),
    'an empty answer is refused': () => {
      const { status, shown } = asked([type('\r')]);
      strictEqual(status, 1);
      match(shown, /E1010/u);
    },
    'Ctrl-D on nothing is an empty answer': () => match(asked([type('\x04')]).shown, /E1010/u),
    'Ctrl-D after something is no input': gives('ab', 'a\x04b\r'),
    'what was typed before the question is no answer': () => {
      const early = ['sh', '-c', `printf ready; sleep 1; exec ${quoted} run -- ${SHOW[0]} -c '${SHOW[2]}'`];
      const { shown } = converse([{ expect: 'ready' }, type('early\r'), LABEL, type('late\r')], early);
      match(shown, /<late>$/u);
    },
    'what follows an answer is not the next one': () => {
      const steps = [
        { expect: 'ALPHA \\(profile: two\\): $' },
        type('one\rmore\r'),
        { expect: 'BETA \\(profile: two\\): $' },
        { pause: 0.1 },
        type('two\r'),
      ];
      const words = [...command, 'run', '--profile', 'two', '--', 'sh', '-c', 'printf "<%s %s>" "$ALPHA" "$BETA"'];
      match(converse(steps, words).shown, /<one two>$/u);
    },
    'two that ask at once get their own answers': () => {
      const steps = [
        { expect: 'value for ONE \\(profile: p\\): $' },
        { pause: 0.2 },
        type('first\r'),
        { expect: 'value for TWO \\(profile: p\\): $' },
        type('second\r'),
      ];
      const { shown, modesStay } = converse(steps, questions(secret('ONE'), secret('TWO')));
      match(shown, /answers \["first","second"\]\n$/u);
      strictEqual(modesStay, true);
    },
    'a process that was killed at its prompt keeps no other from asking': () => {
      const killed = `${quoted} run -- true & echo $! > victim; wait`;
      const asks = `${quoted} run -- sh -c 'echo "<$ALPHA>"'`;
      const victim = join(folder, 'victim');
      const kill = { run: ['sh', '-c', `until [ -s ${victim} ]; do sleep 0.02; done; kill -KILL "$(cat ${victim})"`] };
      const { shown } = converse([LABEL, kill, LABEL, type('typed\r')], ['bash', '-c', `${killed}; ${asks}`]);
      match(shown, /<typed>\n$/u);
    },
    'a confirmation is shown, and is a yes or a no': () => {
      const sure = { kind: 'confirmation', text: 'Delete all?' };
      const SURE = { expect: 'Delete all\\? \\[y/N\\] $' };
      const steps = [
        SURE,
        type('y\r'),
        SURE,
        type('YES\r'),
        SURE,
        type('\r'),
        SURE,
        type('nox\x7f\x7f\x7fyup\r'),
        SURE,
        type('\x04'),
      ];
      const { shown, hidden } = converse(steps, questions(sure, sure, sure, sure, sure));
      match(shown, /answers \["yes","yes","no","no","no"\]\n$/u);
      deepStrictEqual(hidden, [false, false, false, false, false]);
    },
    'credentials and locks are asked for by name': () => {
      const steps = [
        { expect: "Enter TOKEN for provider 'a' \\(source: keyring\\): $" },
        type('t\r'),
        { expect: 'Enter passphrase of age://x: $' },
        type('p\r'),
      ];
      const credential = { kind: 'credential', name: 'TOKEN', alias: 'a', source: 'keyring' };
      match(
        converse(steps, questions(credential, { kind: 'unlock', store: 'age://x' })).shown,
        /answers \["t","p"\]\n$/u,
      );
    },
    'where it will be kept is shown first, without control characters': () => {
      const words = [...command, 'run', '--profile', 'kept', '--', ...SHOW];
      const { shown } = converse([{ expect: 'ALPHA \\(profile: kept\\): $' }, type('x\r')], words);
      match(shown, /Writing secret 'ALPHA' to dotenv:.*\n {2}target: item=ALPHA\n/u);
      doesNotMatch(shown, /\x1b\[31m/u);
    },
    'a piped standard input is left to the command': () => {
      const { shown } = asked(
        [{ input: 'from the pipe' }, type('typed\r')],
        ['sh', '-c', 'printf "<%s %s>" "$ALPHA" "$(cat)"'],
      );
      match(shown, /<typed from the pipe>$/u);
    },
    "what is typed after the answer is the command's": () => {
      const { shown } = asked(
        [type('typed\r'), { expect: 'go ahead' }, type('next\n')],
        ['sh', '-c', 'printf "go ahead"; read -r line; printf "<%s %s>" "$ALPHA" "$line"'],
      );
      match(shown, /<typed next>$/u);
    },
    'Ctrl-C ends it by SIGINT': () => endsBy(SIGINT, [type('some\x03')]),
    'Ctrl-C gives 130 in a shell, whose script ends too': () => {
      const script = `${quoted} run -- true; echo "status $?"`;
      const { shown, modesStay } = converse(
        [LABEL, type('\x03')],
        ['bash', '-c', `trap 'echo "trapped $?"' INT; ${script}`],
      );
      match(shown, /trapped 130\nstatus 130\n$/u);
      strictEqual(modesStay, true);
    },
    'Ctrl-\\ ends it by SIGQUIT': () => endsBy(SIGQUIT, [type('some\x1c')]),
    'SIGINT ends it': () => endsBy(SIGINT, [{ signal: SIGINT }]),
    'SIGTERM ends it': () => endsBy(SIGTERM, [{ signal: SIGTERM }]),
    'SIGHUP ends it': () => endsBy(SIGHUP, [{ signal: SIGHUP }]),
    'SIGQUIT ends it': () => endsBy(SIGQUIT, [{ signal: SIGQUIT }]),
    ...Object.fromEntries(
      OTHER_SIGNALS.map((name) => {
        const signal = constants.signals[name];
        return [`${name} ends it`, () => endsBy(signal, [{ signal }])];
      }),
    ),
    // Node puts all signals back before any script of ours runs.
    ...(isNode
      ? {}
      : {
          'an ignored SIGHUP stays ignored': () => {
            const words = ['sh', '-c', `trap '' HUP; exec ${quoted} run -- sh -c 'printf "<%s>" "$ALPHA"'`];
            match(converse([LABEL, { signal: SIGHUP }, { pause: 0.2 }, type('typed\r')], words).shown, /<typed>$/u);
          },
        }),
    'a terminal that is closed ends it': () => {
      const { status } = converse([LABEL, { hangUp: true }], [...command, 'run', '--', 'touch', 'started']);
      strictEqual(status, -SIGHUP);
      strictEqual(existsSync(join(folder, 'started')), false);
    },
    'Ctrl-Z stops it with the terminal as it was, and `fg` asks again': () => {
      const { shown, hidden, status } = inShell([
        type('some\x1a'),
        ...STOPPED,
        PROMPT_OF_SHELL,
        type('stty -a | grep -o " echo "; echo "in the shell"\r'),
        { expect: 'echo \r\nin the shell' },
        type('fg\r'),
        LABEL,
        type(' more\r'),
        { expect: '<some more>' },
        type('exit\r'),
      ]);
      strictEqual(status, 0, shown);
      strictEqual(hidden.at(-2), true);
    },
    'SIGTSTP stops it in the same way, and what ends it there leaves the terminal as it was': () => {
      const { shown } = inShell([
        { signal: SIGTSTP, foreground: true },
        ...STOPPED,
        PROMPT_OF_SHELL,
        type('stty -a | grep -o " echo "; kill -TERM %1; fg\r'),
        { expect: ' echo \r\n' },
        { expect: 'Terminated' },
        PROMPT_OF_SHELL,
        type('stty -a | grep -o " icanon "; exit\r'),
        { expect: ' icanon \r\n' },
      ]);
      doesNotMatch(shown, /error/u);
    },
    'a stopped prompt that is ended stays in the background': () => {
      const { shown } = inShell([
        type('some\x1a'),
        ...STOPPED,
        PROMPT_OF_SHELL,
        // Without -f, bash may report the stop.
        type('kill -TERM %1; wait -f %1; echo "status $?"\r'),
        { expect: '\nstatus 143\r\n' },
        PROMPT_OF_SHELL,
        type('stty -a | grep -o " icanon "; exit\r'),
        { expect: ' icanon \r\n' },
      ]);
      doesNotMatch(shown, /error/u);
    },
    'SIGSTOP, after which the shell sets modes of its own': () => {
      const { shown, hidden } = inShell([
        { signal: SIGSTOP, foreground: true },
        ...STOPPED,
        PROMPT_OF_SHELL,
        type('fg\r'),
        LABEL,
        type('typed\r'),
        { expect: '<typed>' },
        type('exit\r'),
      ]);
      strictEqual(hidden.at(-2), true);
      doesNotMatch(shown, /[^<]typed/u);
    },
    'in the background it stops until it is in the foreground': () => {
      const { shown, hidden } = converse(
        [
          PROMPT_OF_SHELL,
          // Reports a stop at once, not before the next prompt.
          type('set -b\r'),
          PROMPT_OF_SHELL,
          type(`${quoted} run -- sh -c 'printf "<%s>" "$ALPHA"' &\r`),
          ...STOPPED,
          type('fg\r'),
          LABEL,
          type('typed\r'),
          { expect: '<typed>' },
          type('exit\r'),
        ],
        SHELL,
      );
      strictEqual(hidden.at(-2), true);
      doesNotMatch(shown, /[^<]typed/u);
    },
    'no terminal is refused at once': () => {
      const { status, stderr } = withoutTerminal([...command, 'run', '--', ...SHOW]);
      strictEqual(status, 1);
      match(stderr, /E0902/u);
    },
  };
}
