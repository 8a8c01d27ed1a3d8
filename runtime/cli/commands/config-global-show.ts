/** `tool config global show`: the user configuration (semantics 6.11). */
import { readConfigFile } from '../../user-config/edit-user-config.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { showWarnings } from '../show-warnings.js';
import { configText, withoutConfigText } from '../views/user-config.js';

export const configGlobalShow: CommandModule = {
  spec: {
    name: 'config global show',
    synopsis: '[OPTIONS]',
    options: [],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Shows the path of the user configuration, the default store and profile, and the aliases. Credentials in
addresses are hidden. Reads no manifest and contacts no store.`,
    examples: ['tool config global show'],
  },
  async run(_args, context) {
    const { path, config, warnings } = await readConfigFile(context.variables);
    await showWarnings(warnings, context);
    writeOut(config === null ? withoutConfigText(path) : configText(path, config));
    return SUCCESS;
  },
};
