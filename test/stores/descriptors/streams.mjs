/** Standard streams as pipe, file and closed; what stands after the tool in a line must find them as they were. */
import { strictEqual } from 'node:assert';

const MUCH = 300_000;

export const streams = ({ sh, place, read }) => {
  const prints = (script, stdout) => () => strictEqual(sh(script).stdout, stdout);
  place('lines', 'one\ntwo\n');
  return {
    'the child reads a pipe': prints('echo line | run cat', 'line\n'),
    'the child waits for a slow pipe': prints('(sleep 0.3; echo late) | run cat', 'late\n'),
    'who comes after us waits for a slow pipe': prints('(sleep 0.3; echo late) | { run true; cat; }', 'late\n'),
    'nothing of a pipe is taken': prints('printf line | { run true; cat; }', 'line'),
    'the child reads a file': prints('run cat < lines', 'one\ntwo\n'),
    'nothing of a file is taken': prints('{ run true; cat; } < lines', 'one\ntwo\n'),
    'the child writes much to a slow pipe': prints(
      `run head -c ${MUCH} /dev/zero | { sleep 0.3; wc -c | tr -d ' '; }`,
      `${MUCH}\n`,
    ),
    'who comes after us writes much to a slow pipe': prints(
      `{ run true; head -c ${MUCH} /dev/zero; } | { sleep 0.3; wc -c | tr -d ' '; }`,
      `${MUCH}\n`,
    ),
    'the same on standard error': prints(
      `{ run true; head -c ${MUCH} /dev/zero >&2; } 2>&1 >/dev/null | { sleep 0.3; wc -c | tr -d ' '; }`,
      `${MUCH}\n`,
    ),
    'output to a file is added where it was': () => {
      sh('{ echo before; run echo inside; echo after; } > output');
      strictEqual(read('output'), 'before\ninside\nafter\n');
    },
    'a full device is the child’s trouble': prints('run sh -c "echo x || exit 9" > /dev/full; echo $? >&2', ''),
    'a reader that leaves early ends the child': prints(
      'run sh -c "yes; echo \\$? > ended" | head -n 1; cat ended 2>/dev/null || true',
      'y\n141\n',
    ),
    ...Object.fromEntries(
      ['<&-', '>&-', '2>&-', '<&- >&-', '<&- 2>&-', '>&- 2>&-', '<&- >&- 2>&-'].map((closed) => [
        `closed: ${closed}`,
        () => strictEqual(sh(`run sh -c 'exit 7' ${closed}`).status, 7),
      ]),
    ),
    'closed input is none': prints('run cat <&-; true', ''),
  };
};
