/** Processes that outlive the command and keep its output open. */
import { match, ok, strictEqual } from 'node:assert';

const MUCH = 900_000;
/** Much longer than anyone waits here. */
const LONG_SECONDS = 60;
/** Less than the tool waits for others. */
const SOON_MS = 900;
const PATIENCE_MS = 20_000;

export const leftovers = ({ sh }) => {
  const ends = (script, stdout) => () => {
    const start = Date.now();
    strictEqual(sh(script).stdout, stdout);
    ok(Date.now() - start < PATIENCE_MS, 'it waits for what was left behind');
  };
  return {
    'a silent one is not waited for': ends(
      `run sh -c 'echo a; sleep ${LONG_SECONDS} & echo $! > pid; exit 4'; echo $?; kill "$(cat pid)"`,
      'a\n4\n',
    ),
    'one that writes for ever is not': ends(`run sh -c 'yes > /dev/stderr & exit 4' 2>/dev/null; echo $?`, '4\n'),
    'one that writes now and then is not': ends(
      `run sh -c '(i=0; while [ $i -lt 600 ]; do echo x >&2 || exit; sleep 0.1; i=$((i+1)); done) & exit 4' 2>/dev/null; echo $?`,
      '4\n',
    ),
    'all that the command wrote is there, however slow the reader is': ends(
      `run sh -c 'sleep ${LONG_SECONDS} & echo $! > pid; head -c ${MUCH} /dev/zero' | { sleep 2; wc -c | tr -d ' '; }; kill "$(cat pid)"`,
      `${MUCH}\n`,
    ),
    'one that ends soon is': () => {
      const words = `run bash -c 'exec > >(sleep 0.2; tr a-z A-Z; date +%s%N > late); echo soon; date +%s%N > over'`;
      const milliseconds = '$((($(cat late) - $(cat over)) / 1000000))';
      const outcome = () =>
        sh(`rm -f late; ${words}; until [ -s late ]; do sleep 0.02; done; echo ${milliseconds}`).stdout;
      let seen = outcome();
      // On a machine that stood still meanwhile it was not soon.
      for (let round = 0; round < 5 && Number(seen) >= SOON_MS; round++) seen = outcome();
      match(seen, /^SOON\n\d+\n$/u);
    },
  };
};
