/** Standard input and output of a server, which no write may block: a client that does not read must not keep signals from being heard. */
import { fstatSync, write } from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { Streams } from '../json-rpc/peer.js';

const STDOUT = 1;

export function standardStreams(): Streams {
  return { input: process.stdin, output: standardOutput() };
}

function standardOutput(): Writable {
  const status = fstatSync(STDOUT);
  if (!status.isFIFO() && !status.isSocket()) return process.stdout;
  // Bun leaves the descriptor as it is, which blocks: there another thread waits.
  return process.versions['bun'] === undefined
    ? new Socket({ fd: STDOUT, readable: false, writable: true })
    : byThread();
}

function byThread(): Writable {
  return new Writable({
    write(chunk: Buffer, _, done) {
      writeRest(chunk, done);
    },
  });
}

function writeRest(bytes: Buffer, done: (error?: Error | null) => void): void {
  write(STDOUT, bytes, (error, written) => {
    if (error !== null || written === bytes.length) done(error);
    else writeRest(bytes.subarray(written), done);
  });
}
