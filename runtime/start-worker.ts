/** Starts a worker from the text of its program, which needs no file where a program is bundled, or else from its file. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

export interface WorkerProgram {
  readonly text: string | null;
  readonly file: string;
}

/** It inherits no options of Node, which may make it read its text in another way, and shares no output with the program that hosts us. */
export function startWorker({ text, file }: WorkerProgram, options: Pick<WorkerOptions, 'workerData' | 'env'>): Worker {
  const alone = { ...options, execArgv: [], stdout: true, stderr: true };
  return text === null ? new Worker(file, alone) : new Worker(text, { ...alone, eval: true });
}
