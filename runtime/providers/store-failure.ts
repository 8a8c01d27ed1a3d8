/** Failures of stores, made and worded the same way by all providers. */
import { FileFault } from '../files/files.js';
import { reasonOf } from '../files/system-reason.js';
import { cleaned } from '../values/cleaned.js';
import type { Refused, StoreFailure } from './provider.js';

/** The answer to a request, a write or a removal that went wrong. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: StoreFailure;
}

export function failed(kind: StoreFailure['kind'], detail: string, help?: string): Failed {
  return { kind: 'failed', failure: help === undefined ? { kind, detail } : { kind, detail, help } };
}

/** A failure where there is no answer to put it in; the code that uses the store catches it, and fails all of its requests with it. */
export class StoreFailureError extends Error {
  readonly failure: StoreFailure;
  constructor(failure: StoreFailure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/** In place of an answer that a store has left out. */
export const UNANSWERED = failed('failed', 'the store did not answer a request');

/** A spec that a provider cannot open. */
export function refused(kind: StoreFailure['kind'], detail: string, help?: string): Refused {
  return { kind: 'refused', failure: failed(kind, detail, help).failure };
}

/** A fault of the file system as a store's failure. `what` names the file as the manifest does. */
export function failedFile(error: unknown, what: string): Failed {
  if (!(error instanceof FileFault)) throw error;
  return failed(KIND_OF_FAULT.get(error.code) ?? 'failed', `${what}: ${error.problem}`);
}

/** The same for an error of the system, by its code (`EACCES`). */
export function failedCall(code: string, what: string): Failed {
  return failed(KIND_OF_FAULT.get(code) ?? 'failed', `${what}: ${reasonOf(code)}`);
}

const KIND_OF_FAULT: ReadonlyMap<string, StoreFailure['kind']> = new Map([
  ['EACCES', 'denied'],
  ['EPERM', 'denied'],
  ['EROFS', 'denied'],
  ['link', 'denied'],
  ['busy', 'busy'],
]);

/** What went wrong and what to do about it, on one line, for answers that are text. */
export function sentenceOf({ failure: { detail, help } }: Failed): string {
  return help === undefined ? detail : `${detail}; ${help}`;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  const isSpeaking = typeof error === 'object' && error !== null && 'message' in error;
  return isSpeaking && typeof error.message === 'string' ? error.message : String(error);
}

/** A store that does not take more requests now, and when it will if it says so. */
export function busy(detail: string, retryAfterMs: number | null, help?: string): Failed {
  return failedForNow('busy', detail, retryAfterMs, help);
}

/** `retryAfterMs`: how long the store asks to wait; null: it does not say. */
export function failedForNow(
  kind: StoreFailure['kind'],
  detail: string,
  retryAfterMs: number | null,
  help?: string,
): Failed {
  if (retryAfterMs === null) return failed(kind, detail, help);
  return failed(kind, detail, `try again${within(Math.ceil(retryAfterMs / 1000))}`);
}

function within(seconds: number): string {
  if (seconds === 0) return '';
  return seconds === 1 ? ' in 1 second' : ` in ${seconds} seconds`;
}

const LONGEST_QUOTE = 200;

/** A vendor's words within a `detail` (providers-cloud, errata of 2.5). */
export function quoted(words: string): string {
  return cleaned(words.slice(0, LONGEST_QUOTE));
}
