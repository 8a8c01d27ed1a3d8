/** A server of Git repositories on loopback that asks for a password, with Git's own program behind it. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

/** `users`: by the first part of a path, the user and password that it takes. `asked`: what was sent, as `user:password`. */
export async function startGitServer(root, users) {
  const asked = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://loopback');
    const sent = /^Basic (.+)$/u.exec(request.headers.authorization ?? '')?.[1];
    const given = sent === undefined ? null : Buffer.from(sent, 'base64').toString();
    if (given !== null) asked.push(given);
    if (given !== users[url.pathname.split('/')[1]]) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="repositories"' }).end();
      return;
    }
    serve(root, url, request, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: server.address().port, asked, close: () => server.close() };
}

function serve(root, url, request, response) {
  const env = {
    PATH: process.env.PATH,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    REMOTE_USER: 'somebody',
  };
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const pieces = [];
  child.stdout.on('data', (piece) => pieces.push(piece));
  child.on('close', () => {
    const answer = Buffer.concat(pieces);
    const end = answer.indexOf('\r\n\r\n');
    const headers = answer.subarray(0, end).toString().split('\r\n');
    const status = headers.find((line) => line.startsWith('Status: '))?.slice(8, 11) ?? '200';
    response.statusCode = Number(status);
    for (const line of headers.filter((one) => !one.startsWith('Status: '))) {
      const [name, value] = line.split(': ');
      response.setHeader(name, value);
    }
    response.end(answer.subarray(end + 4));
  });
}
