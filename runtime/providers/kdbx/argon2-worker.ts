/** The program of the worker that `argon2.ts` starts. */
import { parentPort, workerData } from 'node:worker_threads';
import { argon2d, argon2id } from 'hash-wasm';
import type { Argon2Work } from './argon2.js';

const { type, message, salt, memoryKib, passes, lanes } = workerData as Argon2Work;
const derive = type === 'argon2d' ? argon2d : argon2id;
const derived = derive({
  password: message,
  salt,
  memorySize: memoryKib,
  iterations: passes,
  parallelism: lanes,
  hashLength: 32,
  outputType: 'binary',
});
void derived.then((tag) => parentPort?.postMessage(tag));
