/** The secrets of a Fly.io app, with a double of its program. */
import { FakeFlyctl, FLYCTL } from '../helpers/doubles/flyctl.js';
import { fakePrograms } from '../helpers/fake-programs.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

export const store: StoreTests = {
  world: {
    spec: () => 'fly://my-app',
    hold: (at) => {
      new FakeFlyctl(`${at}/fly`).put('HELD', VALUE);
      const { PATH = '' } = process.env;
      return { PATH, TOOL_FLYCTL_PATH: FLYCTL, FAKE_FLYCTL: `${at}/fly`, FLY_API_TOKEN: 'canary-token' };
    },
    item: () => 'HELD',
    programs: (at) => fakePrograms({ [FLYCTL]: (run) => new FakeFlyctl(`${at}/fly`).run(run) }),
    shows: (at) => (name) => new FakeFlyctl(`${at}/fly`).value(name),
    refuses: (bytes) =>
      isNotText(bytes) || bytes.includes(0) || /^\p{White_Space}|\p{White_Space}$/u.test(`${Buffer.from(bytes)}`),
    isSmall: true,
    hasRace: true,
  },
  // It cannot be read, so it has no cache.
  machine: [],
};
