/** Where the session bus is: the addresses of DBUS_SESSION_BUS_ADDRESS, of which those of Unix sockets are used. */
import type { Environment } from '../../../values/environment.js';
import { decodeUtf8 } from '../../../values/utf8.js';

/**
 * Paths for `node:net`, in the order in which they are to be tried. Without the variable it is the bus of a systemd session. Null if
 * there are addresses and none of them is such a path.
 */
export function socketsOfBus(environment: Environment): readonly string[] | null {
  const text = (name: string) => decodeUtf8(environment.get(name) ?? new Uint8Array()) ?? '';
  const ofSession = text('XDG_RUNTIME_DIR') === '' ? [] : [`${text('XDG_RUNTIME_DIR')}/bus`];
  const addresses = text('DBUS_SESSION_BUS_ADDRESS');
  if (addresses === '') return ofSession;
  const sockets = addresses.split(';').flatMap((address) => {
    const [transport, options] = splitOnce(address, ':');
    return transport === 'unix' ? socketOf(options, ofSession) : [];
  });
  return sockets.length > 0 ? sockets : null;
}

/** `path=/run/user/1000/bus,guid=…`, `abstract=/tmp/dbus-x` or `runtime=yes`. */
function socketOf(options: string, ofSession: readonly string[]): readonly string[] {
  const found = new Map(options.split(',').map((option) => splitOnce(option, '=')));
  if (found.get('runtime') === 'yes') return ofSession;
  const path = unescaped(found.get('path'));
  if (path !== null) return [path];
  const name = unescaped(found.get('abstract'));
  return name === null || !reachesAbstractSockets() ? [] : [`\0${name}`];
}

/** Node 20 looks for names that are as long as names can be. */
function reachesAbstractSockets(): boolean {
  return process.versions['bun'] !== undefined || !process.version.startsWith('v20.');
}

function splitOnce(text: string, at: string): readonly [string, string] {
  const [first = '', ...rest] = text.split(at);
  return [first, rest.join(at)];
}

function unescaped(text = ''): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
