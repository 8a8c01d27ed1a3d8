/** Which codes `lint` can allow: those of warnings. Loads all families, for a call or a comment that names one. */
import { nearest } from '../nearest.js';
import { allWordings } from './index.js';

export type JudgedCode =
  | { readonly kind: 'warning'; readonly code: string }
  | { readonly kind: 'error'; readonly code: string }
  /** With the warning that may be meant. */
  | { readonly kind: 'unknown'; readonly nearest: string | null };

/** Upper and lower case count as equal. */
export function judgeAllowable(word: string): JudgedCode {
  const code = word.toUpperCase();
  if (Object.hasOwn(allWordings, code)) return { kind: code.startsWith('W') ? 'warning' : 'error', code };
  const warnings = Object.keys(allWordings).filter((known) => known.startsWith('W'));
  return { kind: 'unknown', nearest: nearest(code, warnings) };
}
