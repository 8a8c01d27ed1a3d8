/** A connection to a server, through a proxy where there is one, ready for requests: TCP, tunnel and TLS under one deadline. */
import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { limitTime } from '../limit-time.js';
import { faultOf, HttpFault } from './http-fault.js';
import { type HttpProxy, hostOf, portOf } from './proxy.js';

/** What is known before the first connection is made. */
export interface Destination {
  readonly server: URL;
  readonly proxy: HttpProxy | null;
  /** Null: plain HTTP. */
  readonly tls: ServerTls | null;
  /** The same for the proxy. */
  readonly proxyTls: SecureContext | null;
  /** How long a connection may take. */
  readonly connectMs: number;
}

/** A connection that is being made for one request. */
export interface Connecting {
  /** Aborted when that request ends. */
  readonly signal: AbortSignal;
  /** The server or the proxy, whichever must answer next, for messages. */
  peer: string;
}

export interface ServerTls {
  readonly context: SecureContext;
  readonly serverName: string | null;
  readonly isUnverified: boolean;
}

/** For each address of a host but the last. Node's own quarter of a second is too short for a slow network. */
const ADDRESS_MS = 1000;

/** Rejects with an HttpFault. */
export async function connect(destination: Destination, connecting: Connecting): Promise<Socket> {
  const { connectMs } = destination;
  const { signal } = connecting;
  if (signal.aborted) throw CANCELLED;
  const open: Socket[] = [];
  const late = () =>
    new HttpFault('timeout', `${connecting.peer} did not accept the connection within ${inSeconds(connectMs)}`);
  const limit = limitOf(connectMs, signal, late);
  try {
    return await Promise.race([limit.reached, connected(destination, connecting, open)]);
  } catch (error) {
    for (const socket of open) socket.destroy();
    throw faultOf(error, connecting.peer);
  } finally {
    limit.end();
  }
}

/** As messages name a proxy. */
export function shownProxy({ url }: HttpProxy): string {
  return `the proxy ${url.host}`;
}

export function inSeconds(ms: number): string {
  return ms === 1000 ? '1 second' : `${ms / 1000} seconds`;
}

async function connected(
  { server, proxy, tls, proxyTls }: Destination,
  connecting: Connecting,
  open: Socket[],
): Promise<Socket> {
  const next = proxy?.url ?? server;
  const kept = (socket: Socket) => {
    open.push(socket);
    return socket;
  };
  connecting.peer = proxy === null ? server.host : shownProxy(proxy);
  const address = { host: hostOf(next), port: portOf(next), autoSelectFamilyAttemptTimeout: ADDRESS_MS };
  let socket = await ready(kept(connectTcp(address)), 'connect');
  if (proxy !== null && proxyTls !== null)
    socket = await readyProxy(kept(securedProxy(socket, proxy, proxyTls)), proxy);
  if (tls === null) return socket;
  if (proxy !== null) socket = await tunnelled(socket, server, proxy);
  connecting.peer = server.host;
  return ready(kept(secured(socket, server, tls)), 'secureConnect');
}

/** Distrust of the proxy is not distrust of the server: what a store recommends against that does not help. */
async function readyProxy(socket: Socket, proxy: HttpProxy): Promise<Socket> {
  try {
    return await ready(socket, 'secureConnect');
  } catch (error) {
    const { failure, isFinal } = faultOf(error, shownProxy(proxy));
    throw new HttpFault('unreachable', failure.detail, isFinal);
  }
}

function ready(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // The other side may hang up without an error.
    const onClose = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    // Remains: an error before a request uses the socket would otherwise have no listener.
    socket.on('error', reject);
    socket.once('close', onClose);
    socket.once(event, () => {
      socket.off('close', onClose);
      resolve(socket);
    });
  });
}

function securedProxy(socket: Socket, { url }: HttpProxy, secureContext: SecureContext): Socket {
  return connectTls({ socket, host: hostOf(url), ...nameOf(hostOf(url)), secureContext });
}

function secured(socket: Socket, server: URL, { context, serverName, isUnverified }: ServerTls): Socket {
  const name = serverName ?? hostOf(server);
  return connectTls({
    socket,
    host: name,
    ...nameOf(name),
    secureContext: context,
    rejectUnauthorized: !isUnverified,
    ALPNProtocols: ['http/1.1'],
  });
}

/** An address is not sent as the name of a server (RFC 6066). */
function nameOf(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

function tunnelled(socket: Socket, server: URL, proxy: HttpProxy): Promise<Socket> {
  const { authorization } = proxy;
  const target = `${server.hostname}:${portOf(server)}`;
  const headers = { host: target, ...(authorization !== null && { 'proxy-authorization': authorization }) };
  return new Promise((resolve, reject) => {
    const asked = request({ method: 'CONNECT', path: target, headers, createConnection: () => socket });
    asked.once('connect', ({ statusCode = 0 }, tunnel: Socket) => {
      if (statusCode >= 200 && statusCode < 300) resolve(tunnel);
      else reject(refusedTunnel(proxy, statusCode));
    });
    asked.once('response', ({ statusCode = 0 }) => reject(refusedTunnel(proxy, statusCode)));
    asked.once('error', reject);
    asked.end();
  });
}

function refusedTunnel(proxy: HttpProxy, status: number): HttpFault {
  const reason = status === 407 ? 'wants a user and a password' : `refused to connect (status ${status})`;
  return new HttpFault('unreachable', `${shownProxy(proxy)} ${reason}`, status === 407);
}

const CANCELLED = new HttpFault('cancelled', 'the call was cancelled', true);

/** Rejects when the time is over or the signal is aborted, unless it ends before. */
function limitOf(limitMs: number, signal: AbortSignal, late: () => HttpFault) {
  const { promise, reject } = withReject();
  const cancel = () => reject(CANCELLED);
  const endLimit = limitTime(limitMs, () => reject(late()));
  signal.addEventListener('abort', cancel, { once: true });
  const end = () => {
    endLimit();
    signal.removeEventListener('abort', cancel);
  };
  return { reached: promise, end };
}

function withReject(): { readonly promise: Promise<never>; readonly reject: (fault: HttpFault) => void } {
  let reject: (fault: HttpFault) => void = () => {};
  const promise = new Promise<never>((_, given) => {
    reject = given;
  });
  return { promise, reject };
}
