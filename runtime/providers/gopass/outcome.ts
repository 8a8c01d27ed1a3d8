/** What became of a run of gopass (providers-local 9.6, 21). */
import { cleaned } from '../../values/cleaned.js';
import { undecrypted, wordsOf } from '../bases/gpg-status.js';
import type { Ended } from '../bases/vendor-program.js';
import { type Failed, failed, failedCall } from '../store-failure.js';

const NOT_INITIALISED = 6;
const INITIALISE = 'run `gopass setup`, or check `GOPASS_HOMEDIR` and `PASSWORD_STORE_DIR`';
const UNLOCK = 'unlock them, as `gopass show` does, start `gopass age agent`, or set `GOPASS_AGE_PASSWORD`';
const OTHER_KEY = 'ask for it to be encrypted for your key';

const CALL = 'gopass cannot read or write a file';
/** Why the system refused a file, in Go's words at the end of an error. */
const REFUSALS: ReadonlyMap<string, Failed> = new Map([
  ['permission denied', failedCall('EACCES', CALL)],
  ['operation not permitted', failedCall('EPERM', CALL)],
  ['read-only file system', failedCall('EROFS', CALL)],
  ['no space left on device', failedCall('ENOSPC', CALL)],
  ['disk quota exceeded', failedCall('EDQUOT', CALL)],
]);

/** Whether gopass may have written a part of a file. */
export function isFullDisk(failure: Failed): boolean {
  return ['no space left on device', 'disk quota exceeded'].some((words) => REFUSALS.get(words) === failure);
}

/** Null: it went well. */
export function outcomeOf({ status, stderr }: Ended, input?: Uint8Array): Failed | null {
  if (status === 0) return null;
  const failure = undecryptedEntry(stderr);
  if (failure !== null) return failure;
  if (status === NOT_INITIALISED || /is not initialized/.test(stderr))
    return failed('failed', 'the password store is not initialised', INITIALISE);
  if (/executable file not found/.test(stderr))
    return failed('missing-program', '`gpg` was not found in `PATH`', 'install GnuPG (package `gnupg`)');
  // A program that it cannot start is not a file of the store.
  const [, reason = ''] = /^Error: (?!.*fork\/exec).*: ([a-z -]+)$/m.exec(stderr) ?? [];
  const refusal = REFUSALS.get(reason);
  if (refusal !== undefined) return refusal;
  const given = input === undefined ? undefined : Buffer.from(input).toString('utf8');
  return failed('failed', wordsOf(stderr, given) || `\`gopass\` ended with status ${status}`);
}

/**
 * Why an entry could not be decrypted; null: nothing is said of that. After the reason gopass prints what it decrypted of an
 * entry that was tampered with: only what is before that is shown.
 */
export function undecryptedEntry(stderr: string): Failed | null {
  const [, before, reason] = /^([\s\S]*?)Decryption failed: (.*)/.exec(stderr) ?? [];
  if (before === undefined || reason === undefined) return null;
  if (reason.includes('signal: killed')) return failed('timeout', '`gpg` did not end in time');
  // The lines of entries that were decrypted before are not about this one.
  const own = before.slice(Math.max(0, before.lastIndexOf('[GNUPG:] DECRYPTION_OKAY'))).replace(/\S*$/, '');
  if (own.includes('[GNUPG:]') || reason.includes('exit status')) return undecrypted({ status: 2, stderr: own });
  if (reason.includes('pinentry')) return failed('locked', 'the age identities of gopass are locked', UNLOCK);
  if (reason.includes('no identity matched')) return failed('denied', cleaned(reason), OTHER_KEY);
  return failed('failed', cleaned(reason));
}
