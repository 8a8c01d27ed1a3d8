/** Why an archive cannot be used, as a clause for people. Thrown from within, and caught where archives are read. */
export class Refused extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** The password opens nothing. */
export class WrongPassword extends Error {}
