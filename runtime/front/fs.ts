/** As much of `node:fs` as the warm path uses. It makes, changes and removes no file: all that is written is a line at the end of one. */
import { Bytes } from './buffer.js';
import { made, systemError } from './errors.js';
import { host, machine } from './host.js';
import { readStatus, type Status } from './status.js';

const { system } = host;
const { errno, files } = machine;

export const constants = files;
/** The engine falls behind the full program where a plan is large. */
const MOST_BYTES = 65_536;
const PATH_BYTES = 4_096;
const O_CLOEXEC = 0o2000000;
const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_EMPTY_PATH = 0x1000;
/** Of an entry of a folder: where its length and its name are. */
const ENTRY_LENGTH = 16;
const ENTRY_NAME = 19;

type Path = string | Uint8Array;
interface Absence {
  readonly throwIfNoEntry?: boolean;
}

/** As the system takes it. */
function asked(path: Path): Path {
  if (typeof path !== 'string') return Bytes.concat([path, new Bytes(1)]);
  if (path.includes('\0')) throw Object.assign(new TypeError('a path with a NUL'), { code: 'ERR_INVALID_ARG_VALUE' });
  return path;
}

/** For reading, or by number. */
export function openSync(path: Path, flags: number | string = 'r'): number {
  if (typeof flags === 'string' ? flags !== 'r' : (flags & (files['O_CREAT'] ?? 0)) !== 0) return host.handOver();
  const name = asked(path);
  return made(() => system.open(name, (typeof flags === 'string' ? 0 : flags) | O_CLOEXEC, 0));
}

export function closeSync(descriptor: number): void {
  if (system.close(descriptor) === -1 && host.errorNumber() !== errno['EINTR']) throw systemError();
}

/** A read that a signal interrupts fails, as it does on Node. */
export function readSync(
  descriptor: number,
  bytes: Uint8Array,
  offset = 0,
  length = bytes.length - offset,
  position: number | null = null,
): number {
  if (length > MOST_BYTES) return host.handOver();
  if (length === 0) return 0;
  const into = bytes.subarray(offset, offset + length);
  const count =
    position === null ? system.read(descriptor, into, length) : system.pread(descriptor, into, length, position);
  if (count === -1) throw systemError();
  return count;
}

/** Only where the line is written as a whole is there no way back. */
export function writeSync(descriptor: number, bytes: Uint8Array): number {
  const status = fstatSync(descriptor);
  if (!status.isFile()) return host.handOver();
  const written = made(() => system.write(descriptor, bytes, bytes.length));
  if (written === bytes.length) host.commit();
  else system.ftruncate(descriptor, fstatSync(descriptor).size - written);
  return written === bytes.length ? written : host.handOver();
}

export function readFileSync(file: Path | number): Bytes;
export function readFileSync(file: Path | number, encoding: 'utf8' | 'latin1'): string;
export function readFileSync(file: Path | number, encoding?: 'utf8' | 'latin1'): Bytes | string {
  const descriptor = typeof file === 'number' ? file : openSync(file);
  try {
    const bytes = readAll(descriptor);
    return encoding === undefined ? bytes : bytes.toString(encoding);
  } finally {
    if (typeof file !== 'number') closeSync(descriptor);
  }
}

function readAll(descriptor: number): Bytes {
  const block = new Bytes(MOST_BYTES);
  for (let length = 0; length < MOST_BYTES; ) {
    const count = readSync(descriptor, block, length);
    if (count === 0) return Bytes.from(block.buffer, 0, length);
    length += count;
  }
  return host.handOver();
}

export function fstatSync(descriptor: number): Status {
  const status = readStatus(descriptor, '', AT_EMPTY_PATH);
  if (status === null) throw systemError();
  return status;
}

export function statSync(path: Path, absence?: Absence): Status | undefined {
  return statusOf(path, 0, absence);
}

export function lstatSync(path: Path, absence?: Absence): Status | undefined {
  return statusOf(path, AT_SYMLINK_NOFOLLOW, absence);
}

function statusOf(path: Path, flags: number, { throwIfNoEntry = true }: Absence = {}): Status | undefined {
  const status = readStatus(AT_FDCWD, asked(path), flags);
  if (status !== null) return status;
  const isAbsent = [errno['ENOENT'], errno['ENOTDIR']].includes(host.errorNumber());
  if (throwIfNoEntry || !isAbsent) throw systemError();
  return undefined;
}

export function existsSync(path: string): boolean {
  return !path.includes('\0') && system.access(path, 0) === 0;
}

export function accessSync(path: Path, mode = 0): void {
  const name = asked(path);
  made(() => system.access(name, mode));
}

export function readdirSync(path: Path): readonly string[] {
  const descriptor = openSync(path, files['O_DIRECTORY']);
  try {
    const names: string[] = [];
    const block = new Bytes(MOST_BYTES);
    for (let length = 1; length > 0; ) {
      length = made(() => system.getdents(descriptor, block, block.length));
      for (let at = 0; at < length; at += block.readUInt16LE(at + ENTRY_LENGTH)) {
        const start = at + ENTRY_NAME;
        names.push(block.toString('utf8', start, block.indexOf(0, start)));
      }
    }
    return names.filter((name) => name !== '.' && name !== '..');
  } finally {
    closeSync(descriptor);
  }
}

export function readlinkSync(path: Path): string {
  const name = asked(path);
  const target = new Bytes(PATH_BYTES);
  return target.toString(
    'utf8',
    0,
    made(() => system.readlink(name, target, target.length)),
  );
}

export function realpathSync(path: Path): string {
  const name = asked(path);
  const found = new Bytes(PATH_BYTES);
  return found.toString(
    'utf8',
    0,
    made(() => system.realpath(name, found)),
  );
}
realpathSync.native = realpathSync;

/** What these do is the work of the full program. */
const elsewhere = () => host.handOver();
export { elsewhere as ftruncateSync, elsewhere as mkdirSync, elsewhere as renameSync, elsewhere as unlinkSync };
