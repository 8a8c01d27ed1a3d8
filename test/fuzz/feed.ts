/** The thread of one target: feeds it, counts its inputs where the watching thread sees it, and tells the outcome. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Task } from './fuzz.js';
import { targets } from './targets/index.js';

const { target: name, seed, inputs, counter }: Task = workerData;
const count = new Int32Array(counter);
const found = targets.find((target) => target.name === name);
parentPort?.postMessage(await found?.check({ seed, inputs, onInput: () => Atomics.add(count, 0, 1) }));
