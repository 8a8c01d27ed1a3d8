/** How many bytes a value of a store may have, which is certain before a request, and a file that is parsed as a whole. */
import { type Failed, failed } from '../store-failure.js';

export const LARGEST_DOCUMENT = 16 * 1024 * 1024;

export function sizeProblem(bytes: number, most: number, product: string): Failed | null {
  if (bytes === 0) return failed('unsupported', `${product} does not hold empty values`);
  return bytes > most ? failed('unsupported', `${product} holds values of up to ${most} bytes`) : null;
}
