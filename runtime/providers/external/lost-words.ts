/**
 * How an external provider ended, for people. Its standard error is quoted only if it did not get through its initialisation: later
 * it may hold a value that nobody else knows yet (semantics 16).
 */
import type { ConnectionLost } from '../../json-rpc/connect.js';
import { STDERR_BYTES } from '../../json-rpc/server-process.js';
import { cleaned } from '../../values/cleaned.js';
import { withoutValues } from '../../values/without-values.js';
import { type Failed, failed } from '../store-failure.js';

const QUOTED_LINES = 8;

/** `credentials`: what it was given, which is in no message. */
export function lostWords(lost: ConnectionLost, credentials: readonly string[]): Failed {
  const { ending, program, stderr, wasOpen } = lost;
  if (program?.kind === 'not started')
    return failed('failed', `the external provider could not be started (${program.code})`, 'correct its executable');
  if (ending.kind === 'fault')
    return failed('failed', `the external provider ${shownReason(ending.reason)}; it was ended`);
  const how = program === null ? '' : program.kind === 'exited' ? ` (exit ${program.status})` : ` (${program.signal})`;
  if (wasOpen) return failed('failed', `the external provider ended before it answered${how}`);
  return failed('failed', `the external provider ended before it was initialized${how}${said(stderr, credentials)}`);
}

/** What it wrote to its standard error before it was initialized, on lines of their own. */
export function said(stderr: Buffer, credentials: readonly string[]): string {
  const lines = lastLines(stderr, credentials);
  return lines === '' ? '' : `:\n${lines}`;
}

/** Names in an answer are text of the provider, too. */
function shownReason(reason: string): string {
  return reason.replace(/ that is wrong at "(.*)"$/su, (whole, place: string) =>
    /^[a-z0-9_.]*$/u.test(place) && !reason.includes('provider.reflect') ? whole : ' of a wrong shape',
  );
}

/** Longer than any form in which a credential may be repeated. */
const LONGEST_FORM = 6;

/** Without what the rest of a credential may be, of which the beginning was not kept. */
function wholeWords(stderr: Buffer, credentials: readonly string[]): Buffer {
  if (stderr.length < STDERR_BYTES) return stderr;
  return stderr.subarray(LONGEST_FORM * Math.max(0, ...credentials.map((value) => Buffer.byteLength(value))));
}

function lastLines(stderr: Buffer, credentials: readonly string[]): string {
  const text = withoutValues(wholeWords(stderr, credentials).toString('utf8'), credentials);
  const lines = text.split(/\r?\n/u).map(cleaned);
  return lines
    .filter((line) => line !== '')
    .slice(-QUOTED_LINES)
    .join('\n');
}
