/**
 * In the place of `failure.ts`. Nothing fails in the front: who makes a failure, or asks whether an error is one before anything was
 * recorded, needs the full program.
 */
import { host } from './host.js';

export class Failure extends Error {
  constructor() {
    super();
    host.handOver();
  }

  static override [Symbol.hasInstance](): boolean {
    return host.hasCommitted() ? false : host.handOver();
  }
}

export { Failure as UsageError };

export function fail(): never {
  return host.handOver();
}
