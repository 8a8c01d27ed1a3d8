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
 * Whether writing to this path destroys something else than an earlier product, which `isProduct` knows from its content.
 * The writer handles a path that is not a regular file or does not exist; a file that cannot be read is not replaced.
 */
export function existingOutput(path: string, isProduct: (content: string) => boolean): ExistingOutput {
  if (!isFileWithContent(path)) return { kind: 'replaceable' };
  try {
    return { kind: isProduct(readFileSync(path, 'utf8')) ? 'replaceable' : 'something else' };
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(codeOf(error)) };
  }
}

/** The same for a product that is an object in JSON. */
export function jsonProduct(
  isProduct: (value: Readonly<Record<string, unknown>>) => boolean,
): (content: string) => boolean {
  return (content) => {
    const value = jsonIn(content);
    return isRecord(value) && isProduct(value);
  };
}

function isFileWithContent(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size > 0;
  } catch {
    return false;
  }
}
