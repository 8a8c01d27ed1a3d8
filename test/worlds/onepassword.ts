/** A vault of 1Password, with a fake of its program. */
import { FakeVendor } from '../stores/fakes/fake-vendor.js';
import { type OpState, opField, opVault, vendor } from '../stores/fakes/op.js';
import { type StoreTests, type StoreWorld, VALUE } from './shared/store-world.js';

const fakeIn = (at: string) => new FakeVendor<OpState>(vendor, `${at}/op`);
const TITLE = 'tool/demo/default/HELD';

export const ONEPASSWORD_WORLD: Omit<StoreWorld, 'spec'> = {
  hold: (at) => {
    const fake = fakeIn(at);
    fake.change((state) => {
      state.tokens.push('ops_canary-token');
      state.vaults.push(opVault('Work', { [TITLE]: { category: 'SECURE_NOTE', fields: [opField('value', VALUE)] } }));
    });
    const { PATH = '' } = process.env;
    return { PATH: `${fake.installed()}:${PATH}` };
  },
  item: () => TITLE,
  programs: (at) => fakeIn(at).programs(),
  mostBytes: Number.MAX_SAFE_INTEGER,
  hasRace: true,
};

export const store: StoreTests = {
  world: { ...ONEPASSWORD_WORLD, spec: () => 'onepassword://Work' },
  machine: [],
};
