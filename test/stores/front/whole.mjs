/** Which calls the front finishes itself. Those leave the same records and print the same as calls of the full program. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, copyFileSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = `[project]
name = "demo"
revision = "1.0"

[scopes.web]
secrets = ["PORT"]

[profiles.default]
PORT = { description = "Port of the server" }
PAGE = { description = "Address of the page", composed = "https://localhost:\${PORT}/" }
MODE = { description = "Mode of the server", default = "plain" }

[profiles.other]
PORT = { description = "Port of the server", default = "1" }
`;
/** Only what never ends takes longer. */
const PATIENCE_MS = 60_000;
const PRINTS = `sh -c 'echo "$PORT $PAGE $MODE"'`;
/** What a probe in the place of the full program prints. */
const HANDED_OVER = 'handed over';

/** By the front alone, once the same call was made before. */
const WHOLE = {
  'a run': `run -- ${PRINTS}`,
  'a run with a profile': `run --profile other -- ${PRINTS}`,
  'a run with a scope and a reason': `run -S web --reason=test -- ${PRINTS}`,
  'a run that leaves out what is missing': `run --if-missing ignore -- ${PRINTS}`,
  'a run of the command that ends with a status': `run -- sh -c 'exit 7'`,
  'a run of a command that a signal ends': `run -- sh -c 'kill -TERM $$'`,
};
/** By the full program. */
const HANDED = {
  'a run with --redact': `run --redact -- ${PRINTS}`,
  'a run with --clean-env': `run --clean-env -- ${PRINTS}`,
  'a run with another store': `run --provider env -- ${PRINTS}`,
  'a command that is not there': 'run -- no-such-command',
  'a program that may not be executed': 'run -- ./manifest.toml',
  'a script without a first line': 'run -- ./script',
  'a script of an interpreter that is not there': 'run -- ./without',
  'an option that does not exist': 'run --no-such-option -- true',
  help: 'run --help',
  'a profile that does not exist': 'run --profile missing -- true',
  'much to pass on': `run -- true ${Array(3).fill("$(printf '%060000d' 0)").join(' ')}`,
};

export function whole(root, tool, full) {
  const folder = join(root, 'whole');
  // Nothing is kept below the folder of a manifest.
  const home = join(root, 'home');
  const log = join(home, '.local/state/tool/audit.log');
  mkdirSync(folder);
  mkdirSync(join(home, '.config/tool'), { recursive: true });
  writeFileSync(join(home, '.config/tool/config.toml'), '[defaults]\nprovider = "dotenv"\n');
  const write = (name, text, mode = 0o644) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), mode);
  };
  write('manifest.toml', MANIFEST);
  write('.env', 'PORT=8443\n');
  write('script', 'echo script\n', 0o755);
  write('without', '#!/no/such/interpreter\n', 0o755);
  const probed = join(folder, 'tool');
  copyFileSync(tool, probed);
  write('tool-full', `#!/bin/sh\necho '${HANDED_OVER}'\n`, 0o755);

  /** Started by a program that is no shell, and by a shell. */
  const call = (program, words, isBehindShell) => {
    const start = isBehindShell ? '"$0" $words; exit $?' : 'exec "$0" $words';
    const line = start.replace('$words', () => words);
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line, program], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    return { status, stdout, stderr };
  };
  const environment = { PATH: '/usr/bin:/bin', HOME: home };
  const records = () => {
    const lines = readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return lines.map(({ id, ts, session_id, ...record }) => record);
  };
  const kept = (program, words, isBehindShell) => {
    writeFileSync(log, '');
    return { ...call(program, words, isBehindShell), records: records() };
  };
  const warmed = (words) => {
    call(full, words, true);
    call(full, words, true);
  };
  const ways = [false, true];
  const finished = (words) => () => {
    warmed(words);
    for (const way of ways) deepStrictEqual(kept(probed, words, way), kept(full, words, way));
  };
  const handed = (words) => () => {
    warmed(words);
    for (const way of ways) {
      writeFileSync(log, '');
      deepStrictEqual(call(probed, words, way), { status: 0, stdout: `${HANDED_OVER}\n`, stderr: '' });
      strictEqual(readFileSync(log, 'utf8'), '');
    }
  };
  const named = (check, calls) => Object.entries(calls).map(([name, words]) => [name, check(words)]);
  return {
    ...Object.fromEntries(named(finished, WHOLE).map(([name, check]) => [`in the front: ${name}`, check])),
    ...Object.fromEntries(named(handed, HANDED).map(([name, check]) => [`handed over: ${name}`, check])),
    'handed over: a plan that was never made': () => {
      rmSync(join(home, '.cache'), { recursive: true });
      handedNow();
    },
    'handed over: a manifest that has changed': () => {
      warmed(WHOLE['a run']);
      write('manifest.toml', `${MANIFEST}# changed\n`);
      handedNow();
      write('manifest.toml', MANIFEST);
    },
    'handed over: a log that is not there': () => {
      warmed(WHOLE['a run']);
      rmSync(log);
      strictEqual(call(probed, WHOLE['a run'], true).stdout, `${HANDED_OVER}\n`);
      warmed(WHOLE['a run']);
    },
    'handed over: a log that cannot be written': () => {
      rmSync(log);
      mkdirSync(log);
      strictEqual(call(probed, WHOLE['a run'], true).stdout, `${HANDED_OVER}\n`);
      rmSync(log, { recursive: true });
      warmed(WHOLE['a run']);
    },
    'a command that the system refuses after all is said, and recorded': () => {
      write('busy', readFileSync('/bin/true'), 0o755);
      warmed('run -- ./busy');
      const descriptor = openSync(join(folder, 'busy'), 'r+');
      try {
        const { status, stderr, records: left } = kept(probed, 'run -- ./busy', false);
        match(stderr, /^error: the command could not be started after its start was recorded\n$/u);
        strictEqual(status, 126);
        deepStrictEqual(
          left.map(({ outcome }) => outcome),
          ['started', 'error'],
        );
      } finally {
        closeSync(descriptor);
      }
    },
  };

  function handedNow() {
    writeFileSync(log, '');
    strictEqual(call(probed, WHOLE['a run'], true).stdout, `${HANDED_OVER}\n`);
  }
}
