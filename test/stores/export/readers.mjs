/** Each reads the text of a format with the program that it is for, and gives the values by name; `program`: null where it is not installed. */
import { strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goProgram } from '../go-program.mjs';
import { inPath, nushell } from '../completions/shells.mjs';

const SYSTEMD = fileURLToPath(new URL('systemd.py', import.meta.url));
const LIBRARIES = ['/usr/lib/systemd', `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/systemd`];

/** Shells write files into their homes. */
const home = mkdtempSync(join(tmpdir(), 'tool-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

/** Prints the environment of a shell, exactly. */
const PRINT = `process.stdout.write(JSON.stringify(process.env))`;

export const readers = {
  docker: {
    program: () => goProgram('docker-client'),
    read: (program, file) => JSON.parse(ran(program, ['env', file])),
  },
  systemd: { program: systemdLibrary, read: (library, file) => JSON.parse(ran('python3', [SYSTEMD, library, file])) },
  shell: inShell('sh', (file) => ['-c', `eval "$(cat ${file})"; exec "$NODE" -e '${PRINT}'`]),
  fish: inShell('fish', (file) => ['--no-config', '-c', `cat ${file} | source; exec $NODE -e '${PRINT}'`]),
  csh: inShell('tcsh', (file) => ['-f', '-c', `eval "\`cat ${file}\`"; exec $NODE -e '${PRINT}'`]),
  nushell: {
    program: nushell,
    read: (program, file) => JSON.parse(ran(program, ['-n', '-c', `source '${file}'; ^$env.NODE -e '${PRINT}'`])),
  },
  powershell: inShell('pwsh', (file) => [
    '-NoProfile',
    '-Command',
    `Get-Content '${file}' | Out-String | Invoke-Expression; & $env:NODE -e '${PRINT}'`,
  ]),
};

function inShell(name, words) {
  return { program: () => inPath(name), read: (program, file) => JSON.parse(ran(program, words(file))) };
}

/** The library that holds the parser of systemd itself. */
function systemdLibrary() {
  for (const folder of LIBRARIES.filter(existsSync)) {
    const name = readdirSync(folder).find((entry) => /^libsystemd-shared-.*\.so$/u.test(entry));
    if (name !== undefined) return join(folder, name);
  }
  return null;
}

function ran(program, words) {
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', NODE: process.execPath };
  const { status, stdout, stderr, error } = spawnSync(program, words, { env, encoding: 'utf8', maxBuffer: 1e8 });
  if (error !== undefined) throw error;
  strictEqual(status, 0, stderr);
  return stdout;
}
