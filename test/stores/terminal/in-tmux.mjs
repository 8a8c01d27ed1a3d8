/** The same in tmux, whose panes show what a person sees. */
import { doesNotMatch, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SLOW = fileURLToPath(new URL('with-slow-store.mjs', import.meta.url));
const PATIENCE_MS = 20_000;
const TURN_MS = 50;
const SHELL = ['bash', '--norc', '--noprofile'];
const SHELL_PROMPT = /\$ $/u;

export const hasTmux = () => spawnSync('tmux', ['-V'], { stdio: 'ignore' }).status === 0;

function waitFor(read, pattern) {
  for (let waited = 0; waited < PATIENCE_MS; waited += TURN_MS) {
    const text = read();
    if (pattern.test(text)) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TURN_MS);
  }
  throw new Error(`never shown: ${pattern}; shown: ${JSON.stringify(read())}`);
}

export function inTmux({ folder, quoted, env, place, stored }) {
  let servers = 0;
  const tmux = (...words) => {
    const { stdout, status, stderr } = spawnSync(
      'tmux',
      ['-u', '-S', join(folder, `tmux-${servers}`), '-f', '/dev/null', ...words],
      {
        cwd: folder,
        env: { ...env, PS1: '$ ' },
        encoding: 'utf8',
      },
    );
    strictEqual(status, 0, stderr);
    return stdout;
  };

  /** A session with a shell on a server of its own: the last one ends by itself, and may not have done so yet. */
  const begin = (name, columns) => {
    servers++;
    tmux('new-session', '-d', '-s', name, '-x', `${columns}`, '-y', '30', ...SHELL);
  };

  /** A pane with a shell, for one case. */
  function inPane(use, { columns = 100 } = {}) {
    begin('pane', columns);
    try {
      const pane = {
        keys: (...names) => tmux('send-keys', '-t', 'pane', ...names),
        text: (text) => tmux('send-keys', '-t', 'pane', '-l', text),
        /** Bracketed, if the program in the pane has asked for that. */
        paste(text) {
          tmux('set-buffer', text);
          tmux('paste-buffer', '-p', '-t', 'pane');
        },
        /** Everything that is on the screen, and above it; lines that the pane has broken are joined. */
        shown: () => tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'pane').trimEnd(),
        rows: () => tmux('capture-pane', '-p', '-t', 'pane').trimEnd().split('\n'),
        /** The screen as soon as it ends like this, apart from blanks. */
        until: (pattern) => waitFor(() => `${pane.shown()} `, pattern),
        /** A line for the shell. */
        line(text) {
          pane.text(text);
          pane.keys('Enter');
        },
        modes() {
          pane.until(SHELL_PROMPT);
          pane.line('stty -g > modes; echo written');
          pane.until(/\nwritten\n\$ $/u);
          return stored('modes');
        },
      };
      pane.until(SHELL_PROMPT);
      const before = pane.modes();
      use(pane);
      strictEqual(pane.modes(), before, 'the modes of the terminal have changed');
    } finally {
      tmux('kill-session', '-t', 'pane');
    }
  }

  const LABEL = /Enter value for ALPHA \(profile: default\): $/u;
  const run = `${quoted} run -- sh -c 'printf "<%s>\\n" "$ALPHA"'`;

  return {
    'tmux: a piped standard input is left to the command': () =>
      inPane((pane) => {
        pane.line(`printf piped | ${quoted} run -- sh -c 'printf "<%s %s>\\n" "$ALPHA" "$(cat)"'`);
        pane.until(LABEL);
        pane.text('typed');
        pane.keys('Enter');
        doesNotMatch(pane.until(/\n<typed piped>\n/u), /: typed/u);
      }),
    'tmux: wide and combined characters, edited': () =>
      inPane((pane) => {
        pane.line(run);
        pane.until(LABEL);
        pane.text('old');
        pane.keys('C-u');
        pane.text('日本語e\u0301');
        pane.keys('BSpace', 'BSpace');
        pane.text(' word');
        pane.keys('C-w');
        pane.text('é');
        pane.keys('Enter');
        pane.until(/\n<日本 é>\n/u);
      }),
    'tmux: a paste of several lines is one answer': () =>
      inPane((pane) => {
        pane.line(run);
        pane.until(LABEL);
        pane.paste('one\ntwo\n');
        pane.keys('Enter');
        pane.until(/\n<one\ntwo\n>\n/u);
      }),
    'tmux: the shell gets no marks of pastes afterwards': () =>
      inPane((pane) => {
        pane.line(run);
        pane.until(LABEL);
        pane.text('x');
        pane.keys('Enter');
        pane.until(/<x>\n\$ $/u);
        pane.line('echo ready; cat');
        pane.until(/\nready $/u);
        pane.paste('plain\n');
        pane.keys('C-d');
        doesNotMatch(pane.until(/plain\nplain\n\$ $/u), /200~/u);
      }),
    'tmux: Ctrl-Z stops it, and `fg` prompts again': () =>
      inPane((pane) => {
        pane.line(run);
        pane.until(LABEL);
        pane.text('some');
        pane.keys('C-z');
        pane.until(/Stopped .*\n\$ $/u);
        pane.line('echo in the "shell"');
        pane.until(/\nin the shell\n\$ $/u);
        pane.line('fg');
        pane.until(LABEL);
        pane.text(' more');
        pane.keys('Enter');
        pane.until(/\n<some more>\n/u);
      }),
    'tmux: Ctrl-C ends it': () =>
      inPane((pane) => {
        pane.line(`${run}; echo "status $?"`);
        pane.until(LABEL);
        pane.text('some');
        pane.keys('C-c');
        // An interactive shell gives the whole line up.
        pane.until(/: *\n+(?:status 130\n)?\$ $/u);
        pane.line('echo "then $?"');
        doesNotMatch(pane.until(/\nthen (?:130|0)\n\$ $/u), /error|\n</u);
      }),
    'tmux: check stores what is missing': () =>
      inPane((pane) => {
        pane.line(`${quoted} check --provider dotenv://checked.env`);
        pane.until(/\[1\/1\] Enter value for ALPHA.* \(Enter skips\): $/u);
        pane.text('stored');
        pane.keys('Enter');
        match(pane.until(/Summary: 1 found, 0 missing\n/u), /All set: 1 value saved/u);
        strictEqual(stored('checked.env'), 'ALPHA=stored\n');
      }),
    'tmux: a pane that is closed stores nothing': () => {
      begin('closed', 100);
      tmux('send-keys', '-t', 'closed', '-l', `${quoted} set ALPHA --provider dotenv://closed.env`);
      tmux('send-keys', '-t', 'closed', 'Enter');
      const shown = () => tmux('capture-pane', '-p', '-J', '-t', 'closed');
      waitFor(shown, /Enter value for ALPHA/u);
      tmux('send-keys', '-t', 'closed', '-l', 'half');
      tmux('kill-session', '-t', 'closed');
      strictEqual(stored('closed.env'), null);
    },
    'tmux: progress is one row of a narrow pane, and then gone': () =>
      inPane(
        (pane) => {
          place('slow.sh', `exec node '${SLOW}' 4000 ${quoted} run -- echo done\n`);
          pane.line('clear; sh slow.sh');
          pane.until(/^\[0\/2\] reading vault:\/\/\S+…/u);
          strictEqual(pane.rows().length, 1);
          strictEqual(pane.until(/^done\n\$ $/u), 'done\n$ ');
        },
        { columns: 30 },
      ),
  };
}
