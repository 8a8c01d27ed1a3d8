/** The double of Keeper's server as a server: on a free port of loopback, over TLS, as its library wants it. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { selfSigned } from '#runtime/secret-types/x509/self-signed.js';
import { configurationFor, FakeKeeper } from '../../helpers/doubles/keeper.js';

export interface Served {
  /** What a program needs to use it. */
  readonly variables: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/** The folder that is shared with the application, and one record in it. */
export const FOLDER = 'uN5pIkzHxm7JgzuC0YzFwA';

export async function serve(folder: string, keeper = new FakeKeeper().addFolder(FOLDER)): Promise<Served> {
  mkdirSync(folder, { recursive: true });
  const { key, cert } = certificate();
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, cert);
  keeper.put(FOLDER, { title: 'Shop', type: 'login', fields: [{ type: 'login', value: ['shop@example.com'] }] });
  const server = createServer({ key, cert }, async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`]));
    const asked = { method: 'POST', path: request.url ?? '', headers, body: bytes.toString(), bytes } as const;
    const { status, body = '' } = keeper.answer(asked);
    response.statusCode = status;
    response.end(body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    variables: { KSM_CONFIG: JSON.stringify(configurationFor(`127.0.0.1:${port}`)), NODE_EXTRA_CA_CERTS: authority },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Its own authority. */
function certificate(): { readonly key: string; readonly cert: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const request = { alternativeNames: ['ip:127.0.0.1'], usages: ['server_auth'], days: 2 } as const;
  const { der } = selfSigned(privateKey, request, new Date());
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { key: `${privateKey.export({ format: 'pem', type: 'pkcs8' })}`, cert };
}
