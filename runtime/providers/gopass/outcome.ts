/** What became of a run of gopass (providers-local 9.6, 21). */
import { classified, type FailureRow, type FailureTable } from '../bases/failure-table.js';
import { undecrypted, withoutStatus } from '../bases/gpg-status.js';
import { type Failed, failedCall } from '../store-failure.js';

const NOT_INITIALISED = 6;
const INITIALISE = 'run `gopass setup`, or check `GOPASS_HOMEDIR` and `PASSWORD_STORE_DIR`';
const UNLOCK = 'unlock them, as `gopass show` does, start `gopass age agent`, or set `GOPASS_AGE_PASSWORD`';
const OTHER_KEY = 'ask for it to be encrypted for your key';

const CALL = 'gopass cannot read or write a file';
/** Why the system refused a file, in Go's words at the end of an error. A program that gopass cannot start is not a file of the store. */
const REFUSALS = [
  ['permission denied', 'EACCES'],
  ['operation not permitted', 'EPERM'],
  ['read-only file system', 'EROFS'],
  ['no space left on device', 'ENOSPC'],
  ['disk quota exceeded', 'EDQUOT'],
].map(([words = '', code = '']): FailureRow => {
  const { failure } = failedCall(code, CALL);
  return { says: new RegExp(`^Error: (?!.*fork/exec).*: ${words}$`, 'm'), ...failure };
});
const FULL = ['ENOSPC', 'EDQUOT'].map((code) => failedCall(code, CALL).failure.detail);

/** Whether gopass may have written a part of a file. */
export function isFullDisk({ failure }: Failed): boolean {
  return FULL.includes(failure.detail);
}

const UNINITIALISED = {
  kind: 'failed',
  detail: 'the password store is not initialised',
  help: INITIALISE,
  concernsAll: true,
} as const;

export const FAILURES: FailureTable = {
  message: withoutStatus,
  rows: [
    { status: NOT_INITIALISED, ...UNINITIALISED },
    { says: /is not initialized/, ...UNINITIALISED },
    {
      says: /executable file not found/,
      kind: 'missing-program',
      detail: '`gpg` was not found in `PATH`',
      help: 'install GnuPG (package `gnupg`)',
    },
    ...REFUSALS,
  ],
};

/** What its library for age says of an entry. */
const DECRYPTION: FailureTable = {
  rows: [
    { says: /signal: killed/, kind: 'timeout', detail: '`gpg` did not end in time' },
    { says: /pinentry/, kind: 'locked', detail: 'the age identities of gopass are locked', help: UNLOCK },
    { says: /no identity matched/, kind: 'denied', help: OTHER_KEY },
  ],
};

/**
 * Why an entry could not be decrypted; null: nothing is said of that. After the reason gopass prints what it decrypted of an
 * entry that was tampered with: only what is before that is shown.
 */
export function undecryptedEntry(stderr: string): Failed | null {
  const [, before, reason] = /^([\s\S]*?)Decryption failed: (.*)/.exec(stderr) ?? [];
  if (before === undefined || reason === undefined) return null;
  // The lines of entries that were decrypted before are not about this one.
  const own = before.slice(Math.max(0, before.lastIndexOf('[GNUPG:] DECRYPTION_OKAY'))).replace(/\S*$/, '');
  const isOfGpg = own.includes('[GNUPG:]') || reason.includes('exit status');
  if (isOfGpg && !reason.includes('signal: killed')) return undecrypted({ status: 2, stderr: own });
  return classified(DECRYPTION, { status: 1, stdout: Buffer.of(), stderr: reason }, '`gopass`').failure;
}
