/** `tool rekey`: encrypts files of age and SOPS again for those of their lists. */
import { EXPECT_HASH, PROFILE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { rekeyedText } from '../views/rekeyed.js';
import { withSession } from '../with-session.js';

export const rekey: CommandModule = {
  spec: {
    name: 'rekey',
    synopsis: '[STORE...] [--dry-run] [OPTIONS]',
    options: [PROFILE, { name: 'dry-run', summary: 'only show what would change' }, EXPECT_HASH],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    details: `Encrypts files of age and SOPS again for those who should be able to decrypt them: all in the recipients-file of
an age store, all in the rule of .sops.yaml for a document of SOPS. STORE is an alias or the address of a store;
without one, all stores that the profile uses. The values stay as they are. A file that is already encrypted for its
list is left unchanged.

Who is removed can still read what they have seen, and earlier versions of the file: change those values too. Your own
identity must be able to decrypt the file before and after. If a file cannot be encrypted again, the others still are,
and the command exits with 1.`,
    examples: ['tool rekey', 'tool rekey team --dry-run', 'tool rekey --profile production'],
  },
  async run(args, context) {
    const isTrial = args.has('dry-run');
    await withSession(args, context, (session) =>
      session.rekey(args.positionals, { isTrial }, (rekeyed) => writeOut(rekeyedText(rekeyed, { isTrial }))),
    );
    return SUCCESS;
  },
};
