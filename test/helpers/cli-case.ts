/** Runs a golden case of the command line: a folder of its own, a fresh home, and `tool` in PATH. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../runtime/cli/entry.js', import.meta.url));
/** What the case gives; everything else that lies there is its input. */
export const GIVEN_BY_CLI = ['stdout.txt', 'stderr.txt', 'exit.txt'];

/** `command.txt` is a line for `sh`; inputs lie in its working folder, those below `home/` in the home. */
export function runCliCase(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const root = mkdtempSync(join(tmpdir(), 'tool-cli-'));
  try {
    layOut(root, files);
    const { stdout, stderr, status } = spawnSync('sh', ['-c', files['command.txt'] ?? ''], {
      cwd: join(root, 'work'),
      env: environmentIn(root),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return {
      'exit.txt': `${status}\n`,
      ...(stdout && { 'stdout.txt': stdout }),
      ...(stderr && { 'stderr.txt': stderr }),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function layOut(root: string, files: Readonly<Record<string, string>>): void {
  for (const folder of ['work', 'home', 'tmp', 'bin']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'bin/tool'), `#!/bin/sh\nexec '${process.execPath}' '${ENTRY}' "$@"\n`, { mode: 0o755 });
  for (const [file, text] of Object.entries(files)) {
    if (file === 'command.txt' || GIVEN_BY_CLI.includes(file)) continue;
    const path = join(root, file.startsWith('home/') ? '' : 'work', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function environmentIn(root: string): Record<string, string> {
  return {
    PATH: [join(root, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: join(root, 'home'),
    TMPDIR: join(root, 'tmp'),
    LANG: 'C.UTF-8',
  };
}
