/** The status of a file, from the structure of `statx`, which is the same on all machines. */
import { Bytes } from './buffer.js';
import { host } from './host.js';

const STRUCTURE_BYTES = 256;
const TYPE = 0o170000;

/** Each call overwrites it. */
const structure = new Bytes(STRUCTURE_BYTES);
const view = new DataView(structure.buffer);

export class Status {
  readonly nlink = view.getUint32(16, true);
  readonly uid = view.getUint32(20, true);
  readonly gid = view.getUint32(24, true);
  readonly mode = view.getUint16(28, true);
  readonly ino = longAt(32);
  readonly size = longAt(40);
  readonly mtimeMs = longAt(112) * 1_000 + view.getUint32(120, true) / 1_000_000;
  readonly rdev = view.getUint32(128, true) * 0x100 + view.getUint32(132, true);
  readonly dev = view.getUint32(136, true) * 0x100 + view.getUint32(140, true);

  isFile(): boolean {
    return this.#is(0o100000);
  }

  isDirectory(): boolean {
    return this.#is(0o040000);
  }

  isSymbolicLink(): boolean {
    return this.#is(0o120000);
  }

  isFIFO(): boolean {
    return this.#is(0o010000);
  }

  isSocket(): boolean {
    return this.#is(0o140000);
  }

  isCharacterDevice(): boolean {
    return this.#is(0o020000);
  }

  #is(type: number): boolean {
    return (this.mode & TYPE) === type;
  }
}

function longAt(at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x1_0000_0000;
}

/** Null if the system does not give it. */
export function readStatus(folder: number, path: string | Uint8Array, flags: number): Status | null {
  return host.system.statx(folder, path, flags, structure) === -1 ? null : new Status();
}
