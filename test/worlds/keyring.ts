/** The keyring of the session, if the suite has unlocked one. */
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { type StoreTests, VALUE } from './shared/store-world.js';

const itemOf = (at: string) => `tool-test/${basename(at)}/demo/default/HELD`;

export const store: StoreTests = {
  world: {
    spec: (at) => `keyring://tool-test/${basename(at)}/{project}/{profile}/{key}`,
    hold: (at, user) => {
      const attributes = ['service', itemOf(at), 'username', user];
      execFileSync('secret-tool', ['store', '--label', 'tool test', ...attributes], { input: VALUE });
      return { DBUS_SESSION_BUS_ADDRESS: process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '' };
    },
    item: itemOf,
    switch: 'TOOL_TEST_KEYRING',
    hasRace: true,
  },
  machine: [['keyring', 'the account', {}, { user: 'one' }, { user: 'two' }]],
  faults: () => ({
    uri: () => 'keyring',
    faults: {
      'no bus': {
        variables: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
        codes: ['E1104'],
      },
      'silent bus': { isSilentBus: true, codes: ['E1105', 'E1104'], seconds: 6 },
    },
  }),
};
