/** A vault of Proton Pass, with a fake of its program. */
import { FakeVendor } from '../stores/fakes/fake-vendor.js';
import { putItem, vendor } from '../stores/fakes/pass-cli.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

const TITLE = 'demo/default/HELD';
/** Beside the folder: reading changes nothing in there, and calls are written down. */
const fakeIn = (at: string) => new FakeVendor(vendor, `${at}.pass-cli`);

export const store: StoreTests = {
  world: {
    spec: () => 'protonpass',
    hold: (at) => {
      const fake = fakeIn(at);
      fake.change((account) => putItem(account, 'tool', { title: TITLE, note: VALUE }));
      return { PATH: `${fake.installed()}:${process.env['PATH']}` };
    },
    item: () => TITLE,
    programs: (at) => fakeIn(at).programs(),
    // An empty note is too short.
    mostBytes: Number.POSITIVE_INFINITY,
    hasRace: true,
  },
  machine: [
    ['protonpass', 'the session', {}, { PROTON_PASS_SESSION_DIR: '/one' }, { PROTON_PASS_SESSION_DIR: '/two' }],
  ],
};
