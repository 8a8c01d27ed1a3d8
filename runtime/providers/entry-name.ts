/** Names and versions of entries: how they are worded in messages, and why a store cannot have one. */
import type { At } from '#schemas/stores/address.js';
import { cleaned } from '../values/cleaned.js';
import { type Failed, failed } from './store-failure.js';

/** The name under which a store without folders keeps the entry: the secret's own, or `item`. */
export function flatName(at: At): string {
  return at.kind === 'convention' ? at.key : at.item;
}

/** In a store without folders: `not`, or `no DB_PASS` if the entry has another name than its secret. */
export function missedName(at: At): string {
  return at.kind === 'convention' ? 'not' : `no ${cleaned(at.item)}`;
}

/** Why the store cannot have this name; null if it can. */
export function unfitName(at: At, name: string, problem: string | null): Failed | null {
  return problem === null ? null : failed('unsupported', `\`${cleaned(name)}\` ${problem}`, renameAdvice(at));
}

/** Why a text cannot be a part of a name by convention; null if all can. `whole`: what the name is, such as `a path`. */
export function unfitPart(
  parts: readonly string[],
  fits: RegExp,
  whole: string,
  help = 'give the secret a `ref`',
): Failed | null {
  const unfit = parts.find((part) => !fits.test(part));
  return unfit === undefined ? null : failed('unsupported', `\`${cleaned(unfit)}\` cannot be a part of ${whole}`, help);
}

/** The parts of a name by convention; empty for a `ref`. */
export function conventionParts(at: At): readonly string[] {
  return at.kind === 'convention' ? [at.project, at.profile, at.key] : [];
}

export function unfitVersion(version: string, help: string): Failed {
  return failed('unsupported', `\`${cleaned(version)}\` is not a valid version`, help);
}

/** What to do about a name that a store cannot have. */
export function renameAdvice(at: At): string {
  return at.kind === 'convention' ? 'rename the secret in the manifest' : 'rename the `item` of the ref';
}
