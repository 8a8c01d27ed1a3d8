/** Ports of loopback for servers that cannot choose one themselves. */
import { once } from 'node:events';
import { createServer } from 'node:net';

const TRIES = 3;

/**
 * What `start` gives for this number of free ports. Another program may take one before the server does, and the server ends:
 * where `start` gives null it is called again, with other ports.
 */
export async function onFreePorts(count, start) {
  for (let tries = 0; tries < TRIES; tries++) {
    const started = await start(...(await freePorts(count)));
    if (started !== null) return started;
  }
  throw new Error(`a server ended while it started, ${TRIES} times`);
}

/** Open at the same time, so that no two are the same. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  await Promise.all(servers.map((server) => once(server, 'close')));
  return ports;
}
