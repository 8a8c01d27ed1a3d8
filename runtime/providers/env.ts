/** The env store: variables of the process's own environment, as they were when it started; read-only (providers-local 5). */
import { env } from '#schemas/providers/env.js';
import type { At } from '#schemas/stores/address.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import type { Environment } from '../values/environment.js';
import { SecretValue } from '../values/secret-value.js';
import { flatName, missedName, renameAdvice } from './entry-name.js';
import type { Answer, ProviderPorts, Store } from './provider.js';
import { failed } from './store-failure.js';

export const descriptor = env;

export function open(_: StoreUri, { environment }: ProviderPorts): Store {
  return {
    kind: 'open',
    shown: 'env',
    read: async (requests) => requests.map((at) => readVariable(environment, at)),
    absence: async (at) => `${missedName(at)} in the environment`,
    identity: async (at) => (at === null ? 'env' : `env\n${flatName(at)}`),
  };
}

/** A variable that is set but empty is a value (semantics 3.5). Bytes that are not text are kept unchanged. */
function readVariable(environment: Environment, at: At): Answer {
  const name = flatName(at);
  if (name === '' || /[=\0]/.test(name)) {
    return failed('unsupported', 'not a valid variable name: it is empty or contains `=` or NUL', renameAdvice(at));
  }
  const bytes = environment.get(name);
  return bytes === undefined ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(bytes) };
}
