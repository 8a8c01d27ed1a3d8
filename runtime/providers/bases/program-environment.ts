/** The variables of a vendor's program (providers-local 1.4, 1.5, 22). */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';
import type { Environment } from '../../values/environment.js';
import type { ProviderPorts } from '../provider.js';

/** By name; null: a variable that it does not get. */
export type Variables = Readonly<Record<string, string | null>>;

/** Whose variables of credentials a program gets: those of its own provider, or of all where only the user knows what it needs. */
export type OwnCredentials = ProviderDescriptor['credentials'] | 'all';

/** Messages in English and without colours, so that they can be told apart. */
const PLAIN = { LC_ALL: 'C.UTF-8', LANGUAGE: 'en', NO_COLOR: '1' };

export function environmentFor(
  own: OwnCredentials,
  variables: Variables,
  { environment, terminal }: ProviderPorts,
): Environment {
  const result = new Map(environment);
  for (const name of credentialsOfOthers(own)) result.delete(name);
  // Where it cannot be answered, a question that is asked on a terminal would wait for ever (providers-local 8.5).
  return withVariables(result, { ...PLAIN, GPG_TTY: terminal, ...variables });
}

export function withVariables(environment: Environment, variables: Variables): Environment {
  const result = new Map(environment);
  for (const [name, value] of Object.entries(variables)) {
    if (value === null) result.delete(name);
    else result.set(name, Buffer.from(value));
  }
  return result;
}

/** A program may crash, log or start others: it holds no credential that it does not need. */
function credentialsOfOthers(own: OwnCredentials): readonly string[] {
  if (own === 'all') return [];
  const owned = new Set(variablesOf(own));
  const all = Object.values(providers).flatMap(({ credentials }) => variablesOf(credentials));
  return all.filter((name) => !owned.has(name));
}

function variablesOf(credentials: ProviderDescriptor['credentials']): readonly string[] {
  return credentials.flatMap(({ environment }) => environment);
}
