/** A time limit for what comes from outside, of which a stall of this process uses up only a part. */

const PARTS = 4;

/**
 * Calls `late` when the time is over; the result ends the limit. A process that is stopped or busy does not see what arrives, and
 * afterwards timers run before that is looked at. So each part of the time starts after the one before, and at the end what has arrived
 * is looked at first.
 */
export function limitTime(milliseconds: number, late: () => void): () => void {
  let left = PARTS;
  let end = () => {};
  const next = () => {
    if (left-- > 0) {
      const timer = setTimeout(next, milliseconds / PARTS);
      end = () => clearTimeout(timer);
    } else {
      const turn = setImmediate(late);
      end = () => clearImmediate(turn);
    }
  };
  next();
  return () => end();
}
