/** Runs command lines against the real tool: in a copy of some files, with a home of its own, no terminal, and none of our variables. */
import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isServable, withKeptTool } from './kept-tool/kept-tool.js';
import { TOOL_WORDS } from './tool-path.js';

export interface CliOutcome {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** 128+n where signal n ended the shell. */
  readonly status: number;
}

export interface CliWorld {
  readonly work: string;
  readonly home: string;
  readonly temporary: string;
  /** Paths below `work`; below `home` where they start with `~/`. */
  write(path: string, content: string | Uint8Array): void;
  /** One line of a shell that finds `tool` in its PATH. */
  run(line: string): Promise<CliOutcome>;
  /** A text of the tool with this world's folders, and what is random in names of temporary files, replaced by words. */
  neutral(text: string): string;
  remove(): void;
}

/** Made before the first run, which would otherwise announce it. */
const AUDIT_LOG = '.local/state/tool/audit.log';

/** An empty one; `variables` come on top of a small clean environment. */
export function openCli(variables: Readonly<Record<string, string>> = {}): CliWorld {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-cli-'));
  const [work, home, temporary, bin] = ['work', 'home', 'tmp', 'bin'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [work, home, temporary, bin]) mkdirSync(folder);
  writeBelow(home, AUDIT_LOG, '');
  writeFileSync(join(bin, 'tool'), `#!/bin/sh\nexec ${TOOL_WORDS.map((word) => `'${word}'`).join(' ')} "$@"\n`, {
    mode: 0o755,
  });
  const paths = [dirname(process.execPath), '/usr/bin', '/bin'];
  const envWith = (folder: string) => ({
    PATH: [folder, ...paths].join(delimiter),
    HOME: home,
    USER: 'reader',
    LANG: 'C.UTF-8',
    // Temporary folders may be on a file system of their own.
    GIT_DISCOVERY_ACROSS_FILESYSTEM: '1',
    TMPDIR: temporary,
    ...variables,
  });
  let lines = 0;
  const run = (line: string) =>
    isServable(line)
      ? withKeptTool((folder) => runInFiles(line, work, envWith(folder), join(root, `${++lines}`)))
      : runLine(line, work, envWith(bin));
  return {
    work,
    home,
    temporary,
    write: (path, content) => writeBelow(path.startsWith('~/') ? home : work, path.replace(/^~\//u, ''), content),
    run,
    neutral: (text) => neutralText(text, { '{WORK}': work, '{HOME}': home, '{TMP}': temporary }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function writeBelow(folder: string, path: string, content: string | Uint8Array): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

type Variables = Readonly<Record<string, string>>;

/** Its output goes to files, which the kept tool can open, too. */
async function runInFiles(line: string, cwd: string, env: Variables, path: string): Promise<CliOutcome> {
  const paths = [`${path}.out`, `${path}.err`] as const;
  const descriptors = paths.map((one) => openSync(one, 'a'));
  try {
    const [out, err] = descriptors as [number, number];
    const child = spawn('/bin/sh', ['-c', line], { cwd, env, detached: true, stdio: ['ignore', out, err] });
    const status = await new Promise<number | null>((resolve, reject) =>
      child.on('error', reject).on('close', resolve),
    );
    return { stdout: readFileSync(paths[0]), stderr: readFileSync(paths[1]), status: status ?? 128 };
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

/** In a session of its own, so that there is no terminal to ask on, whoever runs the tests. */
function runLine(line: string, cwd: string, env: Variables): Promise<CliOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', line], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
    child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
    child.on('error', reject);
    child.on('close', (status) => {
      resolve({ stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), status: status ?? 128 });
    });
  });
}

function neutralText(text: string, folders: Readonly<Record<string, string>>): string {
  const placed = Object.entries(folders).reduce((rest, [word, folder]) => rest.replaceAll(folder, word), text);
  return placed
    .replaceAll(/\{TMP\}\/tool-\d+/gu, '{TMP}/tool-{UID}')
    .replaceAll(/\.tmp[A-Za-z0-9]{6}\b/gu, '.tmpXXXXXX')
    .replaceAll(/ghadelimiter_[0-9a-f]{32}/gu, 'ghadelimiter_{RANDOM}');
}
