/** The environment of the child: the parent's, without what the scope does not admit, with what was resolved (spec 4.2, rule 8). */
import type { Variables } from '../inputs/environment.js';
import type { SecretValue } from '../values/secret-value.js';

export type ChildEnvironment =
  | { readonly kind: 'environment'; readonly variables: Variables }
  /** The value of this secret holds a NUL, which no environment can hold (spec 8). */
  | { readonly kind: 'refused'; readonly secret: string };

/**
 * First the removals, then the resolved secrets, which overwrite variables of the same name. Of a secret delivered as
 * a path, the value given here is the path. Secret names are letters, digits and `_`, so none can break an entry.
 */
export function childEnvironment(
  parent: Variables,
  scrubbed: Iterable<string>,
  resolved: Iterable<readonly [name: string, value: SecretValue]>,
): ChildEnvironment {
  const texts: Record<string, string> = Object.assign(Object.create(null), parent.texts);
  const raw = new Map(parent.raw);
  for (const name of scrubbed) {
    delete texts[name];
    raw.delete(name);
  }
  for (const [name, value] of resolved) {
    if (value.hasNul) return { kind: 'refused', secret: name };
    const text = value.revealText();
    if (text === null) {
      raw.set(name, value.reveal());
      delete texts[name];
    } else {
      texts[name] = text;
      if (raw.size > 0) raw.delete(name);
    }
  }
  return { kind: 'environment', variables: { texts, raw } };
}
