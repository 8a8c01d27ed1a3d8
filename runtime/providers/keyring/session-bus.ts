/** Whether the session bus answers at all: the keyring library would wait forever for a silent one. */
import { connect } from 'node:net';
import { limitTime } from '../../limit-time.js';
import { decodeUtf8 } from '../../values/utf8.js';
import type { Environment } from '../provider.js';

const PATIENCE_MS = 5_000;

/**
 * False only for a bus that accepts a connection and then sends nothing. With one that is missing or refuses, the library
 * fails at once with its own message, so that case is left to the library.
 */
export async function doesBusAnswer(environment: Environment, signal: AbortSignal): Promise<boolean> {
  const path = socketPath(decodeUtf8(environment.get('DBUS_SESSION_BUS_ADDRESS') ?? new Uint8Array()) ?? '');
  return path === null || signal.aborted ? true : hasGreeting(path, signal);
}

/** The first address of the list, when it is a Unix socket: `unix:path=/run/user/1000/bus,guid=…;…`. */
function socketPath(addresses: string): string | null {
  const found = /^unix:(?:[^;]*,)?(path|abstract)=([^,;]+)/.exec(addresses);
  const [, kind, escaped] = found ?? [];
  if (escaped === undefined) return null;
  const path = unescaped(escaped);
  return kind === 'abstract' && path !== null ? `\0${path}` : path;
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Starts to sign in as D-Bus clients do, and waits for any answer. */
function hasGreeting(path: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    const finish = (isAnswered: boolean) => {
      endLimit();
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(isAnswered);
    };
    const giveUp = () => finish(false);
    const endLimit = limitTime(PATIENCE_MS, giveUp);
    signal.addEventListener('abort', giveUp);
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
    socket.on('data', () => finish(true));
    socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')}\r\n`);
  });
}
