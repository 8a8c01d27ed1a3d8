/** `login`: stores the credentials that an alias binds. Each write and each refusal is recorded as `set` of a credential (semantics 11). */
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { At } from '#schemas/addresses/address.js';
import { failureCodes } from '../../execute/store-error.js';
import { fail } from '../../failure.js';
import { type CredentialBinding, type LinkedLogin, linkLogin } from '../../link/link-login.js';
import type { StoreFailure } from '../../providers/provider.js';
import { StoreFailureError, UNANSWERED } from '../../providers/store-failure.js';
import { judgedChange } from '../../stores/store-words.js';
import type { Open, Stores } from '../../stores/stores.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { Linkable, Operation } from '../operation.js';
import { refOf } from '../recorder.js';

/** A credential and where it will be stored, as people read it. */
export interface LoginQuestion {
  readonly credential: string;
  readonly alias: string;
  readonly source: string;
}

/** The person at the terminal. */
export interface LoginPerson {
  ask(question: LoginQuestion): Promise<SecretValue>;
  stored(credential: string, location: string): void;
  /** The answer was empty: nothing was stored. */
  skipped(credential: string): void;
}

export interface LoggedIn {
  readonly bound: number;
  readonly stored: number;
  /** Whether the store itself was asked which credentials it needs. */
  readonly asks: boolean;
  /** Whether values of the alias's own store can be read. */
  readonly isReadable: boolean;
}

/** `close` closes the stores: one that is used later gets the new credentials. */
export async function login(
  operation: Operation,
  alias: string,
  person: LoginPerson,
  close: () => Promise<void>,
): Promise<LoggedIn> {
  const { linked, bindings, external, isReadable } = linkedLogin(await operation.linkable(), alias);
  const { stores, record } = await operation.ports(linked, { write: bindings.map(({ source }) => source) });
  const destinations: Destination[] = [];
  for (const binding of bindings) destinations.push(await destinationOf(stores, alias, binding));
  let stored = 0;
  try {
    for (const destination of destinations) {
      const { credential, opened, source } = destination;
      const seen = stores.seen(opened.shown);
      const value = await person.ask({ credential, alias, source: seen });
      if (value.isEmpty) {
        person.skipped(credential);
        continue;
      }
      const access = {
        action: 'set',
        key: credential,
        provider: opened.shown,
        at: source.at,
        command: 'credential',
      } as const;
      const [answer] = await stores.write(source.store, [{ at: source.at, value }], 'asked');
      if (answer?.kind !== 'written') {
        record({ ...access, outcome: 'error', errorKind: 'provider_operation_failed' });
        fail(unstorable(stores, alias, destination, answer?.kind === 'failed' ? answer.failure : UNANSWERED.failure));
      }
      record({ ...access, outcome: 'written' });
      stored++;
      person.stored(credential, `${seen} at ${locationOf(source.at)}`);
    }
    if (external !== null) await contact(stores, external);
  } finally {
    await close();
  }
  return { bound: bindings.length, stored, asks: external !== null, isReadable };
}

/** An external provider asks for what it needs when it starts; what is missing is prompted for and stored by then. */
async function contact(stores: Stores, store: number): Promise<void> {
  const opened = await stores.open(store);
  const answer = opened.kind === 'closed' ? opened : await attempted(async () => opened.store.contact?.());
  if (answer === null) return;
  const problem = {
    store: stores.called(store),
    secrets: [],
    task: 'asked for',
    help: answer.failure.help ?? null,
  } as const;
  fail(failureCodes[answer.failure.kind](problem, { quote: answer.failure.detail }));
}

/** Null: it did not fail. */
async function attempted(work: () => Promise<void>): Promise<{ readonly failure: StoreFailure } | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof StoreFailureError) return error;
    throw error;
  }
}

function linkedLogin({ plan, choice, user, claims }: Linkable, alias: string): LinkedLogin {
  const result = linkLogin(plan, choice, user, alias, claims);
  return result.kind === 'linked' ? result.login : fail(...result.diagnostics);
}

interface Destination extends CredentialBinding {
  readonly opened: Open;
}

/** Stops if the store cannot take the credential, as far as it tells before a write. */
async function destinationOf(stores: Stores, alias: string, binding: CredentialBinding): Promise<Destination> {
  const { store, at } = binding.source;
  const opened = await stores.open(store);
  if (opened.kind === 'closed') return fail(unstorable(stores, alias, binding, opened.failure));
  const judged = await judgedChange(opened, at, 'write');
  if (judged.kind === 'failed') return fail(unstorable(stores, alias, binding, judged.failure));
  const { why } = judged;
  return why === null
    ? { ...binding, opened }
    : fail(unstorable(stores, alias, binding, { kind: 'unsupported', detail: why }));
}

function unstorable(stores: Stores, alias: string, { credential, source }: CredentialBinding, failure: StoreFailure) {
  const problem = { credential, alias, store: stores.called(source.store), help: failure.help ?? null };
  return storesIo.E1130(problem, { quote: failure.detail });
}

/** `project/profile/token`, or `item=op field=token`. */
function locationOf(at: At): string {
  return at.kind === 'convention' ? `${at.project}/${at.profile}/${at.key}` : (refOf(at) ?? '');
}
