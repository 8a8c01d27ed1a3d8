/** Loaded into Node before the tool: what starts a command gets no turn until that command has long been running. */
import { syncBuiltinESMExports } from 'node:module';

const processes = process.getBuiltinModule('node:child_process');
const { spawn } = processes;
const PAUSE_MS = 250;

processes.spawn = (...request) => {
  const child = spawn(...request);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  return child;
};
syncBuiltinESMExports();
