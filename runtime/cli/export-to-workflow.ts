/** Secrets for the later steps of a GitHub workflow: masked in the log, added to its environment file (semantics 6.4). */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { fail } from '../failure.js';
import { problemOf } from '../files/file-fault.js';
import { writeOut } from './output.js';
import { environmentLines, maskLines } from './views/export-gha.js';

type Values = readonly (readonly [string, string])[];

/** Masks of what is hidden go out first: from then on the log hides the values, whatever happens to the file. */
export function exportToWorkflow(values: Values, hidden: Values): void {
  const path = process.env['GITHUB_ENV'] ?? '';
  if (path === '') fail(delivery.E1209({}));
  writeOut(maskLines(hidden));
  append(
    path,
    environmentLines(values, () => `ghadelimiter_${randomBytes(16).toString('hex')}`),
  );
}

/** All or nothing: a failed append takes back what it wrote. */
function append(path: string, text: string): void {
  const descriptor = attempt(path, () => openSync(path, 'a', 0o600));
  const before = attempt(path, () => fstatSync(descriptor).size);
  try {
    attempt(
      path,
      () => writeAll(descriptor, Buffer.from(text, 'utf8')),
      () => ftruncateSync(descriptor, before),
    );
  } finally {
    closeSync(descriptor);
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
