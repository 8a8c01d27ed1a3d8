/** Lists without repeated entries. */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';

/** Reports each entry that is already in the list, at its place. Blank entries do not count. */
export function reportRepeated(entries: readonly string[], key: string, list: Place, report: Report): void {
  const seen = new Set<string>();
  entries.forEach((entry, index) => {
    if (entry !== '' && seen.has(entry))
      report(codes.E0213({ key, entry }, { at: { ...list, path: [...list.path, index] } }));
    seen.add(entry);
  });
}
