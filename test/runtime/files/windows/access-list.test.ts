import { expect, test } from '@jest/globals';
import { isInherited, othersIn } from '#runtime/files/windows/access-list.js';

const ME = 'S-1-5-21-1004336348-1177238915-682003330-1001';
/** What `icacls /save` of Windows 10 and 11 writes. */
const PROFILE = `D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;${ME})`;
const IN_PROFILE = `D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;FA;;;${ME})`;
const IN_PROGRAM_DATA = 'D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
const NEW_FOLDER_OF_DRIVE =
  'D:AI(A;OICIID;FA;;;BA)(A;OICIID;FA;;;SY)(A;OICIID;0x1200a9;;;BU)(A;ID;0x1301bf;;;AU)(A;OICIIOID;SDGXGWGR;;;AU)';

test.each([
  ['the profile folder', PROFILE, 'nothing'],
  ['a file in it', IN_PROFILE, 'nothing'],
  ['a list for nobody', 'D:', 'nothing'],
  ['the owner, whoever it is', 'D:P(A;;FA;;;OW)(A;OICIIO;GA;;;CO)', 'nothing'],
  ['what all users may read', IN_PROGRAM_DATA, 'read'],
  ['a folder that was made on a drive', NEW_FOLDER_OF_DRIVE, 'change'],
  ['another user', `D:AI(A;;FR;;;${ME.replace(/1001$/u, '1002')})(A;ID;FA;;;${ME})`, 'read'],
  ['another user whose number only starts the same', `D:(A;;FA;;;${ME}1)`, 'change'],
  ['everyone, for what will be in the folder', 'D:(A;OICIIO;GR;;;WD)', 'read'],
  ['everyone, who may change the list', 'D:(A;;WD;;;WD)', 'change'],
  ['everyone, who may see attributes and pass through', 'D:(A;;0x1000a0;;;WD)', 'nothing'],
  ['everyone, as far as a condition holds', 'D:(XA;;FR;;;WD;(Member_of {SID(BA)}))', 'read'],
  ['everyone is forbidden', 'D:(D;;FA;;;WD)(A;;FA;;;SY)', 'nothing'],
  ['rights of a kind that is not known', 'D:(A;;ZZ;;;WD)', 'change'],
  ['a disk without lists', 'D:NO_ACCESS_CONTROL', 'change'],
  ['what is watched of it', `${IN_PROFILE}S:AI(AU;SAFA;FA;;;WD)`, 'nothing'],
  ['another text', 'no list', null],
  ['nothing', '', null],
])('%s', (_what, list, others) => {
  expect(othersIn(list, ME)).toBe(others);
});

test('a list of its own differs from one that its folder gives', () => {
  expect([IN_PROFILE, IN_PROGRAM_DATA, 'D:AI', 'D:'].map(isInherited)).toEqual([true, true, true, true]);
  expect([PROFILE, 'D:AI(A;;FR;;;WD)(A;ID;FA;;;SY)', 'D:PAI(A;ID;FA;;;SY)'].map(isInherited)).toEqual([
    false,
    false,
    false,
  ]);
});
