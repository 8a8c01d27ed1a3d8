/** Pipes, which no built-in of a runtime makes: Node would give the child a socket, which cannot be opened as `/dev/stdout`. */
import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../../files/system-reason.js';
import type { Channel } from './channel.js';
import type { OutputLibrary } from './output-library.js';
import { pipeSource } from '../../files/pipe-source.js';

const F_SETFL = 4;
const F_SETPIPE_SZ = 1031;
const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2000000;

const PIPE_BYTES = 1024 * 1024;

/** Where a named pipe can be made, and by which program: null if there is none. */
export interface PipePlace {
  readonly temporary: string;
  readonly mkfifo: () => string | null;
}

/** Why the pipe cannot be made, in words. */
export class NoPipe extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** By the C library, or else a named pipe that has lost its name. Throws NoPipe. */
export function openPipe(library: OutputLibrary | null, place: PipePlace): Channel {
  const [ours, childs] = (library && pipeOfLibrary(library)) ?? namedPipe(place);
  return { childEnd: childs, source: pipeSource(ours), closeChildEnd: () => closeSync(childs) };
}

function pipeOfLibrary(library: OutputLibrary): readonly [number, number] | null {
  const ends = new Int32Array(2);
  if (library.pipe2(ends, O_CLOEXEC) !== 0) return null;
  const [ours = 0, childs = 0] = ends;
  library.fcntl(ours, F_SETFL, O_NONBLOCK);
  // Fewer turns for much output. Where the system allows less, the size stays.
  library.fcntl(ours, F_SETPIPE_SZ, PIPE_BYTES);
  return [ours, childs];
}

function namedPipe({ temporary, mkfifo }: PipePlace): readonly [number, number] {
  const folder = privateFolder(temporary);
  try {
    const path = join(folder, 'pipe');
    const program = mkfifo();
    if (program === null) throw new NoPipe('the program `mkfifo` was not found');
    const { status } = spawnSync(program, ['-m', '600', path], { stdio: 'ignore' });
    if (status !== 0) throw new NoPipe('the temporary folder cannot hold a named pipe');
    // This end first: the other one would wait for it.
    const ours = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return [ours, openSync(path, constants.O_WRONLY)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function privateFolder(temporary: string): string {
  try {
    return mkdtempSync(join(temporary, 'tool-pipe-'));
  } catch (error) {
    throw new NoPipe(`no temporary folder can be created: ${reasonOf(codeOf(error))}`);
  }
}
