/** What a child wrote is passed on, also if this process is stopped while it waits for others that the child left behind. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { setImmediate as afterReading, setTimeout as elapsed } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Pump } from '#runtime/child/output/pump.js';
import { pipeSource } from '#runtime/files/pipe-source.js';
import { redactionOf } from '#runtime/redact/redaction.js';
import { temporaryFolder } from '../../files/temporary-folder.js';

const folder = temporaryFolder();

/** Longer than anyone who was left behind is waited for. */
const STOPPED_MS = 1_200;
const PIECE = Buffer.alloc(30_000, 'x');

test('what is in the pipe after a stop is written', async () => {
  const path = `${folder}/pipe`;
  execFileSync('mkfifo', [path]);
  const source = pipeSource(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  const leftOpen = openSync(path, 'w');
  const written = openSync(`${folder}/written`, 'w');
  const redaction = redactionOf([]);
  if (redaction.kind !== 'redaction') throw new Error(redaction.kind);
  const pump = new Pump(source, redaction.redactor(), written);
  const running = pump.run();
  writeSync(leftOpen, PIECE);
  await elapsed(50);
  pump.childEnded();
  // A process that is stopped does nothing, and the timers that are due come before what is there to read.
  await afterReading();
  writeSync(leftOpen, PIECE);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPED_MS);
  expect(await running).toBe(null);
  closeSync(leftOpen);
  closeSync(written);
  expect(readFileSync(`${folder}/written`).length).toBe(2 * PIECE.length);
});
