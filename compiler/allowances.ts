/** Which warnings the comments of manifests allow (`# tool: allow W0604`). Used only by `lint`. */
import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { mayAllow } from './source/allow-mark.js';
import type { SourceFile } from './source/source-file.js';

type KeyPath = Place['path'];

/** Whether a comment in the file of this warning allows it there. An error is never allowed. */
export type IsAllowed = (diagnostic: Diagnostic) => boolean;

/** `locate` finds places in the same files. */
export async function allowancesIn(files: readonly SourceFile[], locate: Locate): Promise<IsAllowed> {
  const commented = files.filter(({ text }) => mayAllow(text));
  if (commented.length === 0) return () => false;
  const { allowCommentsIn } = await import('./source/allow-comments.js');
  const allowed = new Set<string>();
  const lines = new Map<string, Set<number>>();
  for (const { path: file, text } of commented) {
    for (const { words, covers, line } of allowCommentsIn(text)) {
      const codes = new Set(words.map((word) => word.text.toUpperCase()).filter((code) => /^W\d{4}$/u.test(code)));
      for (const code of codes) {
        for (const path of covers) allowed.add(keyOf(code, file, path));
        const key = keyOf(code, file, []);
        lines.set(key, (lines.get(key) ?? new Set()).add(line));
      }
    }
  }
  const isCovered = (code: string, { file, path }: Place) =>
    path.some((_, index) => allowed.has(keyOf(code, file, path.slice(0, index + 1))));
  const isOnLine = (code: string, at: Place) => {
    const allowing = lines.get(keyOf(code, at.file, []));
    const found = allowing === undefined ? null : locate(at);
    return found !== null && allowing?.has(found.line) === true;
  };
  return ({ code, severity, at }) =>
    severity === 'warning' && at !== null && at.offset === undefined && (isCovered(code, at) || isOnLine(code, at));
}

function keyOf(code: string, file: string, path: KeyPath): string {
  return JSON.stringify([code, file, ...path]);
}
