/** The environment of the child: the parent's, without what the scope does not admit, with what was resolved (spec 4.2, rule 8). */
import { type Entries, HOOK_CARRIES, nameOf } from '../inputs/environment.js';
import { identityOfVariable } from '../inputs/variable-name.js';
import { byteStringOf } from '../values/byte-string.js';
import type { SecretValue } from '../values/secret-value.js';

export type ChildEnvironment =
  | { readonly kind: 'environment'; readonly entries: Entries }
  /** The value of this secret holds a NUL, which no environment can hold (spec 8). */
  | { readonly kind: 'refused'; readonly secret: string };

/**
 * First the removals, then the resolved secrets in place of variables of the same name; all other entries stay as they
 * are, whatever they hold. Of a secret delivered as a path, the value given here is the path. Secret names are letters,
 * digits and `_`, so none can break an entry. What a hook has noted for the shells that it starts is for them: a shell that `run`
 * starts has the values for its own, and no earlier value of a variable that a scope hides.
 */
export function childEnvironment(
  parent: Entries,
  scrubbed: Iterable<string>,
  resolved: Iterable<readonly [name: string, value: SecretValue]>,
): ChildEnvironment {
  const made = new Map<string, SecretValue>(resolved);
  for (const [name, value] of made) if (value.hasNul) return { kind: 'refused', secret: name };
  const removed = new Set<string>(
    [HOOK_CARRIES, ...scrubbed, ...made.keys()].map(byteStringOf).map(identityOfVariable),
  );
  const kept = parent.filter((entry) => {
    const name = nameOf(entry);
    return name === null || !removed.has(identityOfVariable(name));
  });
  const added = [...made].map(
    ([name, value]) => `${byteStringOf(name)}=${byteStringOf(value.revealText() ?? value.reveal())}`,
  );
  return { kind: 'environment', entries: [...kept, ...added] };
}
