/**
 * A credential that an external provider asks for: what the alias binds, else the private item of the keyring; where the operation may,
 * a required one that is missing is asked for, and stored in the one of the two (semantics 16).
 */
import { own } from '#schemas/named.js';
import type { StoreAccess } from '../access/store-access.js';
import type { ConcreteStore, Reading } from '../link/linked-plan.js';
import type { PrivateCredential, Refused, StoreFailure, WriteAnswer } from '../providers/provider.js';
import { StoreFailureError, UNANSWERED } from '../providers/store-failure.js';
import type { SecretValue } from '../values/secret-value.js';
import { CredentialFault } from './credential-fault.js';
import type { Credential } from './pool.js';
import { type AskCredential, PRIVATE_STORE } from './private-credentials.js';
import type { UsableStore } from './usable-store.js';

export interface ExternalCredentialWorld {
  /** Of the aliases of the store. */
  readonly credential: Credential;
  /** Opens the user's keyring, which is this store. */
  readonly keyring: (store: ConcreteStore) => Promise<UsableStore | Refused>;
  /** Rejects where the item is not one that is private to the provider. */
  readonly requirePrivate: (access: 'read' | 'write', item: string) => Promise<void>;
  readonly write: (source: Reading, value: SecretValue) => Promise<WriteAnswer>;
  readonly ask: AskCredential | null;
  readonly record: (access: StoreAccess) => void;
  /** What people call the store of a source. */
  readonly called: (source: Reading) => string;
  readonly signal: AbortSignal;
}

/** Null: there is none, and nobody was asked. Throws a StoreFailureError. */
export function externalCredential(
  store: ConcreteStore,
  wanted: PrivateCredential,
  world: ExternalCredentialWorld,
): Promise<SecretValue | null> {
  const binding = own(store.credentials, wanted.name);
  return binding === undefined ? ofKeyring(store, wanted, world) : ofAlias(store, wanted, binding, world);
}

async function ofAlias(
  store: ConcreteStore,
  { name, required }: PrivateCredential,
  binding: Reading,
  world: ExternalCredentialWorld,
): Promise<SecretValue | null> {
  try {
    return await world.credential(name, { bound: true });
  } catch (error) {
    const isMissing = error instanceof CredentialFault && error.failure.kind === 'missing-credential';
    if (!isMissing || !required || world.ask === null) throw error;
    const source = world.called(binding);
    const asked = await answerOf(world.ask, { name, alias: aliasOf(store), source });
    if (asked === null) throw error;
    const answer = await world.write(binding, asked);
    recordWrite(name, source, binding.at, answer, world);
    await world.ask.stored({ name, alias: aliasOf(store), source });
    return asked;
  }
}

async function ofKeyring(
  store: ConcreteStore,
  { name, item, required }: PrivateCredential,
  world: ExternalCredentialWorld,
): Promise<SecretValue | null> {
  const { record, signal, ask } = world;
  const at = { kind: 'native', item } as const;
  const base = { key: name, provider: PRIVATE_STORE.uri, at, command: 'credential' } as const;
  await world.requirePrivate('read', item);
  const keyring = await world.keyring(PRIVATE_STORE);
  const [read = UNANSWERED] =
    keyring.kind === 'refused'
      ? [{ kind: 'failed', failure: keyring.failure } as const]
      : await keyring.store.read([at], { signal });
  try {
    if (read.kind === 'failed') {
      record({ action: 'get', ...base, outcome: 'error', errorKind: 'provider_operation_failed' });
      if (required) throw new StoreFailureError(unreadable(name, read.failure));
      return null;
    }
    const value = read.kind === 'found' && !read.value.isEmpty ? read.value : null;
    record({ action: 'get', ...base, outcome: value === null ? 'missing' : 'found' });
    if (value !== null || !required || ask === null || keyring.kind === 'refused') return value;
    const asked = await answerOf(ask, { name, alias: aliasOf(store), source: PRIVATE_STORE.scheme });
    if (asked === null) return null;
    await world.requirePrivate('write', item);
    const [answer = UNANSWERED] = (await keyring.store.write?.([{ at, value: asked }], { signal })) ?? [];
    recordWrite(name, PRIVATE_STORE.uri, at, answer, world);
    await ask.stored({ name, alias: aliasOf(store), source: PRIVATE_STORE.scheme });
    return asked;
  } finally {
    if (keyring.kind === 'open') await keyring.store.close?.();
  }
}

type Question = Parameters<AskCredential['ask']>[0];

function answerOf(ask: AskCredential, question: Question): Promise<SecretValue | null> {
  return ask.ask(question);
}

/** Throws where it was not written: the next command would ask again. */
function recordWrite(
  name: string,
  provider: string,
  at: Reading['at'],
  answer: WriteAnswer,
  { record }: ExternalCredentialWorld,
): void {
  const base = { action: 'set', key: name, provider, at, command: 'credential' } as const;
  if (answer.kind !== 'failed') {
    record({ ...base, outcome: 'written' });
    return;
  }
  record({ ...base, outcome: 'error', errorKind: 'provider_operation_failed' });
  throw new StoreFailureError({
    ...answer.failure,
    detail: `credential \`${name}\` could not be stored: ${answer.failure.detail}`,
  });
}

function unreadable(name: string, failure: StoreFailure): StoreFailure {
  const bind = `bind \`${name}\` in the \`credentials\` of an alias, or make the keyring usable`;
  return {
    kind: failure.kind,
    detail: `credential \`${name}\` could not be read from the keyring: ${failure.detail}`,
    help: failure.help ?? bind,
  };
}

function aliasOf({ aliases, shown, uri }: ConcreteStore): string {
  return aliases[0] ?? shown ?? uri;
}
