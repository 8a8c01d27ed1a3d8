import dns from 'node:dns';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, jest, test } from '@jest/globals';
import { openHttp } from '#runtime/http/node-http.js';

/** A server that accepts no connection until the flag is set: its queue is filled, and the system then ignores attempts. */
const SERVER = `
const { parentPort, workerData } = require('node:worker_threads');
const server = require('node:http').createServer((_, response) => response.end('fine'));
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(workerData, 0, 0));
});`;

let ends: (() => unknown)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const end of ends) await end();
  ends = [];
});

test('an address that takes a while to connect to is not given up for one that does not work', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(SERVER, { eval: true, workerData: flag });
  ends.push(() => server.terminate());
  const [port] = await once(server, 'message');
  const waiting: Socket[] = [1, 2, 3, 4].map(() => connect(port, '127.0.0.1').on('error', () => {}));
  ends.push(() => waiting.map((socket) => socket.destroy()));
  await once(waiting[0] as Socket, 'connect');
  // No one listens at the second address.
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ];
  const lookup = (_: string, __: unknown, done: (error: null, found: typeof addresses) => void) =>
    done(null, addresses);
  jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);

  const client = openHttp({ origin: `http://slow.test:${port}` }, new Map(), { sleep: async () => {} });
  ends.push(() => client.close());
  setTimeout(() => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  }, 900);
  const request = { method: 'GET', path: '/', headers: {}, isRepeatable: true } as const;
  expect(await client.request(request, new AbortController().signal)).toMatchObject({ kind: 'response', status: 200 });
});
