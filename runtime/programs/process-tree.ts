/** Ends a process of Windows with all that it started. Windows has no process groups: who started whom is all it keeps. */
import { windowsProgram } from '../files/windows-folder.js';

const PATIENCE_MS = 5_000;

/** At once: it also works while this process ends. What the process left behind when it ended itself is not found. */
export function endTree(pid: number): void {
  if (isEndedBySystem(pid)) return;
  try {
    process.kill(pid);
  } catch {
    // It has ended.
  }
}

function isEndedBySystem(pid: number): boolean {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const program = windowsProgram('taskkill.exe');
  const options = { stdio: 'ignore', windowsHide: true, timeout: PATIENCE_MS } as const;
  return spawnSync(program, ['/F', '/T', '/PID', String(pid)], options).status === 0;
}
