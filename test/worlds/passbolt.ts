/** Resources of Passbolt, with a fake of its program. */
import { FakeVendor } from '../stores/fakes/fake-vendor.js';
import { putResource, vendor } from '../stores/fakes/passbolt.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

const NAME = 'tool/demo/default/HELD';
export const FOLDER = 'f0000000-0000-4000-8000-000000000001';
/** Beside the folder: reading changes nothing in there, and calls are written down. */
export const fakePassbolt = (at: string) => new FakeVendor(vendor, `${at}.passbolt`);

export const store: StoreTests = {
  world: {
    spec: () => `passbolt://?folder=${FOLDER}`,
    hold: (at) => {
      const fake = fakePassbolt(at);
      fake.change((account) => putResource(account, { name: NAME, password: VALUE, folder: FOLDER }));
      return { PATH: `${fake.installed()}:${process.env['PATH']}` };
    },
    item: () => NAME,
    programs: (at) => fakePassbolt(at).programs(),
  },
  machine: [
    [
      'passbolt',
      'the server',
      {},
      { TOOL_PASSBOLT_SERVER: 'https://one.test' },
      { TOOL_PASSBOLT_SERVER: 'https://two.test' },
    ],
  ],
};
