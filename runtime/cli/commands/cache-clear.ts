/** `tool cache clear`: removes entries of caches (semantics 6.12). */
import { EXPECT_HASH, PROFILE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { withSession } from '../with-session.js';

export const cacheClear: CommandModule = {
  spec: {
    name: 'cache clear',
    synopsis: '[NAME] [OPTIONS]',
    options: [PROFILE, EXPECT_HASH],
    positionals: { least: 0, most: 1 },
    details: `Removes the cached copy of one secret, or of all secrets of the profile (if TOOL_SCOPE is set, of that
scope), so that the next command reads their own stores. Entries of other projects and values that were not
written by a cache remain, and are reported. If an entry cannot be removed, the others still are, and the command
exits with 1.`,
    examples: ['tool cache clear', 'tool cache clear API_KEY --profile production'],
  },
  async run(args, context) {
    const [secret = null] = args.positionals;
    const cleared = await withSession(args, context, (session) => session.clearCache(secret));
    writeOut(`Cleared ${cleared} cache ${cleared === 1 ? 'entry' : 'entries'}\n`);
    return SUCCESS;
  },
};
