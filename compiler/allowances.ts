/** Which warnings the comments of manifests allow (`# tool: allow W0604`). Used only by `lint`. */
import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import { mayAllow } from './source/allow-mark.js';
import type { SourceFile } from './source/source-file.js';

type KeyPath = Place['path'];

/** Whether a comment in the file of this warning allows it there. An error is never allowed. */
export type IsAllowed = (diagnostic: Diagnostic) => boolean;

export async function allowancesIn(files: readonly SourceFile[]): Promise<IsAllowed> {
  const commented = files.filter(({ text }) => mayAllow(text));
  if (commented.length === 0) return () => false;
  const { allowCommentsIn } = await import('./source/allow-comments.js');
  const allowed = new Set<string>();
  for (const { path: file, text } of commented) {
    for (const { words, covers } of allowCommentsIn(text)) {
      const codes = new Set(words.map((word) => word.text.toUpperCase()).filter((code) => /^W\d{4}$/u.test(code)));
      for (const code of codes) for (const path of covers) allowed.add(keyOf(code, file, path));
    }
  }
  return ({ code, severity, at }) =>
    severity === 'warning' &&
    at !== null &&
    at.offset === undefined &&
    at.path.some((_, index) => allowed.has(keyOf(code, at.file, at.path.slice(0, index + 1))));
}

function keyOf(code: string, file: string, path: KeyPath): string {
  return JSON.stringify([code, file, ...path]);
}
