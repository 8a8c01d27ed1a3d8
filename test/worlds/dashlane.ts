/** Dashlane, with a fake of its program. */
import { type DcliState, dcliItem, vendor } from '../stores/fakes/dcli.js';
import { FakeVendor } from '../stores/fakes/fake-vendor.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

export const fakeDashlane = (at: string) => new FakeVendor<DcliState>(vendor, `${at}/dcli`);
const TITLE = 'tool/demo/default/HELD';

export const store: StoreTests = {
  world: {
    spec: () => 'dashlane',
    hold: (at) => {
      const fake = fakeDashlane(at);
      fake.change(({ secret }) => secret.push(dcliItem('1', TITLE, { content: VALUE })));
      const { PATH = '' } = process.env;
      return { PATH: `${fake.installed()}:${PATH}` };
    },
    item: () => TITLE,
    programs: (at) => fakeDashlane(at).programs(),
  },
  machine: [],
};
