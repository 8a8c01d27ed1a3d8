/** Where a value comes from, as programs are told (semantics 15.3). */
import type { Origin } from '../../execute/resolution.js';

export interface ValueSource {
  readonly source: 'provider' | 'generated' | 'default' | 'composed';
  readonly sourceProvider: string | null;
}

/** Everything that is made of other secrets is composed; an answer of a person is a value of the store that keeps it. */
export function sourceOf(origin: Origin): ValueSource {
  switch (origin.kind) {
    case 'store':
      return { source: 'provider', sourceProvider: origin.store };
    case 'entered':
      return { source: 'provider', sourceProvider: origin.store ?? null };
    case 'composed':
    case 'derived':
      return { source: 'composed', sourceProvider: null };
    case 'generated':
    case 'default':
      return { source: origin.kind, sourceProvider: null };
  }
}
