/** Failed calls of the system, as Node throws them. */
import { host, machine } from './host.js';

/** The result of a call, which is made again if a signal has interrupted it. */
export function made(call: () => number): number {
  for (;;) {
    const result = call();
    if (result !== -1) return result;
    if (host.errorNumber() !== machine.errno['EINTR']) throw systemError();
  }
}

export function systemError(): Error {
  const number = host.errorNumber();
  const code = Object.keys(machine.errno).find((name) => machine.errno[name] === number) ?? 'UNKNOWN';
  return Object.assign(new Error(code), { code, errno: -number });
}
