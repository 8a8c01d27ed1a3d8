/** The account of keyring entries does not depend on variables. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { currentUser, nameInPasswd } from '#runtime/inputs/current-user.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const passwd = join(temporaryFolder(), 'passwd');
writeFileSync(passwd, 'root:x:0:0:root:/root:/bin/sh\n# a comment\nzed:x:1000:1000::/home/zed:/bin/sh\n:x:7:7:::\n');

test('the name beside the number', () => expect(nameInPasswd(passwd, 1000)).toBe('zed'));
test('no such number', () => expect(nameInPasswd(passwd, 1)).toBeNull());
test('a number without a name', () => expect(nameInPasswd(passwd, 7)).toBeNull());
test('no such file', () => expect(nameInPasswd(`${passwd}.gone`, 0)).toBeNull());
test('the system agrees', () => expect(currentUser()).toBe(execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()));
