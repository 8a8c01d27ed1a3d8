/** Files as seen from the working folder, so that a path in a finding can be opened from there. */
import { join, relative } from 'node:path';
import type { Diagnostic, FixEdit, Place } from '#schemas/diagnostics/diagnostic.js';
import { SHOWN_USER_CONFIG } from '#schemas/user-config.js';

/** From the working folder, or another, to the one that the places of a manifest start in; empty where both are one. */
export function prefixOf(folder: string, from: string): string {
  return relative(from, folder);
}

export function shownFrom(prefix: string, diagnostic: Diagnostic): Diagnostic {
  const seen = (place: Place) => ({ ...place, file: shownFile(prefix, place.file) });
  const seenEdit = (edit: FixEdit) => ({ ...edit, at: seen(edit.at) });
  return {
    ...diagnostic,
    at: diagnostic.at && seen(diagnostic.at),
    labels: diagnostic.labels.map((label) => ({ ...label, at: seen(label.at) })),
    ...(diagnostic.fixes && { fixes: diagnostic.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(seenEdit) })) }),
  };
}

/** POSIX separators; the user configuration goes by its own name. */
export function shownFile(prefix: string, file: string): string {
  return file === SHOWN_USER_CONFIG ? file : join(prefix, file).replaceAll('\\', '/');
}
