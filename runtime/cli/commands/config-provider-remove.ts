/** `tool config global provider remove`: removes an alias of a user (spec 4.1). */
import { own } from '#schemas/named.js';
import { editConfigFile } from '../../user-config/edit-user-config.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { escapeForTerminal } from '../views/terminal-text.js';

export const configProviderRemove: CommandModule = {
  spec: {
    name: 'config global provider remove',
    synopsis: 'ALIAS [OPTIONS]',
    options: [],
    positionals: { least: 1, most: 1 },
    isWithoutManifest: true,
    details: `Removes an alias from the user configuration, with the comment lines directly above it, and keeps all
other text of the file. Aliases of a manifest are not changed. If there is no such alias, nothing is done.`,
    examples: ['tool config global provider remove team'],
  },
  async run({ positionals: [name = ''] }, { variables }) {
    let isThere = false;
    await editConfigFile(variables, ({ aliases }) => {
      isThere = own(aliases, name) !== undefined;
      return isThere ? [{ kind: 'remove', path: ['defaults', 'providers', name] }] : [];
    });
    const alias = `Provider alias '${escapeForTerminal(name)}'`;
    writeOut(isThere ? `✓ ${alias} removed\n` : `✗ ${alias} not found\n`);
    return SUCCESS;
  },
};
