/** How long a name may be: longer ones would fill messages and plans, where names are repeated. */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';

/** UTF-16 units. */
export const LONGEST_NAME = 1_000;

/** Whether a name is short enough; a longer one has been reported, and what it names is left out. */
export function nameIsShort(name: string, what: string, at: Place, report: Report): boolean {
  if (name.length <= LONGEST_NAME) return true;
  const of = { what: `the name of ${what}`, count: name.length, unit: 'characters', limit: LONGEST_NAME };
  report(codes.E0218(of, { at }));
  return false;
}

/** Whether an alias, scope or profile can have this name: not blank, not too long. */
export function nameIsSound(name: string, what: string, at: Place, report: Report): boolean {
  if (name.trim() === '') report(codes.E0215({ what }, { at }));
  return nameIsShort(name, what, at, report);
}
