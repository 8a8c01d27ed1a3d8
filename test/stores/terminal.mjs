/**
 * Questions on real terminals: hidden input with its editing keys, pastes, long lines, interrupts, stops, a terminal that is closed, and
 * none at all. `node test/stores/terminal.mjs COMMAND...`; needs python3, and setsid of util-linux. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCases } from './run-cases.mjs';

const CONVERSE = fileURLToPath(new URL('terminal/converse.py', import.meta.url));
const ASK_AT_ONCE = fileURLToPath(new URL('terminal/ask-at-once.mjs', import.meta.url));
const BUN = fileURLToPath(
  new URL(`../../.tools/bun/node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`, import.meta.url),
);
const PATIENCE_MS = 90_000;
const { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGSTOP } = constants.signals;

const MANIFEST = `[project]
name = "terminal"
revision = "1.0"
require_reason = false

[defaults]
providers = ["null"]

[profiles.default]
ALPHA = { description = "First", prompt = true }

[profiles.two]
ALPHA = { description = "First", prompt = true }
BETA = { description = "Second", prompt = true }

[profiles.kept]
ALPHA = { description = "First", prompt = true, providers = ["dotenv://\\u001b[31m{profile}.env"] }
`;

const command = process.argv.slice(2);
const isNode = command.length > 1;
const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
const folder = mkdtempSync(join(tmpdir(), 'tool-terminal-'));
const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', TERM: 'xterm', NO_COLOR: '1' };
writeFileSync(join(folder, 'manifest.toml'), MANIFEST);

/** What comes of these steps with `words`. */
function converse(steps, words, more = {}) {
  const { stdout, stderr } = spawnSync('python3', [CONVERSE, JSON.stringify(steps), ...words], {
    cwd: folder,
    env: { ...env, ...more },
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  strictEqual(stderr, '');
  const result = JSON.parse(stdout);
  strictEqual(result.problem, null, `${result.problem}; shown: ${JSON.stringify(result.shown)}`);
  return result;
}

const LABEL = { expect: 'Enter value for ALPHA \\(profile: default\\): $' };
const type = (send) => ({ send: Buffer.from(send).toString('latin1') });
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
  const { shown } = asked(pieces.flatMap((piece) => [type(piece), { pause: 0.05 }]));
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

const cases = {
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
  'keys without a meaning are no input': gives('ab', 'a\x1b[A\x1b[1;5C\x1bOP\x01\x05b\r'),
  'a key that arrives in pieces': gives('ab', 'a\x1b', '[', 'Ab\r'),
  'characters that arrive in pieces': () => {
    const bytes = Buffer.from('é€😀').toString('latin1');
    const pieces = [...bytes].flatMap((send) => [{ send }, { pause: 0.03 }]);
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
  'a paste': gives('pasted', '\x1b[200~pasted\x1b[201~', '\r'),
  'a paste of several lines is one answer': gives('one\ntwo', '\x1b[200~one\rtwo\r\x1b[201~', '\r'),
  'a paste that arrives in pieces': gives('one\ntwo.', '\x1b[20', '0~one\r\n', 'two', '\x1b[', '201', '~.\r'),
  'Ctrl-C ends a paste without an end': () => endsBy(SIGINT, [type('\x1b[200~some'), { pause: 0.1 }, type('\x03')]),
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
      { expect: 'Stopped' },
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
      { expect: 'Stopped' },
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
  'SIGSTOP, after which the shell sets modes of its own': () => {
    const { shown, hidden } = inShell([
      { signal: SIGSTOP, foreground: true },
      { expect: 'Stopped' },
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
        type(`${quoted} run -- sh -c 'printf "<%s>" "$ALPHA"' &\r`),
        { pause: 1 },
        type('\r'),
        { expect: 'Stopped' },
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
    const { status, stderr } = spawnSync('setsid', ['--wait', ...command, 'run', '--', ...SHOW], {
      cwd: folder,
      env,
      encoding: 'utf8',
      input: 'typed\n',
      timeout: PATIENCE_MS,
    });
    strictEqual(status, 1);
    match(stderr, /E0902/u);
  },
};

const SHELL = ['bash', '--norc', '--noprofile', '-i'];
const PROMPT_OF_SHELL = { expect: '[$#] $' };

/** An interactive shell in which the tool asks. */
function inShell(steps) {
  const start = [PROMPT_OF_SHELL, type(`${quoted} run -- sh -c 'printf "<%s>" "$ALPHA"'\r`), LABEL];
  return converse([...start, ...steps], SHELL);
}

if (spawnSync('python3', ['-V'], { stdio: 'ignore' }).status !== 0) {
  console.log('left out  terminals: python3 is missing');
  console.log('0 passed, 0 failed');
} else {
  try {
    process.exitCode = runCases(cases);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
