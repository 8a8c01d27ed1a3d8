/** A KeePass database with a password. */
import { databaseOf, documentWith } from '../runtime/providers/kdbx/kdbx-files.js';
import { halved, ofFiles, STORE } from './shared/fault-world.js';
import { machineOfPath } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { laidOut } from './shared/values.js';

const PASSWORD = 'open sesame';

export const store: StoreTests = {
  world: {
    spec: (at) => `kdbx:${at}/team.kdbx`,
    hold: (at) => {
      const document = documentWith({ 'tool/demo/default/HELD': VALUE });
      laidOut(at, 'team.kdbx', databaseOf(document, { password: PASSWORD }));
      return { TOOL_KDBX_PASSWORD: PASSWORD };
    },
    item: () => 'tool/demo/default/HELD',
    credentials: { password: PASSWORD },
    file: 'team.kdbx',
  },
  machine: machineOfPath('kdbx:values.kdbx'),
  // One key derivation each time, which takes a while on purpose.
  faults: () => ({
    uri: () => `kdbx:${STORE}/team.kdbx`,
    file: 'team.kdbx',
    neverRemoves: true,
    variables: { TOOL_KDBX_PASSWORD: PASSWORD },
    faults: {
      ...ofFiles('team.kdbx'),
      'truncated file': { bring: halved('team.kdbx'), codes: ['E1107', 'E1101'] },
      'wrong password': { variables: { TOOL_KDBX_PASSWORD: 'another' }, codes: ['E1102', 'E1103', 'E1112', 'E1101'] },
      'no password': { variables: { TOOL_KDBX_PASSWORD: undefined }, codes: ['E1112', 'E1103', 'E1101'] },
    },
  }),
};
