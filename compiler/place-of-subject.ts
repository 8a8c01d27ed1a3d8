/** Where the manifest says what a run-time diagnostic is about. Compiles as far as the effective tree: a failing path may be slow. */
import type { Place, Subject } from '#schemas/diagnostics/diagnostic.js';
import type { Host } from './host.js';
import { extend } from './passes/extend.js';
import { inherit } from './passes/inherit.js';
import { load } from './passes/load.js';
import { parse } from './passes/parse.js';
import type { SecretShape } from './shape/manifest-shape.js';
import { fieldPlace, secretPlace } from './tree/effective.js';
import type { WrittenManifest } from './tree/written.js';

/** Finds subjects of one manifest; null for what it does not hold, such as an alias of the user's. */
export async function placeOfSubject(host: Host, entry: string): Promise<(subject: Subject) => Place | null> {
  const ignore = () => {};
  const merged = extend(await parse(await load(host, entry, ignore), ignore));
  if (merged === null) return () => null;
  const project = inherit(merged, ignore);
  return (subject) => {
    if (!('secret' in subject)) return namedPlace(merged, subject);
    const secret = project.profiles.find(({ name }) => name === subject.profile)?.secrets.get(subject.secret);
    if (secret === undefined) return null;
    return subject.field === undefined
      ? secretPlace(secret)
      : fieldPlace(secret, subject.field as keyof SecretShape, 'key');
  };
}

function namedPlace({ aliases, scopes }: WrittenManifest, subject: Exclude<Subject, { secret: string }>): Place | null {
  if ('alias' in subject) return aliases.get(subject.alias)?.at ?? null;
  const scope = scopes.get(subject.scope);
  return scope === undefined ? null : { ...scope.at, path: scope.at.path.slice(0, -1), part: 'key' };
}
