/** The server of `main.go`, built where this machine keeps caches and found there the next time. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const SOURCES = ['go.mod', 'go.sum', 'main.go'];

/** Address, root token, unseal key and `stop`; null where there is no Go. */
export async function startVault() {
  const program = builtServer();
  if (program === null) return null;
  const server = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  return { ...JSON.parse(line), stop: () => server.stdin.end() };
}

function builtServer() {
  const hash = createHash('sha256');
  for (const file of SOURCES) hash.update(readFileSync(join(import.meta.dirname, file)));
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(caches, 'tool-tests');
  const program = join(folder, `vault-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  if (!hasGo()) return null;
  mkdirSync(folder, { recursive: true });
  const made = `${program}.${process.pid}`;
  // Five minutes where nothing of it was built before.
  execFileSync('go', ['build', '-trimpath', '-ldflags', '-s -w', '-o', made, '.'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(made, program);
  return program;
}

function hasGo() {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
