/** A connection to a server, through a proxy where there is one, ready for requests: TCP, tunnel and TLS under one deadline. */
import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { faultOf, HttpFault } from './http-fault.js';
import { type HttpProxy, hostOf, portOf } from './proxy.js';

/** What is known of the way before the first connection. */
export interface Way {
  readonly server: URL;
  readonly proxy: HttpProxy | null;
  /** Null: plain HTTP. */
  readonly tls: ServerTls | null;
  /** How long a connection may take. */
  readonly connectMs: number;
  /** Ends connections that are being made. */
  readonly closing: AbortSignal;
}
export interface ServerTls {
  readonly context: SecureContext;
  readonly serverName: string | null;
  readonly isUnverified: boolean;
}

/** Rejects with an HttpFault. */
export async function connect(way: Way): Promise<Socket> {
  const { server, proxy, connectMs, closing } = way;
  const open: Socket[] = [];
  const late = `${server.host} did not accept the connection within ${inSeconds(connectMs)}`;
  const limit = limitOf(connectMs, closing, new HttpFault('timeout', late));
  try {
    return await Promise.race([limit.reached, connected(way, open)]);
  } catch (error) {
    for (const socket of open) socket.destroy();
    throw faultOf(error, proxy === null || open.length > 1 ? server.host : `the proxy ${proxy.url.host}`);
  } finally {
    limit.end();
  }
}

export function inSeconds(ms: number): string {
  return ms === 1000 ? '1 second' : `${ms / 1000} seconds`;
}

async function connected({ server, proxy, tls }: Way, open: Socket[]): Promise<Socket> {
  const next = proxy?.url ?? server;
  const kept = (socket: Socket) => {
    open.push(socket);
    return socket;
  };
  let socket = await ready(kept(connectTcp({ host: hostOf(next), port: portOf(next) })), 'connect');
  if (proxy?.url.protocol === 'https:') socket = await ready(kept(securedProxy(socket, proxy.url)), 'secureConnect');
  if (tls === null) return socket;
  if (proxy !== null) socket = await tunnelled(socket, server, proxy);
  return ready(kept(secured(socket, server, tls)), 'secureConnect');
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

function securedProxy(socket: Socket, url: URL): Socket {
  return connectTls({ socket, host: hostOf(url), ...nameOf(hostOf(url)) });
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

function tunnelled(socket: Socket, server: URL, { url, authorization }: HttpProxy): Promise<Socket> {
  const target = `${server.hostname}:${portOf(server)}`;
  const headers = { host: target, ...(authorization !== null && { 'proxy-authorization': authorization }) };
  return new Promise((resolve, reject) => {
    const asked = request({ method: 'CONNECT', path: target, headers, createConnection: () => socket });
    asked.once('connect', ({ statusCode = 0 }, tunnel: Socket) => {
      if (statusCode >= 200 && statusCode < 300) resolve(tunnel);
      else reject(refusedTunnel(url, statusCode));
    });
    asked.once('response', ({ statusCode = 0 }) => reject(refusedTunnel(url, statusCode)));
    asked.once('error', reject);
    asked.end();
  });
}

function refusedTunnel(url: URL, status: number): HttpFault {
  const reason = status === 407 ? 'wants a user and a password' : `refused to connect (status ${status})`;
  return new HttpFault('unreachable', `the proxy ${url.host} ${reason}`, status === 407);
}

/** Rejects when the time is over or `closing` is aborted, unless it ends before. */
function limitOf(limitMs: number, closing: AbortSignal, late: HttpFault) {
  const { promise, reject } = withReject();
  const close = () => reject(new HttpFault('cancelled', 'the call was cancelled', true));
  const timer = setTimeout(() => reject(late), limitMs);
  closing.addEventListener('abort', close, { once: true });
  const end = () => {
    clearTimeout(timer);
    closing.removeEventListener('abort', close);
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
