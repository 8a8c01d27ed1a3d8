/** Addresses against what a store can honour: the last look at what the compiler and `link` have checked before. */
import { COORDINATE_NAMES } from '#schemas/plan.js';
import type { Abilities } from '#schemas/providers/descriptor.js';
import type { At } from '#schemas/stores/address.js';
import { cleaned, type Failed, failed } from './store-failure.js';

/** A coordinate besides `item` that a store of this scheme does not have (spec 2.9); null: it honours them all. */
export function strayCoordinate(at: At, scheme: string, { coordinates }: Abilities): Failed | null {
  if (at.kind === 'convention') return null;
  for (const name of COORDINATE_NAMES) {
    if (name === 'item' || at[name] === undefined || coordinates[name] !== undefined) continue;
    return failed(
      'unsupported',
      `${scheme} does not support \`${name}\``,
      `remove \`${name}\` or use \`refs\` for this store`,
    );
  }
  return null;
}

/** The name under which a store without folders keeps the entry: the secret's own, or `item`. */
export function flatName(at: At): string {
  return at.kind === 'convention' ? at.key : at.item;
}

/** In a store without folders: `not`, or `no DB_PASS` where the entry has another name than its secret. */
export function missedName(at: At): string {
  return at.kind === 'convention' ? 'not' : `no ${cleaned(at.item)}`;
}

/** What to do about a name that a store cannot have. */
export function renameAdvice(at: At): string {
  return at.kind === 'convention' ? 'rename the secret in the manifest' : 'rename the `item` of the ref';
}
