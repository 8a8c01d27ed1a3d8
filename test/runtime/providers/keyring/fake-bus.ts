/** A session bus with whatever a test puts on it, on a socket of its own. */
import { createServer, type Socket } from 'node:net';
import { lengthOfMessage } from '#runtime/providers/keyring/bus/message.js';
import { ValueReader } from '#runtime/providers/keyring/bus/value-reader.js';
import { ValueWriter } from '#runtime/providers/keyring/bus/value-writer.js';
import { type BusValue, Variant } from '#runtime/providers/keyring/bus/values.js';

export interface Asked {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body: readonly BusValue[];
  /** Sends a signal of this path to the client. */
  signal(path: string, member: string, signature: string, body: readonly BusValue[]): void;
  /** Ends the connection, in place of an answer. */
  end(): null;
}
/** Values of a signature, the name of an error, or null for no answer at all. */
export type Told = readonly [signature: string, ...values: BusValue[]] | string | null;

export interface FakeBus {
  readonly environment: ReadonlyMap<string, Uint8Array>;
  /** `INTERFACE.MEMBER` of all that was asked, without `Hello`. */
  readonly asked: string[];
  /** All bytes that went over the socket, in both directions. */
  readonly bytes: () => Buffer;
  close(): void;
}

const KIND = { return: 2, error: 3, signal: 4 } as const;

export async function fakeBus(path: string, tell: (asked: Asked) => Told | Promise<Told>): Promise<FakeBus> {
  const asked: string[] = [];
  const seen: Buffer[] = [];
  const server = createServer((socket) => serve(socket, seen, asked, tell));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    environment: new Map([['DBUS_SESSION_BUS_ADDRESS', Buffer.from(`unix:path=${path}`)]]),
    asked,
    bytes: () => Buffer.concat(seen),
    close: () => server.close(),
  };
}

function serve(socket: Socket, seen: Buffer[], asked: string[], tell: (asked: Asked) => Told | Promise<Told>): void {
  let received = Buffer.alloc(0);
  let isSignedIn = false;
  const send = (bytes: Buffer) => {
    seen.push(bytes);
    socket.write(bytes);
  };
  socket.on('error', () => {});
  socket.on('data', async (bytes: Buffer) => {
    seen.push(bytes);
    received = Buffer.concat([received, bytes]);
    if (!isSignedIn) {
      if (received.includes('AUTH') && !received.includes('BEGIN')) socket.write('OK 0123\r\n');
      const begin = received.indexOf('BEGIN\r\n');
      if (begin === -1) return;
      isSignedIn = true;
      received = received.subarray(begin + 'BEGIN\r\n'.length);
    }
    for (let length = lengthOfMessage(received); length !== null && received.length >= length; ) {
      const { serial, ...call } = callOf(received.subarray(0, length));
      received = received.subarray(length);
      length = lengthOfMessage(received);
      if (call.member === 'Hello' || call.member === 'AddMatch') {
        send(message(KIND.return, [[5, new Variant('u', serial)]], call.member === 'Hello' ? 's' : '', [':1.1']));
        continue;
      }
      asked.push(`${call.interface.split('.').at(-1)}.${call.member}`);
      const signal = (at: string, member: string, signature: string, body: readonly BusValue[]) =>
        send(
          message(
            KIND.signal,
            [
              [1, new Variant('o', at)],
              [3, new Variant('s', member)],
            ],
            signature,
            body,
          ),
        );
      const told = await tell({ ...call, signal, end: () => socket.destroy() && null });
      if (told === null) continue;
      const answers = [5, new Variant('u', serial)] as const;
      if (typeof told === 'string') send(message(KIND.error, [answers, [4, new Variant('s', told)]], 's', ['canary']));
      else send(message(KIND.return, [answers], told[0], told.slice(1)));
    }
  });
}

/** A message as a service sends it. */
export function message(
  kind: number,
  fields: readonly (readonly BusValue[])[],
  signature: string,
  values: readonly BusValue[],
): Buffer {
  const body = new ValueWriter().writeAll(signature, signature === '' ? [] : values).bytes();
  const all = signature === '' ? fields : [...fields, [8, new Variant('g', signature)]];
  const header = ['l'.charCodeAt(0), kind, 0, 1, body.length, 1, all];
  return Buffer.concat([new ValueWriter().writeAll('yyyyuua(yv)', header).align(8).bytes(), body]);
}

function callOf(bytes: Buffer) {
  const [, , , , length, serial, listed] = new ValueReader(bytes, true).readAll('yyyyuua(yv)');
  const fields = new Map<number, BusValue>();
  for (const [code, value] of listed as readonly (readonly [number, Variant])[]) fields.set(code, value.value);
  const text = (code: number) => String(fields.get(code) ?? '');
  const body = bytes.subarray(bytes.length - Number(length));
  return {
    serial: Number(serial),
    path: text(1),
    interface: text(2),
    member: text(3),
    body: new ValueReader(body, true).readAll(text(8)),
  };
}
