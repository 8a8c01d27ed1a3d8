/** What exists at the path of an output file: nothing relevant, an earlier output, or another file. */
import { readFileSync, statSync } from 'node:fs';
import { isRecord } from '#schemas/is-record.js';
import { codeOf, reasonOf } from '../files/system-reason.js';
import { jsonIn } from '../values/json.js';

export type ExistingOutput =
  | { readonly kind: 'replaceable' }
  | { readonly kind: 'something else' }
  /** `reason` is a clause. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Whether writing to this path destroys something else than an earlier product, which `isProduct` knows from its JSON.
 * The writer handles a path that is not a regular file or does not exist; a file that cannot be read is not replaced.
 */
export function existingOutput(
  path: string,
  isProduct: (value: Readonly<Record<string, unknown>>) => boolean,
): ExistingOutput {
  if (!isFileWithContent(path)) return { kind: 'replaceable' };
  try {
    const value = jsonIn(readFileSync(path, 'utf8'));
    return { kind: isRecord(value) && isProduct(value) ? 'replaceable' : 'something else' };
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(codeOf(error)) };
  }
}

function isFileWithContent(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size > 0;
  } catch {
    return false;
  }
}
