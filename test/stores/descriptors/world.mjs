/** A project with a few secrets, and ways to start the tool in it. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MANIFEST = `[project]
name = "descriptors"
revision = "1.0"
require_reason = false

[defaults]
providers = ["file:./values"]

[profiles.default]
ALPHA = { description = "Text" }
`;
/** Secrets of their own profiles, so that only the cases that mean them have them. */
const PROFILES = `
[profiles.odd]
ODD = { description = "Not UTF-8", providers = ["file:./values"] }

[profiles.large]
LARGE = { description = "140 KB" }

[profiles.huge]
`;
const HUGE = Array.from({ length: 30 }, (_, index) => `HUGE_${index}`);
const PATIENCE_MS = 60_000;

/** `options` are those of every `run`, `alpha` is the value of ALPHA. */
export function makeWorld(folder, command, { options = [], alpha = 'one' } = {}) {
  const place = (path, content, mode = 0o644) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
    chmodSync(join(folder, path), mode);
    return join(folder, path);
  };
  place(
    'manifest.toml',
    `${MANIFEST}${PROFILES}${HUGE.map((name) => `${name} = { description = "100 KB" }\n`).join('')}`,
  );
  for (const profile of ['default', 'odd', 'large', 'huge']) place(`values/descriptors/${profile}/ALPHA`, alpha);
  place('values/descriptors/odd/ODD', Buffer.from([0x41, 0xff, 0x80, 0x0a]));
  place('values/descriptors/large/LARGE', 'x'.repeat(140_000));
  for (const name of HUGE) place(`values/descriptors/huge/${name}`, 'x'.repeat(100_000));

  // Made before the first run, which would otherwise announce it.
  for (const home of ['.', '..']) place(`${home}/.local/state/tool/audit.log`, '', 0o600);
  const base = { PATH: process.env.PATH, HOME: dirname(folder), TMPDIR: folder, LANG: 'C.UTF-8', NO_COLOR: '1' };
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const settings = (env) => ({ cwd: folder, env: { ...base, ...env }, timeout: PATIENCE_MS });
  return {
    folder,
    command,
    quoted,
    /** The tool, behind a program that is no shell: it then does not become its command. */
    apart: `perl -e 'system { $ARGV[0] } @ARGV; exit($? & 127 ? 128 + ($? & 127) : $? >> 8)' ${quoted}`,
    isNode: command.length > 1,
    place,
    environment: base,
    has: (path) => existsSync(join(folder, path)),
    read: (path) => readFileSync(join(folder, path), 'latin1'),
    /** A script in which `run` stands for `tool run --`, and `tool` for the tool. Output as Latin-1: any byte is a letter. */
    sh(script, env = {}) {
      const prelude = `tool() { ${quoted} "$@"; }; run() { tool run ${options.join(' ')} -- "$@"; }; `;
      const { status, stdout, stderr } = spawnSync('sh', ['-c', prelude + script], {
        ...settings(env),
        encoding: 'latin1',
      });
      return { status, stdout, stderr };
    },
    /** `tool run --` with these words, apart from any terminal. Not waited for. */
    start(words, stdio = ['ignore', 'pipe', 'ignore'], more = {}) {
      const all = { ...settings({}), stdio, detached: true, ...more };
      return spawn(command[0], [...command.slice(1), 'run', ...options, '--', ...words], all);
    },
  };
}

/** The status of an ended process as a shell tells it. */
export function statusOf(code, signal, signals) {
  return code ?? 128 + signals[signal];
}
