/** Whether the kernel will certainly accept a file as a program: checked before `execve`, which cannot be undone. */
import { closeSync, openSync, readSync } from 'node:fs';
import { resolveCommand } from '../programs/resolve-command.js';

/** The kernel reads this much of a `#!` line. */
const SCRIPT_LINE_BYTES = 256;
const HEADER_BYTES = 4096;
const PT_INTERP = 3;

/** `e_machine` of 64-bit little-endian ELF per `process.arch`. What is not here is started by `spawn`. */
const MACHINES: ReadonlyMap<string, number> = new Map([
  ['x64', 62],
  ['arm64', 183],
  ['riscv64', 243],
  ['loong64', 258],
]);

/** A program for this machine whose loader exists, or a script whose interpreter is one. False if unsure. */
export function isSurelyExecutable(path: string): boolean {
  const head = readHead(path);
  if (head.length > 2 && head.toString('latin1', 0, 2) === '#!') {
    const interpreter = interpreterOf(head);
    return interpreter !== null && isFound(interpreter) && isProgram(readHead(interpreter));
  }
  return isProgram(head);
}

/** The program a `#!` line names; null where the line is cut off, names none, or is none. */
export function interpreterOf(head: Buffer): string | null {
  const line = head.toString('latin1', 0, SCRIPT_LINE_BYTES).split('\n', 1)[0] ?? '';
  if (line.length >= Math.min(head.length, SCRIPT_LINE_BYTES)) return null;
  const interpreter = /^#![ \t]*([^ \t\0]+)/.exec(line)?.[1];
  return interpreter === undefined ? null : Buffer.from(interpreter, 'latin1').toString();
}

function isProgram(head: Buffer): boolean {
  const loader = loaderOf(head);
  return loader === '' || (loader !== null && isFound(loader));
}

/** Path of the dynamic loader of an ELF program; '' for a static one; null for a file that is not a program for this machine. */
function loaderOf(head: Buffer): string | null {
  if (head.length < 64 || head.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') return null;
  const isProgramType = head.readUInt16LE(16) === 2 || head.readUInt16LE(16) === 3;
  if (!isProgramType || head.readUInt16LE(18) !== MACHINES.get(process.arch)) return null;
  const size = head.readUInt16LE(54);
  const start = Number(head.readBigUInt64LE(32));
  const end = start + size * head.readUInt16LE(56);
  if (size < 56 || end > head.length) return null;
  for (let at = start; at < end; at += size) {
    if (head.readUInt32LE(at) === PT_INTERP) return textAt(head, at);
  }
  return '';
}

function textAt(head: Buffer, segment: number): string | null {
  const start = Number(head.readBigUInt64LE(segment + 8));
  const end = start + Number(head.readBigUInt64LE(segment + 32)) - 1;
  return end > head.length ? null : head.toString('utf8', start, end);
}

function isFound(path: string): boolean {
  return path.includes('/') && resolveCommand(path, undefined).kind === 'found';
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      return head.subarray(0, readSync(file, head));
    } finally {
      closeSync(file);
    }
  } catch {
    return head.subarray(0, 0);
  }
}
