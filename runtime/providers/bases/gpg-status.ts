/** What gpg says of its work, by its status lines: they are the same in every language (providers-local 8.6). */

import { saying } from '../../programs/saying.js';
import { type Failed, failed } from '../store-failure.js';
import { classified, type FailureTable } from './failure-table.js';
import { type Ended, wholeOutput } from './program-end.js';

/** Makes gpg write the lines among its messages. */
export const WITH_STATUS = ['--status-fd', '2'];

const STATUS = /^\[GNUPG:\] (\w+).*$/m;
const ALL_STATUS = new RegExp(STATUS, 'gm');
const UNLOCK = 'unlock the key, as `gpg --decrypt` does, and try again';
const OTHER_KEY = 'ask for it to be encrypted for your key, or check `GNUPGHOME`';

/**
 * The plain bytes. gpg prints all of a file that was tampered with before it fails, and succeeds on a file that is cut
 * before its text: only a decryption that it calls good counts.
 */
export function decrypted(ended: Ended): Buffer | Failed {
  const isGood = ended.status === 0 && saidBy(ended.stderr).has('DECRYPTION_OKAY');
  return isGood ? wholeOutput(ended) : undecrypted(ended);
}

/** Why there are no plain bytes. */
export function undecrypted({ status, stderr }: Pick<Ended, 'status' | 'stderr'>): Failed {
  return classified(DECRYPTION, { status, stdout: Buffer.of(), stderr }, '`gpg`').failure;
}

const DAMAGED = 'the entry is not a whole encrypted file';
const DECRYPTION: FailureTable = {
  message: withoutStatus,
  rows: [
    {
      says: /^(?!\[GNUPG:\]).*(?:gpg-agent|the agent)/m,
      kind: 'unreachable',
      help: 'check whether `gpg-agent` can be started',
    },
    {
      status: 0,
      saysNot: /^\[GNUPG:\] BEGIN_DECRYPTION\b/m,
      kind: 'malformed',
      detail: ({ words }) => words || DAMAGED,
    },
    // It did not come as far as the entry: its options or its folder are wrong.
    { saysNot: STATUS, kind: 'failed' },
    { says: /^\[GNUPG:\] BADMDC\b/m, kind: 'malformed', detail: 'the entry was changed after it was encrypted' },
    // gpg does not try to decrypt a file that is cut before its text; one that is cut within it is tried, with a key.
    { says: /^\[GNUPG:\] (?:NODATA|DECRYPTION_KEY)\b/m, kind: 'malformed', detail: ({ words }) => words || DAMAGED },
    { saysNot: /^\[GNUPG:\] BEGIN_DECRYPTION\b/m, kind: 'malformed', detail: ({ words }) => words || DAMAGED },
    // The key exists, so it is locked; gpg itself reports that there is none.
    { says: /^\[GNUPG:\] KEY_CONSIDERED\b/m, kind: 'locked', detail: 'the key of the entry is locked', help: UNLOCK },
    { kind: 'denied', detail: 'the entry is encrypted for keys that this user does not have', help: OTHER_KEY },
  ],
};

/** The encrypted bytes. gpg may have printed a part of them before it fails: only an encryption to its end counts. */
export function encrypted(ended: Ended, plain: string): Buffer | Failed {
  const { status, stderr } = ended;
  if (status === 0 && saidBy(stderr).has('END_ENCRYPTION')) return wholeOutput(ended);
  return failed('failed', wordsOf(stderr, plain) || `\`gpg\` ended with status ${status}`);
}

/** The fingerprints of the keys, and of their primary keys, by which a good signature was made. */
export function signersOf({ stderr }: Ended): readonly string[] {
  const lines = stderr.matchAll(/^\[GNUPG:\] VALIDSIG ([0-9A-F]{40}) .* ([0-9A-F]{40})$/gm);
  return Array.from(lines, ([, ...fingerprints]) => fingerprints).flat();
}

/** The messages without the status lines, for people. */
function wordsOf(stderr: string, input?: string): string {
  return saying(withoutStatus(stderr), input);
}

export function withoutStatus(stderr: string): string {
  return stderr.replaceAll(ALL_STATUS, '');
}

function saidBy(stderr: string): ReadonlySet<string | undefined> {
  return new Set(Array.from(stderr.matchAll(ALL_STATUS), ([, word]) => word));
}
