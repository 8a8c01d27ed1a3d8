/** `tool mcp`: what agents may know and do with the secrets of a project, over the Model Context Protocol (editor-agents c). */
import { given } from '../../inputs/given.js';
import { PROFILE, SCOPE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';

export const mcp: CommandModule = {
  spec: {
    name: 'mcp',
    synopsis: '[OPTIONS]',
    options: [
      { ...PROFILE, summary: 'answer for this profile alone' },
      { ...SCOPE, summary: 'answer for this scope alone' },
    ],
    positionals: { least: 0, most: 0 },
    details: `Answers an agent over the Model Context Protocol, on standard input and output: which secrets the project declares, what is
wrong with its manifest, what changed or would change, and whether secrets resolve. It gives no value. Commands that you
approved in [agents.commands] of the user configuration can be run with secrets; the agent cannot change them, and gets their output only
if you allow it. A client starts it; docs/agents.md says how.

Every access needs a reason and is recorded in the audit log. It ends with its standard input.`,
    examples: ['tool mcp', 'tool mcp --profile development --scope web'],
  },
  async run(args, context) {
    const { interruption } = context;
    const [{ serveAgent }, { agentWords }] = await Promise.all([
      import('../../mcp/serve-agent.js'),
      import('../agent-words.js'),
    ]);
    await serveAgent({
      streams: { input: process.stdin, output: process.stdout },
      context,
      file: args.text('file'),
      limits: { profile: given(args.text('profile')), scope: given(args.text('scope')) },
      words: agentWords,
      signal: interruption.signal,
    });
    return interruption.takeExitCode() ?? SUCCESS;
  },
};
