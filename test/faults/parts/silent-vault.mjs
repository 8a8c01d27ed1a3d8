/** A vault in memory on loopback, which can be made to refuse, to fall silent, and to cut its answers. */
import { createServer } from 'node:http';
import { FakeVault } from '../../../dist/test/helpers/doubles/vault.js';

const ENTRIES = 'tool/faults/default';
const FAULTS = {
  denial: () => refused(403, 'permission denied'),
  'no writes': ({ method }) => (method === 'GET' ? null : refused(403, 'permission denied')),
  'full disk': ({ method }) => (method === 'GET' ? null : refused(500, 'no space left on device')),
  sealed: () => refused(503, 'Vault is sealed'),
  silence: () => 'silent',
  'cut answer': ({ method }) => (method === 'GET' ? 'cut' : null),
  'half JSON': ({ method }) => (method === 'GET' ? { status: 200, body: '{"data": {"data": {"val' } : null),
};

/** `values`: by name. Calls `close()` when done. */
export async function startVault(values) {
  const vault = new FakeVault();
  for (const [name, value] of Object.entries(values)) vault.put('secret', `${ENTRIES}/${name}`, { value });
  let fault = null;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const asked = { method: request.method, path: request.url, headers: request.headers, body };
    const answer = (fault === null ? null : FAULTS[fault](asked)) ?? vault.answer(asked);
    if (answer !== 'silent') send(response, answer === 'cut' ? vault.answer(asked) : answer, answer === 'cut');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    setFault(name) {
      fault = name;
    },
    contents: () =>
      Object.fromEntries(
        ['ONE', 'TWO', 'NEW'].map((name) => [name, vault.fieldsOf('secret', `${ENTRIES}/${name}`)?.value ?? null]),
      ),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function refused(status, message) {
  return { status, body: { errors: [message] } };
}

function send(response, { status, body }, isCut) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  if (!isCut) response.end(text);
  else response.write(text.slice(0, text.length / 2), () => response.destroy());
}
