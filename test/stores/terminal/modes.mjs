/** The modes of a terminal on which several processes run: what is typed for one stays hidden, and nothing is changed in the end. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { join } from 'node:path';
import { type } from './world.mjs';

/** What the other process reports may follow it. */
const LABEL = { expect: 'Enter value for ALPHA \\(profile: default\\): ' };
/** Whether what is typed is still hidden a while later. */
const LOOK = [{ pause: 0.4 }, { expect: '' }];
/** A parent that is no shell: the tool stays until its command ends. */
const NO_SHELL = "python3 -c 'import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)'";
const ECHO_OFF = "stty -a | grep -o -e '-echo\\b'";

export const modes = (world) => {
  const { quoted, folder, converse } = world;
  const asks = (name, starter = '') => `${starter} ${quoted} run -- sh -c 'cat; echo "${name} $ALPHA"'`;

  function pipeline(first, second) {
    const steps = [LABEL, { pause: 0.5 }, type('one\r'), LABEL, ...LOOK, ...LOOK, type('two\r')];
    const { shown, hidden, modesStay } = converse(steps, ['bash', '-c', `${first} < /dev/null | ${second}`]);
    match(shown, /first (?:one\nsecond two|two\nsecond one)\n$/u);
    deepStrictEqual(hidden, [true, true, true, true]);
    strictEqual(modesStay, true);
  }

  return {
    'two processes of a pipeline that ask at once do so one after the other': () =>
      pipeline(asks('first'), asks('second')),
    'one that starts while the other asks': () => pipeline(asks('first'), `{ sleep 0.5; ${asks('second')}; }`),
    'the same, started by what is no shell': () =>
      pipeline(asks('first', NO_SHELL), `{ sleep 0.5; ${asks('second', NO_SHELL)}; }`),
    'a program that puts the modes back when it ends does not show what is typed': () => {
      const gone = join(folder, 'gone');
      const other = `{ node -e 'process.stdin.once("data", () => process.exit())' <&3; touch ${gone}; }`;
      const script = `mkfifo p; ${other} 3<p & exec 4>p; sleep 0.5; ${asks('first')} </dev/null`;
      const end = { run: ['sh', '-c', `echo >${join(folder, 'p')}; until [ -e ${gone} ]; do sleep 0.02; done`] };
      const { shown, hidden } = converse([LABEL, end, ...LOOK, type('one\r')], ['bash', '-c', script]);
      match(shown, /first one\n$/u);
      deepStrictEqual(hidden, [true, true]);
    },
    'what the command changes stays changed': () => {
      for (const starter of ['', NO_SHELL]) {
        const script = `${starter} ${quoted} run -- stty -echo; ${ECHO_OFF}`;
        const { shown } = converse([LABEL, type('one\r')], ['bash', '-c', script]);
        match(shown, /-echo\n$/u);
      }
    },
  };
};
