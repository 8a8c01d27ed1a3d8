/** The env store: variables of the process's own environment, as they were when it started; read-only (providers-local 5). */
import type { Abilities } from '#schemas/providers/descriptor.js';
import { env } from '#schemas/providers/env.js';
import type { At } from '#schemas/stores/address.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import { SecretValue } from '../values/secret-value.js';
import { flatName, missedName, renameAdvice, strayCoordinate } from './coordinates.js';
import type { Answer, OpenStore, ProviderPorts, Refused } from './provider.js';
import { failed, refused } from './store-failure.js';

export function open(uri: StoreUri, { environment }: ProviderPorts): OpenStore | Refused {
  if (uri.authority + uri.path !== '') {
    return refused('unsupported', 'env does not accept a name in its address', 'use `ref = { item = "NAME" }`');
  }
  const abilities = env.abilities();
  return {
    kind: 'open',
    shown: 'env',
    abilities: async () => abilities,
    read: async (requests) => requests.map((at) => readVariable(environment, at, abilities)),
    refusesWrite: async () => 'env is read-only',
    refusesRemove: async () => 'env is read-only',
    absence: async (at) => `${missedName(at)} in the environment`,
    target: async (at) => `item=${flatName(at)}`,
    identity: async (at) => (at === null ? 'env' : `env\n${flatName(at)}`),
  };
}

/** A variable that is set but empty is a value (semantics 3.5). Bytes that are no text stay as they are. */
function readVariable(environment: ProviderPorts['environment'], at: At, abilities: Abilities): Answer {
  const name = flatName(at);
  const stray = strayCoordinate(at, 'env', abilities);
  if (stray !== null) return stray;
  if (name === '' || /[=\0]/.test(name)) {
    return failed('unsupported', 'not a valid variable name: it is empty or contains `=` or NUL', renameAdvice(at));
  }
  const bytes = environment.get(name);
  return bytes === undefined ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(bytes) };
}
