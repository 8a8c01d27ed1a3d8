/** `tool config global provider list`: the aliases of a user (spec 4.1). */
import { readConfigFile } from '../../user-config/edit-user-config.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { showWarnings } from '../show-warnings.js';
import { aliasesText, withoutConfigText } from '../views/user-config.js';

export const configProviderList: CommandModule = {
  spec: {
    name: 'config global provider list',
    synopsis: '[OPTIONS]',
    options: [],
    positionals: { least: 0, most: 0 },
    details: `Lists the aliases of the user configuration by name. Credentials in addresses are hidden. Aliases of a
manifest are not listed.`,
    examples: ['tool config global provider list'],
  },
  async run(_args, context) {
    const { path, config, warnings } = await readConfigFile(context.variables);
    await showWarnings(warnings, context);
    writeOut(config === null ? withoutConfigText(path) : aliasesText(config));
    return SUCCESS;
  },
};
