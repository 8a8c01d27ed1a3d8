/** As much of Node's `process` as the warm path uses. */
import { Bytes } from './buffer.js';
import { made } from './errors.js';
import { host, machine } from './host.js';
import { listen, unlisten } from './loop.js';
import { parseArgs } from './util.js';

const { system } = host;
const { errno, signals } = machine;
const PATH_BYTES = 4_096;
const NANOSECONDS = 1_000_000;

const BUILT_INS: Readonly<Record<string, unknown>> = {
  'node:tty': { isatty: (descriptor: number) => system.isatty(descriptor) === 1 },
  'node:util': { parseArgs },
  'node:os': { constants: { errno, signals } },
};

export const process = {
  /** As Node has them: itself, a script, then the words. */
  argv: ['', '', ...host.arguments.slice(1)],
  argv0: host.arguments[0] ?? '',
  env: variables(),
  platform: 'linux',
  arch: machine.arch,
  /** What is decided by the runtime is decided as in the full program. */
  versions: { bun: 'front' },
  pid: system.getpid(),
  get ppid() {
    return system.getppid();
  },
  getuid: () => system.getuid(),
  cwd() {
    const path = new Bytes(PATH_BYTES);
    return path.toString(
      'utf8',
      0,
      made(() => system.getcwd(path, path.length)),
    );
  },
  exit: (code: number) => system._exit(code),
  kill(pid: number, signal: string | number) {
    made(() => system.kill(pid, typeof signal === 'number' ? signal : numberOf(signal)));
    return true;
  },
  hrtime: { bigint: () => BigInt(Math.round(host.now() * NANOSECONDS)) },
  on(name: string, heard: (name: string) => void) {
    listen(numberOf(name), { heard, name });
    return process;
  },
  removeAllListeners(name: string) {
    unlisten(numberOf(name));
    return process;
  },
  getBuiltinModule: (name: string) => BUILT_INS[name] ?? host.handOver(),
};

/** The first of two entries of one name counts, as for `getenv`. */
function variables(): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null);
  for (const entry of host.environment()) {
    const end = entry.indexOf('=');
    const name = entry.slice(0, end);
    if (end > 0 && !(name in found)) found[name] = entry.slice(end + 1);
  }
  return found;
}

function numberOf(signal: string): number {
  return signals[signal] ?? host.handOver();
}
