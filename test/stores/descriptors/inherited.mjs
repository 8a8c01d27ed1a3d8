/** What else a child inherits: descriptors from 3 on, the working folder, the mask of modes, dispositions of signals. */
import { match, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';

export const inherited = ({ sh, place, folder, quoted, apart, isNode }) => {
  const prints = (script, stdout) => () => strictEqual(sh(script).stdout, stdout);
  place('three', 'three');
  place('four', 'four');
  return {
    'descriptor 3': prints('run cat /dev/fd/3 3<three', 'three'),
    'descriptor 9': prints("run sh -c 'cat <&9' 9<three", 'three'),
    'descriptors 3 and 4': prints("run sh -c 'cat <&3; cat <&4' 3<three 4<four", 'threefour'),
    'a pipe on descriptor 5': prints("printf piped | { run sh -c 'cat <&5' 5<&0 </dev/null; }", 'piped'),
    'both ends of a pipe': prints('mkfifo both; run sh -c "echo token >&7; head -n 1 <&7" 7<>both; rm both', 'token\n'),
    'a descriptor that an argument names': prints(
      `bash -c '"$@" run -- cat <(echo substituted)' bash ${quoted}`,
      'substituted\n',
    ),
    'no descriptor of ours': () => {
      const { stdout } = sh("run sh -c 'ls -l /proc/self/fd' 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-");
      strictEqual(/anon_inode|dbus/.test(stdout), false, stdout);
    },
    'the working folder': prints('mkdir -p sub; cd sub; run pwd', `${folder}/sub\n`),
    'the mask of modes': prints('umask 027; run sh -c umask', '0027\n'),
    'no signal is blocked or ignored': () => match(sh(`run ${DISPOSITIONS}`).stdout, /^SigBlk:\s+0+\nSigIgn:\s+0+\n$/),
    'the same behind a program that is no shell': () =>
      match(sh(`${apart} run -- ${DISPOSITIONS}`).stdout, /^SigBlk:\s+0+\nSigIgn:\s+0+\n$/),
    // Node puts all signals back before any script of ours runs.
    ...(isNode ? {} : ignored({ sh, apart })),
    'the soft limit of open files': prints(`ulimit -Sn 256; run ${LIMITS}`, `256\n${HARD}\n`),
    'the same behind a program that is no shell, of open files': prints(
      `ulimit -Sn 256; ${apart} run -- ${LIMITS}`,
      `256\n${HARD}\n`,
    ),
    'a lower hard limit is left alone': prints(`ulimit -n 300; run ${LIMITS}`, '300\n300\n'),
  };
};

const DISPOSITIONS = 'grep -E "^Sig(Ign|Blk)" /proc/self/status';
const LIMITS = "sh -c 'ulimit -Sn; ulimit -Hn'";
const HARD = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();

/** HUP, INT and QUIT: `nohup`, and what a shell starts in the background. */
function ignored({ sh, apart }) {
  const IGNORES = "trap '' HUP INT QUIT;";
  const stays = (script) => () => match(sh(`${IGNORES} ${script}`).stdout, /^SigBlk:\s+0+\nSigIgn:\s+0+7\n$/);
  const unmoved = 'sh -c "kill -HUP \\$PPID; sleep 0.1; kill -INT \\$PPID; sleep 0.1; echo unmoved"';
  return {
    'ignored signals stay ignored': stays(`run ${DISPOSITIONS}`),
    'the same behind a program that is no shell, of ignored signals': stays(`${apart} run -- ${DISPOSITIONS}`),
    'ignored signals are not passed on': () =>
      strictEqual(sh(`${IGNORES} ${apart} run -- ${unmoved}`).stdout, 'unmoved\n'),
  };
}
