/** The commands: a summary each, and a lazy loader. One explicit line per command. */
import type { CommandContext } from '../session/call.js';
import type { Arguments, CommandSpec } from './arguments.js';

export interface CommandModule {
  readonly spec: CommandSpec;
  /** Runs the command and returns the exit code. Throws Failure or UsageError. */
  run(args: Arguments, context: CommandContext): Promise<number>;
}

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export const commands: Readonly<Record<string, CommandEntry>> = {
  run: {
    summary: 'run a command with its secrets in the environment',
    load: async () => (await import('./commands/run.js')).run,
  },
  check: {
    summary: 'check that every secret resolves',
    load: async () => (await import('./commands/check.js')).check,
  },
  export: {
    summary: 'print the resolved secrets',
    load: async () => (await import('./commands/export.js')).exportSecrets,
  },
  get: { summary: 'print the value of a secret', load: async () => (await import('./commands/get.js')).get },
  set: { summary: 'store the value of a secret', load: async () => (await import('./commands/set.js')).set },
  plan: {
    summary: 'show the plan that the manifest compiles to',
    load: async () => (await import('./commands/plan.js')).plan,
  },
  lint: {
    summary: 'show errors and warnings in the manifest',
    load: async () => (await import('./commands/lint.js')).lint,
  },
  explain: {
    summary: 'explain the code of an error or warning',
    load: async () => (await import('./commands/explain.js')).explain,
  },
  schema: {
    summary: 'print JSON Schemas, for editors and code generators',
    load: async () => (await import('./commands/schema.js')).schema,
  },
  'plan diff': {
    summary: 'show what changed between two plans',
    load: async () => (await import('./commands/plan-diff.js')).planDiff,
  },
};
