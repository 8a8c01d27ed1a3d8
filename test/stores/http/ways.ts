/** Ways on which no request reaches the server: nothing there, something else there, TLS that cannot be trusted. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreFailure } from '#runtime/providers/provider.js';
import type { Certificates } from '../../runtime/http/certificates.js';
import type { HttpDouble } from '../../worlds/shared/http-store.js';
import { FaultyServer, serveSockets } from './faulty-server.js';

export interface WayParts {
  readonly folder: string;
  readonly certificates: Certificates | null;
}
export interface Way {
  /** Empty: this way is fine. */
  readonly kinds: readonly StoreFailure['kind'][];
  readonly says?: string;
  readonly isSlow?: true;
  readonly needsCertificates?: true;
  readonly open: (double: HttpDouble, parts: WayParts) => Promise<OpenWay>;
}
interface OpenWay {
  readonly origin: string;
  readonly stop: () => Promise<void>;
  readonly variables?: Readonly<Record<string, string>>;
}

export const WAYS: Readonly<Record<string, Way>> = {
  'nothing listens': { kinds: ['unreachable'], says: 'refused the connection', open: gone },
  'not HTTP': { kinds: ['malformed'], says: 'does not answer in HTTP', open: () => sockets('220 mail.test ESMTP\r\n') },
  'hangs up': { kinds: ['unreachable'], open: () => sockets('') },
  'not TLS': {
    kinds: ['unreachable'],
    says: 'does not speak TLS',
    open: () => sockets('HTTP/1.1 400 No\r\n\r\n', 'https'),
  },
  'no TLS handshake': {
    kinds: ['timeout'],
    isSlow: true,
    says: 'did not accept the connection',
    open: () => sockets(null, 'https'),
  },
  'TLS by a known authority': { kinds: [], needsCertificates: true, open: secured('server', true) },
  'unknown authority': {
    kinds: ['unreachable'],
    needsCertificates: true,
    says: 'not signed by an authority',
    open: secured('server', false),
  },
  'certificate for another name': {
    kinds: ['unreachable'],
    needsCertificates: true,
    says: 'is for another name',
    open: secured('named', true),
  },
  'expired certificate': {
    kinds: ['unreachable'],
    needsCertificates: true,
    says: 'has expired',
    open: secured('expired', true),
  },
};

async function gone(): Promise<OpenWay> {
  return { origin: 'http://127.0.0.1:1', stop: async () => {} };
}

/** Null: nothing is sent. */
async function sockets(greeting: string | null, scheme = 'http'): Promise<OpenWay> {
  const [origin, stop] = await serveSockets((socket) => {
    if (greeting !== null) socket.once('data', () => socket.end(greeting));
  });
  return { origin: origin.replace('http', scheme), stop };
}

function secured(name: 'server' | 'named' | 'expired', isKnown: boolean): Way['open'] {
  return async (double, { folder, certificates }) => {
    if (certificates === null) throw new Error('no certificates');
    const server = await new FaultyServer(double, certificates[name]).start();
    const path = join(folder, 'authority.pem');
    writeFileSync(path, readFileSync(certificates.authority));
    return {
      origin: server.origin,
      stop: () => server.stop(),
      // Beside `NODE_EXTRA_CA_CERTS`, each connection would read the runtime's hundred authorities, too.
      variables: isKnown ? { SSL_CERT_FILE: path } : {},
    };
  };
}
