/** `tool serve`: one resolver session over standard input and output (semantics 15.6). */
import { UsageError } from '../../failure.js';
import { serve as serveSession } from '../../serve/serve.js';
import { standardStreams } from '../../serve/standard-streams.js';
import { type Arguments, EXPECT_HASH } from '../arguments.js';
import { callerOf, requireCallerName } from '../caller-options.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';

export const serve: CommandModule = {
  spec: {
    name: 'serve',
    synopsis: '[--read-only] [OPTIONS]',
    options: [{ name: 'read-only', summary: 'store and delete nothing' }, EXPECT_HASH],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Answers the requests of one program: JSON-RPC on standard input and output, one message per line. The program names the
manifest, the profile, the scope and the store when it opens the session; TOOL_FILE, TOOL_PROFILE, TOOL_SCOPE,
TOOL_PROVIDER and TOOL_REASON are ignored, and --file is an error. Manifest and user configuration are read once; values are read for
each request. --reason is used if the program gives none; --caller replaces its name in the audit log.

Exits with 0 when the program has ended the session, with 1 if it broke a rule of the protocol, and with 128+n after a
signal. Files of secrets with as_path are removed when the program releases them, and at the end of the session. Nothing is
written to standard error.`,
    examples: ['tool serve', 'tool serve --read-only', 'tool serve --expect-hash "$HASH" --reason deployment'],
  },
  async run(args, context) {
    await refuseOptions(args);
    const { interruption } = context;
    const ending = await serveSession({
      streams: standardStreams(),
      context,
      options: {
        isReadOnly: args.has('read-only'),
        expectHash: args.text('expect-hash'),
        reason: args.text('reason'),
        caller: callerOf(args),
      },
      signal: interruption.signal,
    });
    return interruption.takeExitCode() ?? (ending.kind === 'fault' ? FAILURE : SUCCESS);
  },
};

async function refuseOptions(args: Arguments): Promise<void> {
  if (args.has('file'))
    throw new UsageError(
      '`--file` cannot be used with `tool serve`',
      'the program that opens the session names the manifest',
    );
  await requireCallerName(args);
}
