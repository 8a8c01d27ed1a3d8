/** `tool lsp`: what editors show about manifests, on standard input and output (editors). */
import type { CommandModule } from '../commands.js';

export const lsp: CommandModule = {
  spec: {
    name: 'lsp',
    synopsis: '[--stdio]',
    options: [{ name: 'stdio', summary: 'use standard input and output, as it always does' }],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Answers an editor over the Language Server Protocol: errors and warnings of \`tool lint\` while you type, corrections, completion,
what a secret means, where it is declared and used, and renaming. An editor starts it; docs/editors.md says how.

It reads manifests and nothing else: it contacts no store, reads no user configuration, starts no program, writes no file and
leaves no record in the audit log. It ends with its standard input.`,
    examples: ['tool lsp'],
  },
  async run(_, { variables }) {
    const { serveEditor } = await import('../../analysis/lsp/server.js');
    // The streams of the process wait without holding up the work; all other commands write at once and end.
    return serveEditor({ input: process.stdin, output: process.stdout }, variables);
  },
};
