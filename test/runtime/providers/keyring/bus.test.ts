import { createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { socketsOfBus } from '#runtime/providers/keyring/bus/bus-address.js';
import { BusFault } from '#runtime/providers/keyring/bus/bus-fault.js';
import { BusConnection } from '#runtime/providers/keyring/bus/connection.js';
import { decodeMessage, encodeCall, lengthOfMessage } from '#runtime/providers/keyring/bus/message.js';
import { typesOf } from '#runtime/providers/keyring/bus/signature.js';
import { ValueReader } from '#runtime/providers/keyring/bus/value-reader.js';
import { ValueWriter } from '#runtime/providers/keyring/bus/value-writer.js';
import { type BusValue, Variant } from '#runtime/providers/keyring/bus/values.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { message } from './fake-bus.js';

const folder = temporaryFolder();
const STOP = new AbortController().signal;
const CALL = { destination: 'a.b', path: '/a', interface: 'a.b', member: 'M' };

const socketsOf = (environment: Readonly<Record<string, string>>) =>
  socketsOfBus(new Map(Object.entries(environment).map(([name, text]) => [name, Buffer.from(text)])));

// Node 20 cannot connect to one, which the library does then.
const ABSTRACT = process.version.startsWith('v20.') ? null : ['\0/tmp/x'];
test.each([
  [{}, []],
  [{ XDG_RUNTIME_DIR: '/run/user/7' }, ['/run/user/7/bus']],
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a%20b,guid=1;unix:guid=2,path=/c' }, ['/a b', '/c']],
  [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=h;unix:abstract=/tmp/x' }, ABSTRACT],
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a:b,guid=1' }, ['/a:b']],
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:runtime=yes', XDG_RUNTIME_DIR: '/run' }, ['/run/bus']],
  [{ DBUS_SESSION_BUS_ADDRESS: 'autolaunch:', XDG_RUNTIME_DIR: '/run' }, null],
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=%ff' }, null],
] as const)('the bus of %j is at %j', (environment, sockets) => expect(socketsOf(environment)).toEqual(sockets));

test.each([
  ['', []],
  ['a{ss}o(uy)', ['a{ss}', 'o', '(uy)']],
  ['aa{sv}v', ['aa{sv}', 'v']],
])('the types of %j are %j', (signature, types) => expect(typesOf(signature)).toEqual(types));

test.each(['(', 'a', '()', 'a{}', 'z', '(s', ')', 'a'.repeat(100), '('.repeat(100)])(
  '%j is not a valid signature',
  (signature) => expect(() => typesOf(signature)).toThrow(BusFault),
);

// The first is the example of the D-Bus specification for the marshalling of a string.
test.each([
  ['s', ['foo'], '03000000666f6f00'],
  ['yu', [1, 2], '0100000002000000'],
  ['ay', [Uint8Array.of(1, 2)], '020000000102'],
  ['a(y)', [[]], '0000000000000000'],
  ['a{ss}', [[['a', 'b']]], '0e00000000000000010000006100000001000000' + '6200'],
  ['v', [new Variant('o', '/a')], '016f00000200000' + '02f6100'],
  ['b', [true], '01000000'],
] as const)('%s of %j is %s, and is read again', (signature, values, hex) => {
  const bytes = new ValueWriter().writeAll(signature, values as readonly BusValue[]).bytes();
  expect(bytes.toString('hex')).toBe(hex);
  const read = new ValueReader(bytes, true).readAll(signature);
  expect(new ValueWriter().writeAll(signature, read).bytes().toString('hex')).toBe(hex);
});

test('values of other types are read, in both orders of bytes', () => {
  const little = Buffer.from('feff' + '0300' + 'fdffffff' + '0100000000000000' + '000000000000f03f', 'hex');
  expect(new ValueReader(little, true).readAll('nqitd')).toEqual([-2, 3, -3, 1n, 1]);
  expect(new ValueReader(Buffer.from('fffe0003fffffffd', 'hex'), false).readAll('nqi')).toEqual([-2, 3, -3]);
});

test('a value that does not fit its type is not sent', () =>
  expect(() => encodeCall(1, { ...CALL, signature: 'u', body: ['text'] })).toThrow(TypeError));

test('bytes that are not a valid message are a fault, whatever they are', () => {
  const whole = message(2, [[5, new Variant('u', 7)]], 'a{sv}s', [[['key', new Variant('as', ['a', 'b'])]], 'end']);
  expect(decodeMessage(whole)).toMatchObject({ kind: 'return', answers: 7 });
  for (let at = 0; at < whole.length; at++) {
    for (const byte of [0, 1, 0x28, 0x61, 0x7f, 0xff]) {
      const bad = Buffer.from(whole);
      bad[at] = byte;
      try {
        const length = lengthOfMessage(bad);
        if (length !== null && length <= bad.length) decodeMessage(bad.subarray(0, length));
      } catch (error) {
        expect(error).toBeInstanceOf(BusFault);
      }
    }
  }
});

async function served(serve: (socket: Socket) => void): Promise<{ readonly path: string; close(): void }> {
  const path = `${folder}/${Math.random()}`;
  const server = createServer((socket) => serve(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return { path, close: () => server.close() };
}

const HELLO = message(2, [[5, new Variant('u', 1)]], 's', [':1.1']);
test.each([
  ['that refuses the user', (socket: Socket) => socket.write('REJECTED EXTERNAL\r\n'), 'unreachable'],
  ['that closes the connection', (socket: Socket) => socket.end(), 'unreachable'],
  ['that sends a line without an end', (socket: Socket) => socket.write('x'.repeat(5_000)), 'unreachable'],
  [
    'that sends no messages',
    (socket: Socket) => socket.write('OK\r\n') && socket.once('data', () => socket.write('x'.repeat(64))),
    'malformed',
  ],
  [
    'that closes it in the middle of a message',
    (socket: Socket) => socket.write('OK\r\n') && socket.once('data', () => socket.end(HELLO.subarray(0, 20))),
    'unreachable',
  ],
])('a bus %s', async (_, serve, kind) => {
  const { path, close } = await served((socket) => socket.once('data', () => serve(socket)));
  await expect(BusConnection.open([path], STOP)).rejects.toMatchObject({ kind });
  close();
});

async function sendInPieces(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes.subarray(0, 100)) {
    socket.write(Uint8Array.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.write(bytes.subarray(100));
}

test('messages are read in pieces and together', async () => {
  const answer = (serial: number) => message(2, [[5, new Variant('u', serial)]], 's', [`answer ${serial}`]);
  const { path, close } = await served((socket) => {
    let seen = '';
    let isGreeted = false;
    socket.write('OK 1\r\n');
    socket.on('data', (bytes) => {
      seen += bytes.toString('latin1');
      if (!isGreeted && seen.includes('Hello')) {
        isGreeted = true;
        sendInPieces(socket, HELLO);
      }
      // A call has its path once.
      if (seen.split('/called').length > 2)
        sendInPieces(socket, Buffer.concat([answer(3), message(4, [], '', []), answer(2)]));
    });
  });
  const bus = await BusConnection.open([path], STOP);
  const call = { ...CALL, path: '/called' };
  expect(await Promise.all([bus.call(call), bus.call(call)])).toEqual([['answer 2'], ['answer 3']]);
  bus.close();
  close();
});

test('a bus that is silent is given up with the call', async () => {
  const stop = new AbortController();
  const { path, close } = await served((socket) => socket.once('data', () => stop.abort()));
  await expect(BusConnection.open([path], stop.signal)).rejects.toMatchObject({ kind: 'timeout' });
  close();
});

test('the next address is tried where nothing listens on the first', async () => {
  const { path, close } = await served((socket) => socket.once('data', () => socket.end('REJECTED\r\n')));
  await expect(BusConnection.open(['/nowhere/at/all', path], STOP)).rejects.toThrow('does not accept this user');
  await expect(BusConnection.open([path, '/nowhere/at/all'], STOP)).rejects.toThrow('its socket does not exist');
  await expect(BusConnection.open([], STOP)).rejects.toThrow('DBUS_SESSION_BUS_ADDRESS');
  close();
});
