/** Google's own client of Secret Manager, which shows that the double speaks its protocol. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fromNpm } from '../shared/installed.mjs';

const PACKAGE = '@google-cloud/secret-manager';
const VERSION = '6.3.0';

/** Null if it cannot be installed. */
export function googleLibrary() {
  const folder = fromNpm(`google-library-${VERSION}`, `${PACKAGE}@${VERSION}`);
  if (folder === null) return null;
  const { SecretManagerServiceClient } = createRequire(join(folder, 'load.cjs'))(PACKAGE);
  return { client: (origin, keyFilename) => clientOf(SecretManagerServiceClient, new URL(origin), keyFilename) };
}

/** Over HTTP in place of gRPC; values as text, with the number of their version. */
function clientOf(SecretManagerServiceClient, { hostname, port }, keyFilename) {
  const way = { fallback: true, protocol: 'http', apiEndpoint: hostname, port: Number(port) };
  const client = new SecretManagerServiceClient({ ...way, keyFilename, projectId: 'my-project' });
  const nameOf = (secret) => `projects/my-project/secrets/${secret}`;
  return {
    create: (secretId) =>
      client.createSecret({ parent: 'projects/my-project', secretId, secret: { replication: { automatic: {} } } }),
    add: (secret, text) => client.addSecretVersion({ parent: nameOf(secret), payload: { data: Buffer.from(text) } }),
    access: async (secret, version) => {
      const [{ name, payload }] = await client.accessSecretVersion({ name: `${nameOf(secret)}/versions/${version}` });
      return [Buffer.from(payload.data).toString(), Number(name.split('/').at(-1))];
    },
  };
}
