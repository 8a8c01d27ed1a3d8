/** An answer that comes while this process is stopped for longer than the request may take. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { openHttp } from '#runtime/http/node-http.js';

const LIMITS = { connectMs: 2_000, wholeMs: 2_000 };
/** Its flag: 1, the client is stopped; 2, the answer is sent. */
const SERVER = `
const { parentPort, workerData } = require('node:worker_threads');
const server = require('node:http').createServer((_, response) => {
  parentPort.postMessage('asked');
  Atomics.wait(workerData, 0, 0);
  response.on('finish', () => {
    Atomics.store(workerData, 0, 2);
    Atomics.notify(workerData, 0);
  });
  response.end('fine');
});
server.listen({ port: 0, host: '127.0.0.1' }, () => parentPort.postMessage(server.address().port));`;

test('an answer that is there after a stall is not late', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(SERVER, { eval: true, workerData: flag });
  const [port] = await once(server, 'message');
  const client = openHttp({ origin: `http://127.0.0.1:${port}` }, new Map(), { limits: LIMITS });
  const request = { method: 'GET', path: '/', headers: {}, isRepeatable: false } as const;
  const outcome = client.request(request, new AbortController().signal);
  await once(server, 'message');
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  Atomics.wait(flag, 0, 1);
  Atomics.wait(flag, 0, 2, LIMITS.wholeMs);
  expect(await outcome).toMatchObject({ kind: 'response', status: 200 });
  client.close();
  await server.terminate();
});
