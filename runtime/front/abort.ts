/** As much of `AbortController` as the warm path uses: nothing aborts in the front, where a signal ends the process at once. */

export class AbortController {
  readonly signal = {
    aborted: false,
    addEventListener() {},
    removeEventListener() {},
    throwIfAborted() {},
  };
}
