/** Failures of stores, made and worded the same way by all providers. */
import { shortened } from '#schemas/shortened.js';
import { FileFault } from '../files/files.js';
import type { Refused, StoreFailure } from './provider.js';

/** The answer to a request, a write or a removal that went wrong. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: StoreFailure;
}

export function failed(kind: StoreFailure['kind'], detail: string, help?: string): Failed {
  return { kind: 'failed', failure: help === undefined ? { kind, detail } : { kind, detail, help } };
}

/** A spec that a provider cannot open. */
export function refused(kind: StoreFailure['kind'], detail: string, help?: string): Refused {
  return { kind: 'refused', failure: failed(kind, detail, help).failure };
}

/** A fault of the file system as a store's failure. `what` names the file as the manifest does. */
export function failedFile(error: unknown, what: string): Failed {
  if (!(error instanceof FileFault)) throw error;
  return failed(KIND_OF_FAULT.get(error.code) ?? 'failed', `${what}: ${error.problem}`);
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

const LONGEST_DETAIL = 301;

/** Foreign text (a vendor's message, a name of the manifest), on one line, bounded, without control characters. */
export function cleaned(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return shortened(line, LONGEST_DETAIL);
}
