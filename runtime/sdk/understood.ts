/** Work of a session whose failures become errors of the library. */

/** The result of the work. What it rejects with instead of a failure is an error of the library, or the reason of the signal. */
export async function understood<T>(signal: AbortSignal | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    const { asToolError } = await import('./failed.js');
    throw await asToolError(error);
  }
}
