/** Secrets for the later steps of a GitHub workflow: masked in the log, added to its environment file (semantics 6.4). */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { fail } from '../failure.js';
import { problemOf } from '../files/file-fault.js';
import { codeOf } from '../files/system-reason.js';
import { linesToHide } from '../redact/pieces.js';
import { valuesToHide } from '../redact/values-to-hide.js';
import type { CallContext } from '../session/call.js';
import type { Exporting } from '../session/operations/export.js';
import { writeOut } from './output.js';
import { textOf, type Values } from './values-to-export.js';
import { environmentLines, maskLines } from './views/export-gha.js';

/**
 * The masks are printed first: from then on the log hides the values, even if the file cannot be written. Values that are too short
 * for a mask, which would blank most of the log, are reported.
 */
export async function exportToWorkflow(
  values: Values,
  { resolution, warn }: Exporting,
  { variables }: CallContext,
): Promise<void> {
  const path = variables['GITHUB_ENV'] ?? '';
  if (path === '') fail(delivery.E1209({}));
  const masks = valuesToHide(resolution).map(({ secret, delivered }) => {
    const text = textOf(delivered) ?? '';
    return { secret, lines: linesToHide(text), isBlank: text.trim() === '' };
  });
  writeOut(maskLines(masks.flatMap(({ lines }) => lines)));
  append(
    path,
    environmentLines(values, () => `ghadelimiter_${randomBytes(16).toString('hex')}`),
  );
  const bare = masks.filter(({ lines, isBlank }) => lines.length === 0 && !isBlank).map(({ secret }) => secret);
  if (bare.length > 0) await warn([delivery.W1203({ secrets: bare })]);
}

/** All or nothing: a failed append removes what it wrote. */
function append(path: string, text: string): void {
  const descriptor = attempt(path, () => openToAppend(path));
  try {
    const before = attempt(path, () => fstatSync(descriptor).size);
    attempt(
      path,
      () => writeAll(descriptor, Buffer.from(lineEnd(descriptor, before) + text, 'utf8')),
      () => takeBack(descriptor, before),
    );
  } finally {
    closeSync(descriptor);
  }
}

/** Opened for reading too, to see how the file ends; a file that may only be written is accepted as well. */
function openToAppend(path: string): number {
  try {
    return openSync(path, 'a+', 0o600);
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    return openSync(path, 'a', 0o600);
  }
}

/** What an earlier step wrote may end in the middle of a line. An empty line has no effect there, so one is written if the file cannot be read. */
function lineEnd(descriptor: number, size: number): string {
  if (size === 0) return '';
  const last = Buffer.alloc(1);
  try {
    return readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() === '\n' ? '' : '\n';
  } catch {
    return '\n';
  }
}

/** A pipe or a device cannot be truncated; the error to report is that of the write. */
function takeBack(descriptor: number, size: number): void {
  try {
    ftruncateSync(descriptor, size);
  } catch {
    // A pipe or a device: see above.
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

function attempt<T>(path: string, act: () => T, undo: () => void = () => {}): T {
  try {
    return act();
  } catch (error) {
    undo();
    const reason = problemOf(error);
    if (reason === null) throw error;
    return fail(delivery.E1208({ path, reason }));
  }
}
