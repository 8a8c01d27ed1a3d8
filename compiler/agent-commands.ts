/** Approved commands of a user configuration → values: what agents may have run with secrets (editor-agents c). */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { AGENT_COMMAND_SECONDS, type AgentCommand } from '#schemas/user-config.js';
import { nameIsSound } from './shape/name-limit.js';
import { PLAN_HASH, ROOTED, type WrittenAgentCommand } from './shape/agents-shape.js';

/** Those that are sound. What is wrong with the others is reported, which refuses the whole configuration. */
export function* agentCommandsOf(
  file: string,
  written: Readonly<Record<string, WrittenAgentCommand>>,
  report: Report,
): Generator<[string, AgentCommand]> {
  for (const [name, command] of Object.entries(written)) {
    const path = ['agents', 'commands', name];
    if (!nameIsSound(name, 'an approved command', { file, path, part: 'key' }, report)) continue;
    const wrong = (key: string, expected: string, found: string) =>
      report(codes.E0202({ key, expected, found, write: null }, { at: { file, path: [...path, key], part: 'value' } }));
    const { manifest, plan = null, run } = command;
    if (!ROOTED.test(manifest)) wrong('manifest', 'an absolute path', 'a relative one');
    if (plan !== null && !PLAN_HASH.test(plan)) wrong('plan', 'what `tool plan --hash` prints', 'another text');
    const [program = '', ...rest] = run;
    if (run.some((word) => word.includes('\0'))) wrong('run', 'a list of texts', 'one with a NUL character');
    yield [
      name,
      {
        manifest,
        run: [program, ...rest],
        profile: command.profile ?? null,
        scope: command.scope ?? null,
        approve: command.approve ?? 'each',
        output: command.output ?? 'none',
        plan,
        timeoutSeconds: command.timeout_seconds ?? AGENT_COMMAND_SECONDS,
      },
    ];
  }
}
