/** A provider's own credentials: the alias's binding first, then the environment; one hop, fetched on first use (spec 5.1). */

import { own } from '#schemas/named.js';
import type { CredentialDescriptor } from '#schemas/providers/descriptor.js';
import type { At } from '#schemas/addresses/address.js';
import type { StoreAccess } from '../access/store-access.js';
import type { ConcreteStore, Reading } from '../link/linked-plan.js';
import type { Answer, ProviderPorts, StoreFailure } from '../providers/provider.js';
import type { Environment } from '../values/environment.js';
import { SecretValue } from '../values/secret-value.js';
import { CredentialFault } from './credential-fault.js';

/** A credential's source, opened when it is read: the store as named in records and messages, and its answer for one address. */
export type ReadSource = (source: Reading) => Promise<SourceAnswer>;
interface SourceAnswer {
  readonly shown: string;
  readonly called: string;
  /** The address; null if the store cannot be used. */
  readonly uri: string | null;
  readonly answer: Answer;
}

export interface CredentialWorld {
  readonly environment: Environment;
  readonly readSource: ReadSource;
  readonly record: (access: StoreAccess) => void;
}

/**
 * Looks up the credentials of one store. Each is fetched once, even if requested several times at once; after a failure the
 * next request fetches it again (providers-local 1.4). A bound credential that is absent or empty is a failure; the
 * environment never answers in its place.
 */
export function credentialLookup(store: ConcreteStore, world: CredentialWorld): ProviderPorts['credential'] {
  const fetched = new Map<string, Promise<SecretValue | null>>();
  return async (name, ask = {}) => {
    if (ask.bound === true && own(store.credentials, name) === undefined) return null;
    const known = await knownTo(store);
    const { mayBeEmpty = false } = ask;
    const value = await memoised(fetched, `${name} ${mayBeEmpty}`, () =>
      fetchOf({ name, mayBeEmpty }, store, known, world),
    );
    if (value === null && ask.required === true) throw new CredentialFault(noCredential(name, known));
    return value;
  };
}

/** Loads the catalogue here, because most stores need no credential. */
async function knownTo({ scheme }: ConcreteStore): Promise<readonly CredentialDescriptor[]> {
  const { descriptorOf } = await import('#schemas/providers/index.js');
  return descriptorOf(scheme)?.credentials ?? [];
}

function memoised<T>(fetched: Map<string, Promise<T>>, name: string, fetch: () => Promise<T>): Promise<T> {
  const known = fetched.get(name);
  if (known !== undefined) return known;
  const fetching = fetch();
  fetched.set(name, fetching);
  fetching.catch(() => fetched.delete(name));
  return fetching;
}

interface Wanted {
  readonly name: string;
  readonly mayBeEmpty: boolean;
}

async function fetchOf(
  wanted: Wanted,
  store: ConcreteStore,
  known: readonly CredentialDescriptor[],
  world: CredentialWorld,
): Promise<SecretValue | null> {
  const { name, mayBeEmpty } = wanted;
  const binding = own(store.credentials, name);
  if (binding !== undefined) return readBinding(wanted, binding, store, world);
  for (const variable of variablesOf(name, known)) {
    const bytes = world.environment.get(variable);
    if (bytes !== undefined && (mayBeEmpty || bytes.length > 0)) return SecretValue.fromBytes(bytes);
  }
  return null;
}

async function readBinding(
  { name, mayBeEmpty }: Wanted,
  binding: Reading,
  store: ConcreteStore,
  world: CredentialWorld,
): Promise<SecretValue> {
  const source = await world.readSource(binding);
  const { shown, called, answer } = source;
  world.record(storeAccess(name, shown, binding.at, answer));
  if (answer.kind === 'failed') throw new CredentialFault(sourceFailed(name, called, answer.failure));
  if (answer.kind === 'absent')
    throw new CredentialFault(notStored(name, called, await supplyHelp(source, binding, store)));
  if (answer.value.isEmpty && !mayBeEmpty)
    throw new CredentialFault(emptyCredential(name, called, await supplyHelp(source, binding, store)));
  return answer.value;
}

function storeAccess(name: string, provider: string, at: At, answer: Answer): StoreAccess {
  const base = {
    action: 'get',
    key: name,
    provider,
    at,
    command: 'credential',
  } as const;
  if (answer.kind === 'failed') return { ...base, outcome: 'error', errorKind: 'provider_operation_failed' };
  return { ...base, outcome: answer.kind === 'found' ? 'found' : 'missing' };
}

function variablesOf(name: string, known: readonly CredentialDescriptor[]): readonly string[] {
  return known.find((credential) => credential.name === name)?.environment ?? [];
}

function noCredential(name: string, known: readonly CredentialDescriptor[]): StoreFailure {
  const variables = variablesOf(name, known);
  const help = variables.length === 0 ? '' : `, or set ${variables.map((variable) => `\`${variable}\``).join(' or ')}`;
  return {
    kind: 'missing-credential',
    detail: `credential \`${name}\` is not configured`,
    help: `bind \`${name}\` in the \`credentials\` of the alias${help}`,
  };
}

function notStored(name: string, source: string, help: Help): StoreFailure {
  return {
    kind: 'missing-credential',
    detail: `credential \`${name}\` was not found in \`${source}\`, which the alias names`,
    ...help,
  };
}

function emptyCredential(name: string, source: string, help: Help): StoreFailure {
  return {
    kind: 'missing-credential',
    detail: `credential \`${name}\` in \`${source}\` is empty; store a value or remove the entry`,
    ...help,
  };
}

function sourceFailed(name: string, source: string, { kind, detail, help }: StoreFailure): StoreFailure {
  const failure = { kind, detail: `credential \`${name}\` could not be read from \`${source}\`: ${detail}` };
  return help === undefined ? failure : { ...failure, help };
}

type Help = Pick<StoreFailure, 'help'>;

/** `login` stores a credential, unless its store is one that can only be read, such as the environment. */
async function supplyHelp({ uri }: SourceAnswer, { at }: Reading, { aliases }: ConcreteStore): Promise<Help> {
  const { howToSupply } = await import('#schemas/stores/how-to-supply.js');
  const how = uri === null ? null : howToSupply(uri, at);
  if (how !== null) return { help: how };
  const alias = aliases[0];
  return alias === undefined ? {} : { help: `store it with\n\n    tool config provider login ${alias}` };
}
