/** A registry on loopback with one image, which asks for a password. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const digestOf = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const CONFIG = JSON.stringify({
  architecture: 'amd64',
  os: 'linux',
  config: {},
  rootfs: { type: 'layers', diff_ids: [] },
});
const TYPE = 'application/vnd.docker.distribution.manifest.v2+json';
const MANIFEST = JSON.stringify({
  schemaVersion: 2,
  mediaType: TYPE,
  config: {
    mediaType: 'application/vnd.docker.container.image.v1+json',
    size: CONFIG.length,
    digest: digestOf(CONFIG),
  },
  layers: [],
});

/** `user`: as `user:password`. `asked`: what was sent like that. */
export async function startRegistry(user) {
  const asked = [];
  const server = createServer((request, response) => {
    const sent = /^Basic (.+)$/u.exec(request.headers.authorization ?? '')?.[1];
    const given = sent === undefined ? null : Buffer.from(sent, 'base64').toString();
    if (given !== null) asked.push(given);
    response.setHeader('Docker-Distribution-Api-Version', 'registry/2.0');
    if (given !== user) response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="registry"' }).end();
    else answer(request.url, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${server.address().port}`, asked, close: () => server.close() };
}

function answer(path, response) {
  if (path.startsWith('/v2/app/manifests/'))
    return response.writeHead(200, { 'Content-Type': TYPE, 'Docker-Content-Digest': digestOf(MANIFEST) }).end(MANIFEST);
  if (path === `/v2/app/blobs/${digestOf(CONFIG)}`) return response.end(CONFIG);
  if (path.startsWith('/v2/app/tags/list')) return response.end(JSON.stringify({ name: 'app', tags: ['latest'] }));
  return response.writeHead(path === '/v2/' ? 200 : 404).end('{}');
}
