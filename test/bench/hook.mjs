/** What an unchanged prompt costs: in a shell that looks itself, and where it asks, against an empty program of the same runtime. */
import { spawnSync } from 'node:child_process';
import { limitRow, medianOf } from './table.mjs';
import { environmentFor } from './worlds.mjs';

const MOST_MS = 2;
const PROMPTS = 500;
const NANOSECONDS_PER_MS = 1e6;

export function hookRows(world, builds, rounds) {
  const rows = [];
  for (const [build, tool] of Object.entries(builds)) {
    const env = environmentFor(world, 'warm');
    const options = { cwd: world.folder, env, encoding: 'utf8' };
    spawnSync(tool[0], [...tool.slice(1), 'trust', '--yes'], options);
    const script = spawnSync(tool[0], [...tool.slice(1), 'hook', 'bash'], options).stdout;
    const prompts = `${script}
cd ${JSON.stringify(world.folder)} && __tool_hook 2>/dev/null
[ -n "$__TOOL_HOOK" ] || exit 1
start=\${EPOCHREALTIME/[.,]/}
for ((i = 0; i < ${PROMPTS}; i++)); do __tool_hook; done
echo $(( \${EPOCHREALTIME/[.,]/} - start ))`;
    const measured = spawnSync('bash', ['-c', prompts], options);
    const perPrompt = measured.status === 0 ? Number(measured.stdout) / 1_000 / PROMPTS : null;
    rows.push(
      limitRow(`${build}, hook, unchanged prompt in bash`, perPrompt && perPrompt * 1_000, 'µs', MOST_MS * 1_000),
    );
    const asking = [];
    const seen = JSON.stringify([]);
    const empty = tool.length === 1 ? null : [tool[0], '-e', '0'];
    for (let round = 0; round <= rounds && empty !== null; round++) {
      const asked = took([...tool, 'hook', 'elvish', '--changed'], {
        ...options,
        env: { ...env, __TOOL_HOOK_SEEN: seen },
      });
      asking.push(asked - took(empty, options));
    }
    if (empty !== null)
      rows.push(
        limitRow(
          `${build}, hook, asks whether something has changed, over an empty program`,
          medianOf(asking.slice(1)),
          'ms',
          MOST_MS,
        ),
      );
  }
  return rows;
}

function took([program, ...words], options) {
  const before = process.hrtime.bigint();
  spawnSync(program, words, { ...options, stdio: 'ignore' });
  return Number(process.hrtime.bigint() - before) / NANOSECONDS_PER_MS;
}
