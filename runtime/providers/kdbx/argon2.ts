/**
 * Argon2 away from this thread, so that Ctrl-C works and the call can be given up: the runtime's own where it has one (Bun,
 * Node 24), else WebAssembly in a worker. Milliseconds for 64 MiB and 10 passes, two shared cores: Bun 930, WebAssembly 1,600;
 * in JavaScript, @noble/hashes takes 11,000.
 */
import * as crypto from 'node:crypto';
import { join } from 'node:path';
import { unlessAborted } from '../../files/unless-aborted.js';
import { startWorker } from '../../start-worker.js';
import { text } from './argon2-worker-text.js';

export interface Argon2Work {
  readonly type: 'argon2d' | 'argon2id';
  readonly message: Uint8Array;
  readonly salt: Uint8Array;
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** 32 bytes. Throws the reason of the signal once it is aborted. */
export function argon2(work: Argon2Work, signal: AbortSignal): Promise<Uint8Array> {
  const own = (crypto as { readonly argon2?: RuntimeArgon2 }).argon2;
  return own === undefined ? inWorker(work, signal) : unlessAborted(() => inRuntime(own, work), signal);
}

/** `crypto.argon2` of Node 24.7, which the types of Node 20 do not have. */
type RuntimeArgon2 = (
  type: string,
  parameters: {
    readonly message: Uint8Array;
    readonly nonce: Uint8Array;
    readonly memory: number;
    readonly passes: number;
    readonly parallelism: number;
    readonly tagLength: number;
  },
  done: (error: Error | null, tag: Uint8Array) => void,
) => void;

const LENGTH = 32;

function inRuntime(own: RuntimeArgon2, work: Argon2Work): Promise<Uint8Array> {
  const { type, message, salt: nonce, memoryKib: memory, passes, lanes: parallelism } = work;
  return new Promise((resolve, reject) => {
    own(type, { message, nonce, memory, passes, parallelism, tagLength: LENGTH }, (error, tag) => {
      if (error === null || error === undefined) resolve(tag);
      else reject(error);
    });
  });
}

function inWorker(workerData: Argon2Work, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const file = join(import.meta.dirname, 'argon2-worker.js');
    const worker = startWorker({ text, file }, { workerData });
    const abort = () => end(() => reject(signal.reason));
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      void worker.terminate();
      settle();
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', (tag: Uint8Array) => end(() => resolve(tag)));
    worker.once('error', (error) => end(() => reject(error)));
    // Also if it ends without an answer, for example because there is not enough memory.
    worker.once('exit', () => reject(new Error('the worker has ended')));
  });
}
