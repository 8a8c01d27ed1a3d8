/** What lies where a product is to be written: nothing that matters, an earlier product, or a file of somebody. */
import { readFileSync, statSync } from 'node:fs';

/**
 * Whether writing to this path destroys something else than an earlier product, which `isProduct` knows from its JSON.
 * What is no regular file, or cannot be found, is for the writer to judge; a file that cannot be read is not replaced.
 */
export function isSomethingElse(
  path: string,
  isProduct: (value: Readonly<Record<string, unknown>>) => boolean,
): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile() || found.size === 0) return false;
  } catch {
    return false;
  }
  const value = jsonOf(path);
  return !isRecord(value) || !isProduct(value);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
