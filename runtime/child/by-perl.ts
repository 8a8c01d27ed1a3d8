/**
 * A command started by perl, for Node, where its own calls would change something: bytes that are not UTF-8, entries of an
 * environment that are not variables, limits, and orphans that process 1 has to wait for. Perl gets all of it on a
 * descriptor and then becomes the command; nothing of it is in perl's own arguments or environment.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { type ByteString, joinedWithNul } from '../values/byte-string.js';
import { type ChildOutcome, endedWith } from './child-outcome.js';
import type { FileLimit } from './file-limit.js';
import { forwardSignals, isSent, type Target } from './forward-signals.js';
import { errorName } from './libc.js';
import { endOf, startedOr, startProcess } from './node-process.js';
import type { ChildStart } from './start.js';

/** On nearly every Linux and macOS; not one that the environment of the caller names. */
const PERL = '/usr/bin/perl';

/** Numbers of `execve`, `prlimit64` and `prctl` on Linux: perl's own `exec` would leave out entries that are not variables. */
const SYSTEM_CALLS: ReadonlyMap<string, readonly [number, number, number]> = new Map([
  ['x64', [59, 302, 157]],
  ['arm64', [221, 261, 167]],
  ['riscv64', [221, 261, 167]],
  ['loong64', [221, 261, 167]],
]);

/**
 * Reads strings that end with NUL from its descriptor: numbers of system calls, limits, whether to wait for orphans, the file, the
 * number of its words, the words, the environment. Writes lines there: `p` and the number of the child, `s` and its status,
 * `e` and the number of an error. Perl ignores SIGFPE, which the child must not.
 */
const SCRIPT = `
open(my $c, '+<&=', $ARGV[0]) or exit 126;
binmode $c;
fcntl($c, 2, 1);
my @p = do { local $/; split /\\0/, <$c>, -1 };
pop @p;
my ($execve, $prlimit, $prctl, $soft, $hard, $reaps, $file, $count) = splice @p, 0, 8;
my @words = splice @p, 0, $count;
if ($soft ne '') { my $l = pack 'QQ', $soft, $hard; syscall($prlimit + 0, 0, 7, $l, 0) }
$SIG{FPE} = 'DEFAULT';
if ($reaps) {
  syscall($prctl + 0, 36, 1, 0, 0, 0);
  my $child = fork;
  if (!defined $child) { syswrite $c, 'e' . ($! + 0) . "\\n"; exit 126 }
  if ($child) {
    $SIG{$_} = 'IGNORE' for qw(INT QUIT HUP);
    syswrite $c, "p$child\\n";
    my $ended = 0;
    $ended = wait until $ended == $child || $ended == -1;
    syswrite $c, "s$?\\n";
    exit 0;
  }
}
if ($execve) {
  my $words = pack('p*', @words) . pack('Q', 0);
  my $entries = pack('p*', @p) . pack('Q', 0);
  syscall($execve + 0, $file, $words, $entries);
} else {
  %ENV = map { /\\A([^=]+)=(.*)\\z/s ? ($1, $2) : () } reverse @p;
  exec { $file } @words;
}
syswrite $c, 'e' . ($! + 0) . "\\n";
exit 126;
`;

const ARGUMENTS = ['-f', '-e', SCRIPT];
/** No word about locales that are not installed; nothing that changes how perl starts. */
const ENVIRONMENT = { PERL_BADLANG: '0' };
const FIRST_FREE = 3;

export function hasPerl(): boolean {
  return existsSync(PERL);
}

/** The outcome, or the system's error code if the child could not be started. */
export function startByPerl(start: ChildStart, limit: FileLimit | null): Promise<ChildOutcome | string> {
  const { descriptors, output } = start;
  let channel = FIRST_FREE;
  while (descriptors.includes(channel)) channel++;
  const helper = { command: PERL, args: [...ARGUMENTS, `${channel}`], variables: ENVIRONMENT, descriptors, output };
  const follow = forwardSignals();
  return startedOr(async () => {
    const perl = startProcess(helper, channel);
    // The types know of five streams; there are as many as were asked for.
    const streams: readonly unknown[] = perl.stdio;
    return conversation(perl, streams[channel] as Duplex, joinedWithNul(request(start, limit)), follow);
  });
}

function request({ path, words, environment }: ChildStart, limit: FileLimit | null): readonly ByteString[] {
  const calls = process.platform === 'linux' ? SYSTEM_CALLS.get(process.arch) : undefined;
  const [execve, prlimit, prctl] = calls ?? ['', '', ''];
  const limits = calls === undefined || limit === null ? ['', ''] : [limit.soft, limit.hard].map(numberOf);
  const reaps = calls !== undefined && process.pid === 1 ? '1' : '';
  return [`${execve}`, `${prlimit}`, `${prctl}`, ...limits, reaps, path, `${words.length}`, ...words, ...environment];
}

function numberOf(limit: string): string {
  return limit === 'unlimited' ? `${2n ** 64n - 1n}` : limit;
}

/** Hands over the request, and listens to what perl says as long as it is there. */
async function conversation(
  perl: ChildProcess,
  channel: Duplex,
  text: Buffer,
  follow: (child: Target) => void,
): Promise<ChildOutcome | string> {
  let said = '';
  const isOver = new Promise<void>((resolve) => channel.on('close', resolve));
  channel.on('error', () => {});
  channel.on('data', (data) => {
    said += String(data);
  });
  channel.end(text);
  follow({ pid: perl.pid, kill: (signal) => isSent(numberIn(said, 'p') ?? perl.pid ?? 0, signal) });
  const outcome = await endOf(perl);
  await isOver;
  const error = numberIn(said, 'e');
  if (error !== null) return errorName(error);
  const status = numberIn(said, 's');
  return status === null ? outcome : endedWith(status);
}

function numberIn(lines: string, kind: 'p' | 'e' | 's'): number | null {
  const digits = lines.split('\n').find((line) => line.startsWith(kind));
  return digits === undefined ? null : Number(digits.slice(1));
}
