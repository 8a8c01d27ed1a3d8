/** Questions to the person at the controlling terminal. Tests give fakes. */
import type { SecretValue } from '../values/secret-value.js';

export interface Terminal {
  /** Whether there is a terminal to ask on. */
  readonly isReachable: boolean;
  /**
   * Whether the standard input of the call is a terminal, and there is someone to ask. A question does not depend on it: standard
   * input is the child's.
   */
  readonly isInput: boolean;
  /** Asks with hidden input, one question at a time. Refuses at once where there is no terminal. */
  ask(question: HiddenQuestion): Promise<HiddenAnswer>;
  /** Asks for a yes or a no in the same way; anything but a yes is a no. */
  confirm(question: Confirmation): Promise<Decision>;
}

export type HiddenQuestion =
  | SecretQuestion
  | HiddenInputQuestion
  | CredentialQuestion
  | PasswordQuestion
  | UnlockQuestion;

/** The value of a secret (semantics 6.16). */
export interface SecretQuestion {
  readonly kind: 'secret';
  readonly secret: string;
  readonly profile: string;
  /** Where the answer will be kept, in words for people; null when it is for this call only. */
  readonly destination: { readonly store: string; readonly target: string } | null;
  /** Which of several questions it is, counted from 1. */
  readonly turn?: Turn;
}
export interface Turn {
  readonly number: number;
  readonly of: number;
  /** The description of the secret; may be empty. */
  readonly description: string;
}

/** The value of an input of a secret that the scope shows; the input itself is hidden (spec 4.2, rule 10). */
export interface HiddenInputQuestion {
  readonly kind: 'hidden input';
  readonly inputOf: string;
  readonly profile: string;
  /** Where the answer will be kept; null when it is for this call only. */
  readonly destination: { readonly store: string } | null;
}

/** A credential of a store (spec 5.1). */
export interface CredentialQuestion {
  readonly kind: 'credential';
  readonly name: string;
  readonly alias: string;
  /** The store in which it will be kept. */
  readonly source: string;
}

/** The password for a server, which the store keeps for another program. */
export interface PasswordQuestion {
  readonly kind: 'password';
  readonly server: string;
}

/** What opens a locked store. */
export interface UnlockQuestion {
  readonly kind: 'unlock';
  readonly store: string;
}

export interface Confirmation {
  /** A sentence with its question mark. */
  readonly text: string;
}

/** An answer may be empty: Enter, or Ctrl-D, without any input. */
export type HiddenAnswer = { readonly kind: 'answer'; readonly value: SecretValue } | { readonly kind: 'unavailable' };

/** `unavailable`: there is no terminal, it was closed, or the call was given up. */
export type Decision = 'yes' | 'no' | 'unavailable';
