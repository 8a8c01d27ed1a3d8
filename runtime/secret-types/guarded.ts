/** Calls to the code of secret types. */
import type { Failed } from './secret-type.js';

/** The text of a thrown error may contain a part of the value, so it is not shown. */
export async function guarded<T>(what: string, work: () => T | Promise<T>): Promise<T | Failed> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'failed', reason: `the ${what} crashed (${error instanceof Error ? error.name : 'unknown'})` };
  }
}
