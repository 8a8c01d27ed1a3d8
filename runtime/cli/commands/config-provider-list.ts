/** `tool config global provider list`: the aliases of a user (spec 4.1). */
import { readConfigFile } from '../../user-config/edit-user-config.js';
import { claimedProviders } from '../../session/claimed-providers.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { showWarnings } from '../show-warnings.js';
import { aliasesText, claimsText, withoutConfigText } from '../views/user-config.js';

export const configProviderList: CommandModule = {
  spec: {
    name: 'config global provider list',
    synopsis: '[OPTIONS]',
    options: [],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Lists the aliases of the user configuration by name. Credentials in addresses are hidden. Aliases of a
manifest are not listed. External providers of this machine follow, each with its executable, and whether it may be
started. None is started for this.`,
    examples: ['tool config global provider list'],
  },
  async run(_args, context) {
    const { path, config, warnings } = await readConfigFile(context.variables);
    await showWarnings(warnings, context);
    const claimed = claimedProviders(context.variables);
    writeOut((config === null ? withoutConfigText(path) : aliasesText(config)) + claimsText(claimed));
    return SUCCESS;
  },
};
