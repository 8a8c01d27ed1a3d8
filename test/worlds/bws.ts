/** A project of Bitwarden Secrets Manager, with a fake of its program. */
import { PROJECT, TOKEN, vendor } from '../stores/fakes/bws.js';
import { FakeVendor } from '../stores/fakes/fake-vendor.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

export const fakeBws = (at: string) => new FakeVendor(vendor, `${at}/bws`);

export const store: StoreTests = {
  world: {
    spec: () => `bws://${PROJECT}`,
    hold: (at) => {
      const fake = fakeBws(at);
      fake.change((state) => {
        state.projects = { [PROJECT]: [['HELD', VALUE]] };
      });
      const { PATH = '' } = process.env;
      return { PATH: `${fake.installed()}:${PATH}`, BWS_ACCESS_TOKEN: TOKEN };
    },
    item: () => 'HELD',
    credentials: { access_token: TOKEN },
    programs: (at) => fakeBws(at).programs(),
  },
  machine: [],
};
