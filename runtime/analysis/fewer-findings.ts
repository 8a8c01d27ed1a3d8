/** Whether a correction helps. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Reported } from './lint-manifest.js';

/** Whether each of the corrected findings is there once less, and no other more often. */
export function areFewer(before: Reported, after: Reported, corrected: readonly Diagnostic[]): boolean {
  return areGone(before, after, corrected) && added(before, after).length === 0;
}

/** The same, where findings do not count that the corrected ones hid: of a declaration that cannot be read, nothing else is judged. */
export function areFewerOrUncovered(before: Reported, after: Reported, corrected: readonly Diagnostic[]): boolean {
  const more = added(before, after);
  const isHiding = corrected.every(hidesOthers);
  return areGone(before, after, corrected) && (more.length === 0 || (isHiding && !more.some(hidesOthers)));
}

/** Errors of syntax and of shape. */
function hidesOthers({ code }: Diagnostic): boolean {
  return /^E0[12]/u.test(code);
}

function areGone(before: Reported, after: Reported, corrected: readonly Diagnostic[]): boolean {
  const [was, is] = [countsOf(before), countsOf(after)];
  return corrected.every((finding) => (is.get(wordsOf(finding)) ?? 0) < (was.get(wordsOf(finding)) ?? 0));
}

function added(before: Reported, after: Reported): readonly Diagnostic[] {
  const [was, is] = [countsOf(before), countsOf(after)];
  return after.diagnostics.filter((finding) => (is.get(wordsOf(finding)) ?? 0) > (was.get(wordsOf(finding)) ?? 0));
}

/** Equal for findings that say the same of one file. The place does not count: an edit moves what follows it. */
export function wordsOf({ code, message, at }: Diagnostic): string {
  return JSON.stringify([code, message, at?.file]);
}

function countsOf({ diagnostics }: Reported): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const finding of diagnostics) counts.set(wordsOf(finding), (counts.get(wordsOf(finding)) ?? 0) + 1);
  return counts;
}
