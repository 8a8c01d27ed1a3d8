/** Writes what a command generates to a file that people keep: in one step, and not over a file that something else wrote. */
import { resolve } from 'node:path';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { fail } from '../failure.js';

export interface Generated {
  readonly text: string;
  /** The command that generates it, as it is typed. */
  readonly command: string;
  /** Whether the content of a file is an earlier product of this command. */
  readonly isOurs: (content: string) => boolean;
}

/** `file` as the caller wrote it. */
export async function writeGenerated(
  file: string,
  workingFolder: string,
  { text, command, isOurs }: Generated,
): Promise<void> {
  const [{ writeProduct }, { existingOutput }] = await Promise.all([
    import('../files/write-product.js'),
    import('../plan/existing-output.js'),
  ]);
  const path = resolve(workingFolder, file);
  const found = existingOutput(path, isOurs);
  if (found.kind === 'unreadable') fail(delivery.E1208({ path: file, reason: `it cannot be read: ${found.reason}` }));
  if (found.kind === 'something else')
    fail(
      delivery.E1208({
        path: file,
        reason: `it exists and was not written by \`${command}\`; remove it first, or name another file`,
      }),
    );
  const reason = writeProduct(path, text);
  if (reason !== null) fail(delivery.E1208({ path: file, reason }));
}
