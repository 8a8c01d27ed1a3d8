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

/**
 * A way to the server at `address` on which responses wait until nothing else has arrived for `ms`, so that requests which are sent
 * together are seen together on a busy machine too. `seen.requests`: what passed, each with method, url, headers and body;
 * `seen.most`: how many at once. `before`: something to do first. `onward`: more options of the request that is sent on.
 */
export async function slowWay(address, ms, { before = async () => {}, onward = {} } = {}) {
  const send = address.startsWith('https:') ? sendHttps : sendHttp;
  const seen = { requests: [], most: 0 };
  const held = [];
  let underWay = 0;
  let quiet;
  const waitForQuiet = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      for (const respond of held.splice(0)) respond();
    }, ms);
  };
  const proxy = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method, url, headers } = request;
    seen.requests.push({ method, url, headers, body: body.toString() });
    seen.most = Math.max(seen.most, ++underWay);
    waitForQuiet();
    await before(request);
    const options = { method, agent: false, ...onward, headers: { ...headers, ...onward.headers } };
    const sent = send(`${address}${url}`, options, (answer) => {
      held.push(() => {
        underWay--;
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      waitForQuiet();
    });
    sent.end(body);
  });
  return { ...(await listening(proxy)), seen };
}
