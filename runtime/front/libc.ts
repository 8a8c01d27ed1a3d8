/** In the place of `child/libc.ts`: the functions are those of the host. */
import type { Libc } from '../child/libc.js';
import { host, machine } from './host.js';

const FIRST_OTHER = 3;

/** Nothing is handed over once the command is about to be started; of the descriptors it gets those that it should have. */
export function openLibc(): Libc {
  host.commit();
  host.system.close_on_exec(FIRST_OTHER);
  return {
    ...(host.system as unknown as Libc),
    addressOf: (bytes) => host.addressOf(bytes),
    lastError: () => errorName(host.errorNumber()),
  };
}

/** `ENOENT` for 2. */
export function errorName(number: number): string {
  return Object.keys(machine.errno).find((name) => machine.errno[name] === number) ?? `E${number}`;
}
