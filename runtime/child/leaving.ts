/** What is to be done before this process becomes another program, after which it can do nothing. */

const pending: (() => void)[] = [];

/** The work must not throw. It is not done when the process ends in the usual way. */
export function atLeaving(work: () => void): void {
  pending.push(work);
}

/** Does the work, each piece once. */
export function leave(): void {
  for (const work of pending.splice(0)) work();
}
