/** What else a child inherits: descriptors from 3 on, the working folder, the mask of modes, dispositions of signals. */
import { match, strictEqual } from 'node:assert';

export const inherited = ({ sh, place, folder, quoted }) => {
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
    'no signal is blocked or ignored': () =>
      match(sh('run grep -E "^Sig(Ign|Blk)" /proc/self/status').stdout, /^SigBlk:\s+0+\nSigIgn:\s+0+\n$/),
  };
};
