/** What keyrings throw, as failures of the store. No message about an entry holds its value. */
import { cleaned } from '../../values/cleaned.js';
import type { StoreFailure } from '../provider.js';
import { type Failed, failed, messageOf, StoreFailureError } from '../store-failure.js';
import { BusFault } from './bus/bus-fault.js';

interface Meaning {
  readonly says: RegExp;
  readonly kind: StoreFailure['kind'];
  readonly detail?: string;
  readonly help: string;
}

const NO_SERVICE = 'start a Secret Service (gnome-keyring, KWallet or KeePassXC) in this session, or use another store';
const UNLOCK = 'unlock the keyring and try again';
const REMOVE_ONE = 'remove all but one of them with the keyring program';
const CREATE_ONE = 'create a default keyring, as a first login to the desktop does';
const IS_HANGING = 'check whether the keyring program or the desktop session hangs';

export const LOCKED = failed('locked', 'the keyring is locked', UNLOCK);
export const AMBIGUOUS = failed('failed', 'more than one keyring entry matches', REMOVE_ONE);
export const NO_DEFAULT = failed('failed', 'there is no default keyring', CREATE_ONE);
export const REFUSED = failed('denied', 'the prompt of the keyring was dismissed', 'try again, and allow it');
export const NOT_CREATED = failed('failed', 'the keyring did not create the entry');
export const NO_KEY = failed('failed', 'no encryption key could be agreed with the keyring');
export const NOT_ENCRYPTED = failed('failed', 'the keyring sent a value that cannot be decrypted');

/** Errors of the session bus and of Secret Services, by their D-Bus names. */
const ANSWERS: readonly Meaning[] = [
  {
    says: /\.(?:ServiceUnknown|NameHasNoOwner|Spawn\.\w+)$/,
    kind: 'unreachable',
    detail: 'the session bus has no Secret Service',
    help: NO_SERVICE,
  },
  { says: /\.(?:NoReply|Disconnected)$/, kind: 'unreachable', detail: 'the keyring ended', help: NO_SERVICE },
  { says: /\.IsLocked$/, kind: 'locked', detail: LOCKED.failure.detail, help: UNLOCK },
  { says: /\.AccessDenied$/, kind: 'denied', help: 'check whether the keyring program allows access' },
];
/** Errors of the library, by their messages: it has no codes. */
const MESSAGES: readonly Meaning[] = [
  { says: /prompt was dismissed|is locked|user canceled|interaction is not allowed/i, kind: 'locked', help: UNLOCK },
  {
    says: /matched by \d+ credentials|ambiguous/i,
    kind: 'failed',
    // In place of the message, which may be about values.
    detail: AMBIGUOUS.failure.detail,
    help: REMOVE_ONE,
  },
  { says: /did not receive a reply|timed? ?out/i, kind: 'timeout', help: IS_HANGING },
  { says: /no result found/i, kind: 'failed', help: CREATE_ONE },
  { says: /d-?bus|platform failure|accessdenied|secret service/i, kind: 'unreachable', help: NO_SERVICE },
];

export function failedKeyring(error: unknown): Failed {
  if (error instanceof StoreFailureError) return { kind: 'failed', failure: error.failure };
  if (!(error instanceof BusFault)) return failedWith(meaningOf(MESSAGES, messageOf(error)), messageOf(error));
  if (error.kind === 'unreachable') return failed('unreachable', error.message, NO_SERVICE);
  if (error.kind === 'timeout') return failed('timeout', 'the keyring did not answer in time', IS_HANGING);
  if (error.kind === 'malformed') return failed('failed', error.message);
  return failedWith(meaningOf(ANSWERS, error.answered), error.message);
}

/** Whether the next entry would fail in the same way, so that the keyring does not prompt to be unlocked again and again. */
export function concernsAllEntries({ failure }: Failed): boolean {
  return failure.kind !== 'unsupported' && failure.kind !== 'failed';
}

function meaningOf(meanings: readonly Meaning[], text: string): Meaning | undefined {
  return meanings.find(({ says }) => says.test(text));
}

function failedWith(meaning: Meaning | undefined, message: string): Failed {
  const detail = meaning?.detail ?? `the keyring answered: ${cleaned(message)}`;
  return failed(meaning?.kind ?? 'failed', detail, meaning?.help);
}
