/**
 * `node http-double.mjs SCHEME`: the double of the store's server, in a process of its own, at two addresses: one answers at once, the
 * other after 50 ms. Prints both as JSON; ends with its standard input.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { responseOf } from '../../dist/test/helpers/fake-http.js';
import { WORLDS } from '../../dist/test/worlds/index.js';

const DELAY_MS = 50;

const answer = WORLDS[process.argv[2]].server();

async function address(delay) {
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    const { status, body, headers: types } = responseOf(answer({ method, path, headers, body: await text(request) }));
    setTimeout(() => response.writeHead(status, types).end(body), delay);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${server.address().port}`;
}

console.log(JSON.stringify({ atOnce: await address(0), late: await address(DELAY_MS) }));
process.stdin.resume().on('end', () => process.exit());
