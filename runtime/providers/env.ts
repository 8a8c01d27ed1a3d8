/** The env store: variables of the process's own environment, as they were when it started; read-only (providers-local 5). */
import { env } from '#schemas/providers/env.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { Environment } from '../values/environment.js';
import { SecretValue } from '../values/secret-value.js';
import { EntryNames, missedName } from './entry-names.js';
import type { Answer, ProviderPorts, Store } from './provider.js';
import type { Failed } from './store-failure.js';

export const descriptor = env;

export function open(uri: StoreUri, { environment, context }: ProviderPorts): Store {
  const entries = new EntryNames(env, uri, context);
  return {
    kind: 'open',
    read: async (requests) => requests.map((at) => readVariable(environment, entries.of(at))),
    absence: async (at) => `${missedName(at)} in the environment`,
    identity: async (at) => (at === null ? 'env' : `env\n${entries.keyOf(at)}`),
  };
}

/** A variable that is set but empty is a value (semantics 3.5). Bytes that are not text are kept unchanged. */
function readVariable(environment: Environment, entry: Entry | Failed): Answer {
  if (entry.kind === 'failed') return entry;
  const bytes = environment.get(entry.name);
  return bytes === undefined ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(bytes) };
}
