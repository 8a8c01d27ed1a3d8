/** A Bitwarden vault, with a fake of its program. */
import { bwLogin, vendor } from '../stores/fakes/bw.js';
import { FakeVendor } from '../stores/fakes/fake-vendor.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

export const store: StoreTests = {
  world: {
    spec: () => 'bw',
    hold: (at) => {
      const fake = new FakeVendor(vendor, `${at}/bw`);
      fake.change((state) => {
        state.items = [bwLogin(1, 'tool/demo/default/HELD', VALUE)];
      });
      return { PATH: `${fake.installed()}:${process.env['PATH'] ?? ''}`, BW_SESSION: 'canary-session' };
    },
    item: () => 'tool/demo/default/HELD',
    programs: (at) => new FakeVendor(vendor, `${at}/bw`).programs(),
    refuses: (bytes) => isNotText(bytes) || bytes.includes(0),
    isSmall: true,
    // 5000 characters of its encrypted form.
    mostBytes: 3695,
    hasRace: true,
  },
  machine: [
    ['bw', 'the account', {}, { BITWARDENCLI_APPDATA_DIR: '/one' }, { BITWARDENCLI_APPDATA_DIR: '/two' }],
    ['bw', 'the collection', {}, {}, { BITWARDEN_COLLECTION: 'Team' }],
    ['bw', 'the organization', {}, {}, { BITWARDEN_ORGANIZATION: 'Acme' }],
    ['bw', 'the type', {}, {}, { BITWARDEN_DEFAULT_TYPE: 'note' }],
    ['bw', 'the field', {}, {}, { BITWARDEN_DEFAULT_FIELD: 'token' }],
  ],
};
