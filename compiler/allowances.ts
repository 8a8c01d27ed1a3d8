/** Which warnings the comments of manifests allow (`# tool: allow W0604`). Asked by `lint` alone. */
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
  const allowed = new Map<string, KeyPath[]>();
  for (const { path: file, text } of commented) {
    for (const { words, covers } of allowCommentsIn(text)) {
      for (const word of words) {
        const key = keyOf(file, word.text.toUpperCase());
        allowed.set(key, [...(allowed.get(key) ?? []), ...covers]);
      }
    }
  }
  return ({ code, severity, at }) =>
    severity === 'warning' &&
    at !== null &&
    at.offset === undefined &&
    (allowed.get(keyOf(at.file, code)) ?? []).some((path) => path.every((step, index) => step === at.path[index]));
}

function keyOf(file: string, code: string): string {
  return `${code} ${file}`;
}
