/** The process groups of programs that run. They have sessions of their own, so that what ends us by our terminal does not end them. */
import type { ChildProcess } from 'node:child_process';
import { endTree } from './process-tree.js';

type Leader = Pick<ChildProcess, 'pid'>;

const running = new Set<Leader>();

/** Until the result is called, the program is ended when this process ends. */
export function endingWithUs(leader: Leader): () => void {
  if (running.size === 0) process.on('exit', endAll);
  running.add(leader);
  return () => {
    if (running.delete(leader) && running.size === 0) process.off('exit', endAll);
  };
}

function endAll(): void {
  for (const leader of running) endGroup(leader, 'SIGTERM');
}

export function endGroup({ pid }: Leader, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') endTree(pid);
    else process.kill(-pid, signal);
  } catch {
    // No process of it is left.
  }
}
