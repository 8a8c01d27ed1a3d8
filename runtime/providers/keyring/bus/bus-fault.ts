/** A call on the session bus that has no answer, or whose answer is an error. */

export class BusFault extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'malformed' | 'answered';
  /** The D-Bus name of the error, of one that was answered: `org.freedesktop.Secret.Error.IsLocked`. */
  readonly answered: string;

  constructor(kind: BusFault['kind'], message: string, answered = '') {
    super(message);
    this.kind = kind;
    this.answered = answered;
  }
}

/** Nothing of the message is shown. */
export function invalidMessage(): BusFault {
  return new BusFault('malformed', 'the session bus sent a message that is not valid');
}
