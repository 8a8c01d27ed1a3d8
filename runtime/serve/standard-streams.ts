/** Standard input and output of a server, which no write may block: a client that does not read must not keep signals from being heard. */
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Streams } from '../json-rpc/peer.js';

const STDOUT = 1;

export function standardStreams(): Streams {
  const status = fstatSync(STDOUT);
  const isPipe = status.isFIFO() || status.isSocket();
  const output = isPipe ? new Socket({ fd: STDOUT, readable: false, writable: true }) : process.stdout;
  return { input: process.stdin, output };
}
