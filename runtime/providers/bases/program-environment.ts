/** The variables of a vendor's program (providers-local 1.4, 1.5, 22). */
import { isForeign, type Owned } from '../../programs/foreign-credentials.js';
import type { Environment } from '../../values/environment.js';
import type { ProviderPorts } from '../provider.js';

/** By name; null: a variable that it does not get. */
export type Variables = Readonly<Record<string, string | null>>;

/** Messages in English and without colours, so that they can be told apart. */
const PLAIN = { LC_ALL: 'C.UTF-8', LANGUAGE: 'en', NO_COLOR: '1' };

export function environmentFor(
  own: Owned,
  variables: Variables,
  { environment, terminal }: ProviderPorts,
): Environment {
  const isOfOthers = isForeign(own);
  const result = new Map([...environment].filter(([name]) => !isOfOthers(name)));
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
