/** Work of a session whose failures become errors of the library. */

/** The result of the work. What it rejects with instead of a failure is an error of the library, or the reason of the signal. */
export async function understood<T>(signal: AbortSignal | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await understoodError(signal, error);
  }
}

/** What work that failed so is to reject with. */
export async function understoodError(signal: AbortSignal | null, error: unknown): Promise<unknown> {
  if (signal?.aborted) return signal.reason;
  const { asToolError } = await import('./failed.js');
  return asToolError(error);
}
