/** The addresses of a secret in its stores, as its author wrote them. */
import { byName, own } from '#schemas/named.js';
import type { Coordinates, Json, Naming } from '#schemas/plan.js';
import type { ChangeSubject } from '#schemas/plan-change.js';
import { coordinatesOf } from '#schemas/addresses/address.js';
import { differing, type FoundChange } from './changes.js';

/** What is known about the stores that a secret is read from. */
export interface Asked {
  /** The names that refer to them. */
  readonly names: ReadonlySet<string>;
  /** Whether these are all: the user's default store may be any alias. */
  readonly isComplete: boolean;
}

/** Coordinates that only `import` uses are distinguished from those of a resolution. */
export function addressChanges(subject: ChangeSubject, from: Naming, to: Naming, asked: Asked): readonly FoundChange[] {
  if (from.kind === 'ref' || to.kind === 'ref')
    return differing('address-moved', subject, { from: namingJson(from), to: namingJson(to) });
  const [before, after] = [entriesOf(from), entriesOf(to)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(byName);
  return names.flatMap((store) => {
    const kind = asked.isComplete && !asked.names.has(store) ? 'import-address-changed' : 'address-moved';
    return differing(kind, { ...subject, store }, { from: jsonOf(own(before, store)), to: jsonOf(own(after, store)) });
  });
}

export function coordinatesJson(coordinates: Coordinates): Json {
  return Object.fromEntries(coordinatesOf(coordinates));
}

function jsonOf(coordinates: Coordinates | undefined): Json | undefined {
  return coordinates && coordinatesJson(coordinates);
}

/** Undefined: by convention. */
function namingJson(naming: Naming): Json | undefined {
  switch (naming.kind) {
    case 'convention':
      return undefined;
    case 'ref':
      return coordinatesJson(naming.at);
    case 'refs':
      return Object.fromEntries(Object.entries(naming.by).map(([store, at]) => [store, coordinatesJson(at)]));
  }
}

function entriesOf(naming: Naming): Readonly<Record<string, Coordinates>> {
  return naming.kind === 'refs' ? naming.by : {};
}
