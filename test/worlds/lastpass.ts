/** LastPass, with a fake of its program. */
import { FakeVendor } from '../stores/fakes/fake-vendor.js';
import { type LpassState, lpassAccount, vendor } from '../stores/fakes/lpass.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

const fakeIn = (at: string) => new FakeVendor<LpassState>(vendor, `${at}/lpass`);
const NAME = 'tool/demo/default/HELD';

export const store: StoreTests = {
  world: {
    spec: () => 'lastpass',
    hold: (at) => {
      const fake = fakeIn(at);
      fake.change(({ accounts }) => accounts.push(lpassAccount('1', NAME, VALUE)));
      const { PATH = '' } = process.env;
      return { PATH: `${fake.installed()}:${PATH}`, LPASS_HOME: `${at}/lpass` };
    },
    item: () => NAME,
    programs: (at) => fakeIn(at).programs(),
    mostBytes: Number.MAX_SAFE_INTEGER,
    hasRace: true,
  },
  machine: [['lastpass', 'the folder of its login', {}, { LPASS_HOME: '/one' }, { LPASS_HOME: '/two' }]],
};
