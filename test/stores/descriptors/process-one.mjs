/** The tool as process 1 of a container: status, signals, nothing left behind. */
import { strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';

const AS_ONE = 'unshare --pid --fork --mount-proc';

export const processOne = ({ sh, quoted }) => {
  const { status } = spawnSync('sh', ['-c', `${AS_ONE} true`], { stdio: 'ignore' });
  if (status !== 0) {
    console.log('left out  process 1: unshare is missing or not permitted');
    return {};
  }
  const inside = (script) => sh(`${AS_ONE} ${quoted} run -- sh -c '${script}'`);
  return {
    'process 1 passes on the status': () => strictEqual(inside('exit 5').status, 5),
    'process 1 tells of a signal': () => strictEqual(inside('kill -TERM $$').status, 143),
    'process 1 passes on SIGTERM to a child that knows no signals': () =>
      strictEqual(inside('(sleep 0.2; kill -TERM 1) & exec sleep 60').status, 143),
    'process 1 passes on SIGTERM to a child that does': () =>
      strictEqual(inside('trap "exit 6" TERM; (sleep 0.2; kill -TERM 1) & while :; do sleep 0.02; done').status, 6),
    'process 1 waits for orphans': () =>
      strictEqual(
        inside(
          `(sleep 0.1 &) ; sleep 0.5; for look in $(seq 100); do
             grep -qsE "^State:.Z" /proc/[0-9]*/status || exit 8; sleep 0.1; done`,
        ).status,
        8,
      ),
    'process 1 passes on what is not UTF-8': () =>
      strictEqual(
        sh(`ODD=$(printf 'b\\376'); export ODD; ${AS_ONE} ${quoted} run -- sh -c 'printf %s "$ODD"'`).stdout,
        'b\xfe',
      ),
    'process 1 says what cannot be executed': () => strictEqual(sh(`${AS_ONE} ${quoted} run -- ./lost`).status, 126),
    'process 1 survives orphans': () => strictEqual(inside('(sleep 0.1 &) ; sleep 0.3; exit 4').status, 4),
  };
};
