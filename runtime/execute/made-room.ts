/** How much one resolution may make of other values, and hand out: few lines must not fill the memory. */
import type { TakeRoom } from '../decode/document.js';

/**
 * For all composed values of a resolution together, and for what is selected from documents again and again; as much for
 * the values that are handed out, and not as files.
 */
export const MAXIMUM_TOGETHER_BYTES = 64 * 2 ** 20;

export function madeRoom(): TakeRoom {
  return withAllowance(MAXIMUM_TOGETHER_BYTES, () => false);
}

/** The allowance is used up first, then what is `beyond` it. */
export function withAllowance(allowance: number, beyond: TakeRoom): TakeRoom {
  let left = allowance;
  return (wanted) => {
    if (wanted > left && !beyond(wanted - left)) return false;
    left = Math.max(0, left - wanted);
    return true;
  };
}
