/** Whether two settings were written alike, regardless of the order of their keys. */
import { canonicalJson } from '#schemas/canonical.js';

/** `undefined` is a setting that was not written. */
export function isSameSetting(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  return canonicalJson(left) === canonicalJson(right);
}
