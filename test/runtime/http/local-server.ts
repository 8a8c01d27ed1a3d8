/** Servers of a test on loopback, closed with all their connections when the test file ends. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { afterAll } from '@jest/globals';

export interface LocalServer {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  readonly port: number;
  /** `GET /path`, in the order in which they came. */
  readonly asked: readonly string[];
  readonly requests: readonly IncomingMessage[];
  /** How many connections there were. */
  readonly connections: () => number;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export function servePlain(handler: Handler): Promise<LocalServer> {
  return served((listener) => createServer(listener), 'http', handler);
}

export function serveTls(options: ServerOptions, handler: Handler): Promise<LocalServer> {
  return served((listener) => createTlsServer(options, listener), 'https', handler);
}

/** A server below HTTP: what it does with each connection. */
export async function serveTcp(accept: (socket: Socket) => void): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    accept(socket);
  });
  await listening(server, sockets);
  return { ...addressOf(server, 'http'), asked: [], requests: [], connections: () => sockets.size };
}

/** A proxy that remembers what it was asked for, and leads every tunnel to `port`. `tls`: it is itself spoken to over TLS. */
export async function serveProxy(port: number, status = 200, tls?: ServerOptions): Promise<LocalServer> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    requests.push(request);
    response.statusCode = status;
    response.end('from the proxy');
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(`${request.method} ${request.url}`);
    requests.push(request);
    socket.on('error', () => {});
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const onwards = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Fine\r\n\r\n');
      onwards.pipe(socket).pipe(onwards);
    });
    onwards.on('error', () => socket.destroy());
    return sockets.add(onwards);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await listening(server, sockets);
  const scheme = tls === undefined ? 'http' : 'https';
  return { ...addressOf(server, scheme), asked, requests, connections: () => sockets.size };
}

async function served(
  make: (listener: RequestListener) => Server,
  scheme: string,
  handler: Handler,
): Promise<LocalServer> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = make((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    requests.push(request);
    handler(request, response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await listening(server, sockets);
  return { ...addressOf(server, scheme), asked, requests, connections: () => sockets.size };
}

async function listening(server: TcpServer, sockets: ReadonlySet<Socket>): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
}

const running: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(running.map((end) => end())));

function addressOf(server: TcpServer, scheme: string): { readonly origin: string; readonly port: number } {
  const { port } = server.address() as AddressInfo;
  return { origin: `${scheme}://127.0.0.1:${port}`, port };
}
