/** Addresses to be compared. */
import type { At } from '#schemas/stores/address.js';

/**
 * Equal texts, equal coordinates, within one linked plan, where project and profile are always the same. Two spellings of
 * an entry that only the store knows to be one are asked for twice.
 */
export function addressKey(at: At): string {
  if (at.kind === 'convention') return `convention ${at.key}`;
  const { item, field = null, vault = null, section = null, version = null } = at;
  return `native ${JSON.stringify([item, field, vault, section, version])}`;
}
