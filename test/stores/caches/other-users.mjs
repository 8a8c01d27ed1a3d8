/** Users without a home, and folders of other users. All of it needs root. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkout,
  command,
  folder,
  forgedHome,
  isHonest,
  isUntouched,
  newHome,
  OTHER_USER,
  root,
  sh,
  told,
  USER,
} from './world.mjs';

export const otherUsers = {
  'HOME is empty or relative, and the database has none': () => {
    for (const env of [{ HOME: '' }, { HOME: '.' }, {}, { HOME: './x', XDG_CACHE_HOME: '.cache' }]) {
      isHonest(env);
      const { stdout, stderr, status } = sh('tool --version', { env });
      match(stdout, /^tool \d+\.\d+\.\d+\n$/);
      deepStrictEqual([stderr, status], ['', 0]);
    }
    isUntouched();
  },
  '`~` without a home is an error with words': () => {
    const { stderr, status } = sh('tool check --provider dotenv:~/x.env', { env: { HOME: '' } });
    match(stderr, /^error\[E11\d\d\][\s\S]*no home folder/);
    strictEqual(status, 1);
  },
  'sudo with HOME kept': () => {
    const one = newHome();
    isHonest({ HOME: one }, { user: 0 });
    deepStrictEqual(readdirSync(one), []);
    isHonest({ HOME: forgedHome() }, { user: 0 });
  },
  'a home that does not exist, as root': () => {
    isHonest({ HOME: join(root, 'nowhere') }, { user: 0 });
    strictEqual(existsSync(join(root, 'nowhere')), false);
  },
  'the cache, an entry or a folder above belongs to another user': () => {
    for (const path of ['.cache/tool', '.cache', '', '.cache/tool/plans']) {
      const one = forgedHome();
      chownSync(join(one, path), OTHER_USER, OTHER_USER);
      chmodSync(join(one, path), 0o777);
      strictEqual(told({ HOME: one }).stdout.startsWith('honest!'), true, path);
    }
  },
  'another group may write above it': () => {
    const one = forgedHome();
    chownSync(one, USER, OTHER_USER);
    chmodSync(one, 0o775);
    isHonest({ HOME: one });
  },
};

/** They need to mount over the password database. */
export const databaseHomes = {
  'a home under version control is the home of the password database': () => {
    const one = forgedHome();
    folder(join(one, '.git'));
    isHonest({ HOME: one });
    const passwd = join(root, 'passwd');
    writeFileSync(passwd, `user:x:${USER}:${USER}::${one}:/bin/sh\n`, { mode: 0o644 });
    const tool = command.map((word) => `'${word}'`).join(' ');
    const inside = `mount --bind ${passwd} /etc/passwd && cd ${checkout} && exec setpriv --reuid=${USER} --regid=${USER} --clear-groups sh -c "${tool} get A"`;
    const { stdout } = spawnSync('unshare', ['--mount', 'sh', '-c', inside], {
      env: { PATH: process.env.PATH, HOME: one },
      encoding: 'utf8',
    });
    strictEqual(stdout, 'planted');
  },
};
