/** moto, a double of AWS that others keep: installed once where this machine keeps caches, started for each run. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fromPyPI } from '../shared/installed.mjs';

const VERSION = '5.2.5';

/** Address and `stop`; null where there is no Python that can install it. */
export async function startMoto() {
  const folder = fromPyPI(`moto-${VERSION}`, `moto[server]==${VERSION}`);
  if (folder === null) return null;
  // It chooses its port and prints it.
  const server = spawn(join(folder, 'bin/moto_server'), ['-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (text) => {
    said += text;
  });
  while (server.exitCode === null && server.signalCode === null) {
    const [, address] = /Running on (http:\S+:\d+)\s/.exec(said) ?? [];
    if (address !== undefined) return { address, stop: () => server.kill() };
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error(`moto ended: ${said}`);
}
