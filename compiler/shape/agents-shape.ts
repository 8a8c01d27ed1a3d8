/** What a user approves for agents (editor-agents c). Judged as strictly as an alias: an approval that is misread would let more run than was meant. */
import * as z from 'zod';
import { namesAreSound, text } from './coordinates-shape.js';

/** A path that means the same wherever the server was started. */
export const ROOTED = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/u;
export const PLAN_HASH = /^sha256:[0-9a-f]{64}$/u;

const MOST_SECONDS = 86_400;

/** For JSON Schema: what a system takes as an argument (`agent-commands.ts` judges it). */
const word = z.string().meta({ pattern: '^[^\\u0000]*$' });

const agentCommandShape = z.strictObject({
  manifest: text.meta({
    description: 'Absolute path of the manifest whose secrets the command receives.',
    pattern: ROOTED.source,
  }),
  run: z.array(word.min(1)).min(1).meta({ description: 'The program and its arguments; an agent adds nothing.' }),
  profile: text.optional().meta({ description: 'Profile; the one of `[defaults]`, else `default`, when left out.' }),
  scope: text.optional().meta({ description: 'Scope; everything that the profile has when left out.' }),
  approve: z
    .enum(['each', 'never'])
    .optional()
    .meta({ description: 'Whether a person is asked before each run: `each` (when left out) or `never`.' }),
  output: z
    .enum(['none', 'redacted'])
    .optional()
    .meta({ description: 'What an agent sees of the output: `none` (when left out) or `redacted`.' }),
  plan: text
    .optional()
    .meta({ description: 'What `tool plan --hash` prints: any other plan is refused.', pattern: PLAN_HASH.source }),
  timeout_seconds: z
    .int()
    .min(1)
    .max(MOST_SECONDS)
    .optional()
    .meta({ description: 'Seconds after which the command is ended; 600 when left out.' }),
});

export type WrittenAgentCommand = z.infer<typeof agentCommandShape>;

export const agentsShape = z
  .strictObject({
    commands: z
      .record(z.string(), agentCommandShape)
      .optional()
      .meta({ description: 'Commands, by the names that agents use for them.', ...namesAreSound }),
  })
  .meta({ id: 'agents', description: 'What agents may have run with secrets, over `tool mcp`.' });
