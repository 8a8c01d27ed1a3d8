/** As much of `node:events` as the warm path uses: signals of the front have no listeners. */

export function setMaxListeners(): void {}
