/** A double behind a real socket on loopback, with a fault that can be turned on and off. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FakeResponse, responseOf } from '../../helpers/fake-http.js';
import type { HttpDouble } from '../../worlds/shared/http-store.js';

/** What happens to one request; `honest` lets the double answer it. */
export type FaultyAnswer = (exchange: FaultyExchange) => void;
export interface FaultyExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly honest: () => FakeResponse;
  /** How many requests came before it since the fault was turned on. */
  readonly before: number;
}

export class FaultyServer {
  /** Null: the double answers. */
  fault: FaultyAnswer | null = null;
  asked = 0;
  underWay = 0;
  most = 0;
  origin = '';
  readonly #double: HttpDouble;
  readonly #server: TcpServer;
  readonly #sockets = new Set<Socket>();

  constructor(double: HttpDouble, tls?: ServerOptions) {
    this.#double = double;
    const listener = (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response);
    this.#server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    this.#scheme = tls === undefined ? 'http' : 'https';
  }
  readonly #scheme: string;

  async start(): Promise<this> {
    this.origin = `${this.#scheme}://127.0.0.1:${await listening(this.#server, this.#sockets)}`;
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Turns the fault off for requests to come: those that were given up may still be on their way. */
  async heal(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    this.fault = null;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => {});
    response.on('error', () => {});
    this.most = Math.max(this.most, ++this.underWay);
    response.once('close', () => this.underWay--);
    const { fault } = this;
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const method = (request.method ?? 'GET') as 'GET';
    const honest = () => this.#double.answer({ method, path: request.url ?? '/', headers, body });
    const before = this.asked++;
    if (fault === null) send(response, honest());
    else fault({ request, response, honest, before });
  }
}

/** Of the event loop: more than a connection needs from being accepted to its request being read. */
const TURNS = 20;

export function send(response: ServerResponse, answer: FakeResponse): void {
  const { status, headers, body } = responseOf(answer);
  response.writeHead(status, headers);
  response.end(body);
}

/** A server below HTTP; gives its origin and its end. */
export async function serveSockets(accept: (socket: Socket) => void): Promise<readonly [string, () => Promise<void>]> {
  const sockets = new Set<Socket>();
  const server = createTcpServer(accept);
  const port = await listening(server, sockets);
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return [`http://127.0.0.1:${port}`, stop];
}

async function listening(server: TcpServer | Server, sockets: Set<Socket>): Promise<number> {
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
