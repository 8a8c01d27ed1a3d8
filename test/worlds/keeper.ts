/** Records of a folder that is shared with an application of Keeper, with a double of its server. */
import { configurationFor, FakeKeeper } from '../helpers/doubles/keeper.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

const FOLDER = 'FOLDER_OF-tests0000000';
const TITLE = 'tool/demo/default/HELD';

export const store: StoreTests = {
  world: {
    spec: () => `keeper://${FOLDER}`,
    hold: (_at, _user, host) => ({ KSM_CONFIG: JSON.stringify(configurationFor(host)) }),
    item: () => TITLE,
    server: () => {
      const keeper = new FakeKeeper().addFolder(FOLDER);
      keeper.put(FOLDER, { title: TITLE, type: 'login', fields: [{ type: 'password', value: [VALUE] }] });
      return (request) => keeper.answer(request);
    },
    speaksTls: true,
    refuses: isNotText,
    hasRace: true,
  },
  // UIDs are the same in every region, and for every device.
  machine: [],
};
