/**
 * `npm run faults`: what the tool does when the world around it fails. Options: `--runs N`, how many runs of each family and
 * build, and kills of each command in the suites (60 and 300 if not given); `--seed N`, which makes the same choices again; `--only REGEX`, for some families; `--tool COMMAND`
 * in the place of the builds under `dist/`. Prints what failed, a count for each family, and at the end `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { failingCalls } from './families/failing-calls.mjs';
import { killedWriters } from './families/killed-writers.mjs';
import { otherUsers } from './families/other-users.mjs';
import { standardStreams } from './families/standard-streams.mjs';
import { randomFrom } from './parts/random.mjs';

/** Each gives one result a run, or says why it cannot. */
const FAMILIES = {
  'standard streams': standardStreams,
  'failing system calls': failingCalls,
  'killed writers': killedWriters,
  'other users': otherUsers,
};
/** Suites of their own, which check the same things on every run; `--kills` and `--cases` are their share of randomness. Last: whether it takes a seed. */
const SUITES = {
  'killed writes': ['killed-writes.mjs', '--kills'],
  'killed manifests': ['killed-manifests.mjs', '--kills'],
  'killed files': ['killed-files.mjs', '--kills'],
  'killed moves': ['killed-moves.mjs', '--kills'],
  'killed providers': ['killed-providers.mjs', '--kills'],
  'many writers': ['many-writers.mjs'],
  'faults of stores': ['store-faults.mjs', '--cases', 0.3, true],
  'refused calls': ['refused-calls.mjs'],
  'lost records': ['lost-records.mjs'],
  'lost output': ['lost-output.mjs'],
  'password managers': ['password-managers.mjs'],
};
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
    only: { type: 'string', default: '' },
    tool: { type: 'string' },
  },
});
const runs = Number(values.runs ?? 60);
const kills = Number(values.runs ?? 300);
const seed = Number(values.seed);
console.log(`seed ${seed}, ${runs} runs of each family, ${kills} kills of each kind`);

// The real path: strace shows it, and the tool looks at every folder on the way.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'tool-faults-')));
let passed = 0;
let failed = 0;
try {
  for (const [build, tool] of Object.entries(builds())) {
    for (const [name, family] of Object.entries(FAMILIES)) {
      if (isWanted(name)) await runFamily(`${name}, ${build}`, family, tool);
    }
    for (const [name, suite] of Object.entries(SUITES)) {
      if (isWanted(name)) runSuite(`${name}, ${build}`, suite, tool);
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function isWanted(name) {
  return new RegExp(values.only, 'u').test(name);
}

function builds() {
  if (values.tool !== undefined) return { tool: values.tool.split(' ') };
  const executable = join(ROOT, 'dist/executable/tool');
  return {
    bundle: [process.execPath, join(ROOT, 'dist/bundle/tool.js')],
    ...(existsSync(executable) && { executable: [executable] }),
  };
}

async function runFamily(title, family, tool) {
  const folder = mkdtempSync(join(root, 'family-'));
  const checks = family({ tool, folder, runs, random: randomFrom(seed) });
  if (typeof checks === 'string') {
    console.log(`left out  ${title}: ${checks}`);
    return;
  }
  const counts = { passed: 0, failed: 0, 'left out': 0 };
  for await (const { name, problem, isLeftOut = false } of checks) {
    counts[problem !== null ? 'failed' : isLeftOut ? 'left out' : 'passed']++;
    if (problem !== null) console.log(`FAILED  ${title}: ${name}: ${problem}`);
  }
  passed += counts.passed;
  failed += counts.failed;
  const leftOut = counts['left out'] === 0 ? '' : `, ${counts['left out']} left out: the call was not made again`;
  console.log(`${title}: ${counts.passed} passed, ${counts.failed} failed${leftOut}`);
}

/** Shows what failed, and counts by its last line. */
function runSuite(title, [file, option, share = 1, isSeeded = false], tool) {
  const words = [
    join(ROOT, 'test/faults', file),
    ...(option === undefined ? [] : [option, `${kills < 300 ? Math.ceil(kills * share) : kills}`]),
    ...(isSeeded ? ['--seed', `${seed}`] : []),
    ...tool,
  ];
  const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = stdout.trimEnd().split('\n');
  const counts = /^(\d+) passed, (\d+) failed$/u.exec(lines.at(-1) ?? '');
  for (const line of lines) if (line.startsWith('FAILED')) console.log(`${line} (${title})`);
  passed += Number(counts?.[1] ?? 0);
  failed += Number(counts?.[2] ?? 1);
  console.log(`${title}: ${counts?.[0] ?? 'did not end as it should'}`);
}
