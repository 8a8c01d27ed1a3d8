/** Plans and linked plans, under every variable that may lead to a forgery. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { chmodSync, existsSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkout, folder, forgedHome, isForged, isHonest, isUntouched, listed, newHome, root } from './world.mjs';

export const kept = {
  'the forgery is one: in a cache of the user it is believed': () => isForged({ HOME: forgedHome() }),
  'the clone has it, as private as a cache': () => {
    const [folderMode, fileMode] = ['', readdirSync(join(checkout, '.cache/tool/plans'))[0]].map(
      (name) => statSync(join(checkout, '.cache/tool/plans', name)).mode & 0o777,
    );
    deepStrictEqual([folderMode, fileMode], [0o700, 0o600]);
  },
  ...Object.fromEntries(
    ['.cache', './.cache', '$PWD/.cache', '$PWD/../checkout/.cache/'].map((value) => [
      `XDG_CACHE_HOME=${value}`,
      () => {
        const env = { HOME: newHome(), XDG_CACHE_HOME: value.replace('$PWD', checkout) };
        isHonest(env);
        isUntouched();
        // The home serves instead.
        deepStrictEqual(readdirSync(join(env.HOME, '.cache/tool')).sort(), ['config', 'links', 'plans']);
      },
    ]),
  ),
  'HOME=$PWD': () => {
    isHonest({ HOME: checkout });
    isUntouched();
  },
  'HOME=$PWD and XDG_CACHE_HOME=$PWD/.cache': () => {
    isHonest({ HOME: checkout, XDG_CACHE_HOME: join(checkout, '.cache') });
    isUntouched();
  },
  'HOME=$PWD, from a folder below it': () => {
    const below = folder(join(checkout, 'below'));
    isHonest({ HOME: checkout }, { folder: below });
    isUntouched();
  },
  'a link of XDG_CACHE_HOME into the checkout': () => {
    const one = newHome();
    symlinkSync(join(checkout, '.cache'), join(one, 'link'));
    isHonest({ HOME: one, XDG_CACHE_HOME: join(one, 'link') });
    isUntouched();
  },
  '~/.cache is a link into the checkout': () => {
    const one = newHome();
    symlinkSync(join(checkout, '.cache'), join(one, '.cache'));
    isHonest({ HOME: one });
    isUntouched();
  },
  '~/.cache/tool/plans and links are links into the checkout': () => {
    const one = newHome();
    folder(join(one, '.cache/tool'), 0o700);
    for (const kind of ['plans', 'links'])
      symlinkSync(join(checkout, '.cache/tool', kind), join(one, '.cache/tool', kind));
    isHonest({ HOME: one });
    isUntouched();
  },
  'an archive without version control, in the folder of its manifest': () => {
    const [tracks, aside] = [join(checkout, '.git'), join(root, 'aside')];
    renameSync(tracks, aside);
    try {
      const before = listed(checkout);
      isHonest({ HOME: checkout });
      isHonest({ HOME: newHome(), XDG_CACHE_HOME: join(checkout, '.cache') });
      deepStrictEqual(listed(checkout), before);
    } finally {
      renameSync(aside, tracks);
    }
  },
  'a cache that others may read, write or enter': () => {
    for (const mode of [0o755, 0o750, 0o770, 0o701]) {
      const one = forgedHome();
      chmodSync(join(one, '.cache/tool'), mode);
      isHonest({ HOME: one });
    }
  },
  'entries that others may read': () => {
    const one = forgedHome();
    for (const file of listed(join(one, '.cache/tool'))) {
      const path = join(one, '.cache/tool', file);
      if (statSync(path).isFile()) chmodSync(path, 0o644);
    }
    isHonest({ HOME: one });
  },
  'a folder above it that everybody may write': () => {
    for (const open of ['', '.cache']) {
      const one = forgedHome();
      chmodSync(join(one, open), 0o777);
      isHonest({ HOME: one });
    }
  },
  'a group of the user alone may write above it': () => {
    const one = forgedHome();
    chmodSync(one, 0o775);
    isForged({ HOME: one });
  },
  'HOME=/nonexistent': () => {
    isHonest({ HOME: '/nonexistent' });
    strictEqual(existsSync('/nonexistent'), false);
  },
  'a home that may not be written': () => {
    const one = newHome();
    chmodSync(one, 0o500);
    isHonest({ HOME: one });
    deepStrictEqual(readdirSync(one), []);
  },
  'what killed writers left is gone after the next one': () => {
    const one = newHome();
    const plans = folder(join(one, '.cache/tool/plans'), 0o700);
    for (const path of [dirname(plans), join(one, '.cache')]) folder(path, 0o700);
    writeFileSync(join(plans, '.2147483646.1.tmp'), 'half');
    isHonest({ HOME: one });
    deepStrictEqual(
      readdirSync(plans).filter((name) => name.endsWith('.tmp')),
      [],
    );
  },
};
