/** Errors of the keyring library, distinguished by their messages: it has no codes. */
import type { StoreFailure } from '../provider.js';
import { cleaned, type Failed, failed, messageOf } from '../store-failure.js';

interface Meaning {
  readonly says: RegExp;
  readonly kind: StoreFailure['kind'];
  readonly help: string;
  /** In place of the message, which may be about values. */
  readonly detail?: string;
}

const NO_SERVICE = 'start a Secret Service (gnome-keyring, KWallet or KeePassXC) in this session, or use another store';
const MEANINGS: readonly Meaning[] = [
  {
    says: /prompt was dismissed|is locked|user canceled|interaction is not allowed/i,
    kind: 'locked',
    help: 'unlock the keyring and try again',
  },
  {
    says: /matched by \d+ credentials|ambiguous/i,
    kind: 'failed',
    help: 'remove all but one of them with the keyring program',
    detail: 'more than one keyring entry matches',
  },
  { says: /did not receive a reply|timed? ?out/i, kind: 'timeout', help: 'check whether the keyring program hangs' },
  { says: /no result found/i, kind: 'failed', help: 'create a default keyring, as a first login to the desktop does' },
  { says: /d-?bus|platform failure|accessdenied|secret service/i, kind: 'unreachable', help: NO_SERVICE },
];

/** An error of the library as a store's failure. No message of the library about an entry holds its value. */
export function failedKeyring(error: unknown): Failed {
  const message = messageOf(error);
  const meaning = MEANINGS.find(({ says }) => says.test(message));
  const detail = meaning?.detail ?? `the keyring answered: ${cleaned(message)}`;
  return failed(meaning?.kind ?? 'failed', detail, meaning?.help);
}

/** Whether the next entry would fail in the same way, so that the keyring does not prompt to be unlocked again and again. */
export function concernsAllEntries({ failure }: Failed): boolean {
  return failure.kind !== 'unsupported' && failure.kind !== 'failed';
}
