/** The account of keyring entries does not depend on variables. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { currentUser } from '#runtime/inputs/current-user.js';
import { databaseHome, entryInPasswd } from '#runtime/inputs/password-database.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const folder = temporaryFolder();
const passwd = join(folder, 'passwd');
writeFileSync(passwd, 'root:x:0:0:root:/root:/bin/sh\n# a comment\nzed:x:1000:1000::/home/zed:/bin/sh\n:x:7:7:::\n');
const nobody = { name: null, home: null };

test('name and home beside the number', () =>
  expect(entryInPasswd(passwd, 1000)).toEqual({ name: 'zed', home: '/home/zed' }));
test('no such number', () => expect(entryInPasswd(passwd, 1)).toBeNull());
test('a number without name and home', () => expect(entryInPasswd(passwd, 7)).toEqual(nobody));
test('no such file', () => expect(entryInPasswd(`${passwd}.gone`, 0)).toBeNull());
test('the home is not that of a variable', () => {
  const { HOME } = process.env;
  process.env['HOME'] = folder;
  expect(databaseHome()).toBe(userInfo().homedir);
  process.env['HOME'] = HOME;
});
test('the system agrees', () => expect(currentUser({})).toBe(execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()));
