/** Credentials of external providers that no alias binds: they are in items of the user's keyring that nothing else uses. */
import type { ConcreteStore } from '../link/linked-plan.js';
import type { SecretValue } from '../values/secret-value.js';

export const PRIVATE_STORE: ConcreteStore = {
  kind: 'store',
  scheme: 'keyring',
  uri: 'keyring://',
  aliases: [],
  credentials: {},
};

/** Where the items are that are private to a scheme, in the keyring. */
export const PRIVATE_ITEMS = 'tool/provider-credentials';

/** The person at the terminal. */
export interface AskCredential {
  /** Null: there was no answer, or an empty one. */
  ask(question: CredentialQuestion): Promise<SecretValue | null>;
  stored(question: CredentialQuestion): Promise<void>;
}
export interface CredentialQuestion {
  readonly name: string;
  /** What asks for it: an alias, or the address of the store. */
  readonly alias: string;
  /** The store in which it will be kept. */
  readonly source: string;
}
