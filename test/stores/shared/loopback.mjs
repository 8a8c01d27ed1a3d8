/** Servers on loopback, and ways to another server that are slow and keep a record. */
import { createServer, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';

/** A server on a free port of loopback, until it is stopped. */
export async function listening(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const host = `127.0.0.1:${server.address().port}`;
  return { host, address: `http://${host}`, stop };
}

/** How long responses wait for a request that is expected. */
const PATIENCE_MS = 20_000;

/**
 * A way to the server at `address` on which responses wait until nothing else has arrived for `ms`. `seen.requests`: what passed, each
 * with method, url, headers and body; `seen.most`: how many at once. `together`: how many requests are expected at once, in each round:
 * responses wait for all of them, so that a busy machine does not separate them. `before`: something to do first. `onward`: more
 * options of the request that is sent on.
 */
export async function slowWay(address, ms, { together = [], before = async () => {}, onward = {} } = {}) {
  const send = address.startsWith('https:') ? sendHttps : sendHttp;
  const rounds = [...together];
  const seen = { requests: [], most: 0 };
  const held = [];
  let underWay = 0;
  let quiet;
  const waitForQuiet = () => {
    clearTimeout(quiet);
    const release = () => {
      rounds.shift();
      for (const respond of held.splice(0)) respond();
    };
    quiet = setTimeout(release, held.length < (rounds[0] ?? 0) ? PATIENCE_MS : ms);
  };
  const proxy = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method, url, headers } = request;
    seen.requests.push({ method, url, headers, body: body.toString() });
    seen.most = Math.max(seen.most, ++underWay);
    waitForQuiet();
    await before(request, response);
    const options = { method, agent: false, ...onward, headers: { ...headers, ...onward.headers } };
    const sent = send(`${address}${url}`, options, (answer) => {
      held.push(() => {
        underWay--;
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      waitForQuiet();
    });
    sent.on('error', () => response.destroy());
    sent.end(body);
  });
  return { ...(await listening(proxy)), seen };
}
