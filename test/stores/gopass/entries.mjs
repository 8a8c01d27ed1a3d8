/** Entries of every form, and everything that is none. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretValue } from '../../../dist/runtime/values/secret-value.js';
import { CALL, inShort, ref } from '../shared/store.mjs';

export function entries(world) {
  return {
    'the value is the first line, without blanks around it': async () => {
      const lab = world.lab();
      lab.insert('one', 'one');
      lab.insert('more', '  first \nuser: x\nsecond\n');
      lab.insert('crlf', 'first\r\nuser: x\r\n');
      lab.insert('yaml', 'first\n---\nuser: x\n');
      lab.insert('colon', 'user: x\n');
      deepStrictEqual(await lab.read('one', 'more', 'crlf', 'yaml', 'colon'), [
        'found one',
        'found first',
        'found first',
        'found first',
        'found user: x',
      ]);
    },
    'a binary entry is its bytes, and gopass reads what the tool wrote': async () => {
      const lab = world.lab();
      const bytes = Buffer.from([0, 0xff, 0x0a, 0x0d, 0x0a, 0x20]);
      lab.gopass(['cat', 'theirs'], bytes);
      deepStrictEqual(await lab.read('theirs'), [`found ${bytes.toString('latin1')}`]);
      strictEqual((await lab.write('ours', bytes)).kind, 'written');
      match(lab.gopass(['show', '-f', 'ours']), /Content-Transfer-Encoding: Base64/);
      deepStrictEqual(await lab.read('ours'), [`found ${bytes.toString('latin1')}`]);
    },
    'whatever is written is read back; text is readable by people': async () => {
      const lab = world.lab();
      const values = [
        'plain',
        '',
        ' edges ',
        'two\nlines\r\n',
        '\uFEFFmark',
        'gopass://other',
        '---',
        'a: b',
        'é😀',
        'x'.repeat(200_000),
      ];
      for (const [index, value] of values.entries()) strictEqual((await lab.write(`v${index}`, value)).kind, 'written');
      const answers = await lab.read(...values.map((_, index) => `v${index}`));
      deepStrictEqual(
        answers,
        values.map((value) => `found ${Buffer.from(value).toString('latin1')}`),
      );
      strictEqual(lab.gopass(['show', '-o', 'v0']), 'plain');
    },
    'a folder is no value, and no entry to remove': async () => {
      const lab = world.lab();
      lab.insert('a/b', 'x');
      match(lab.gopass(['show', '-y', '-o', 'a']), /└── b/);
      deepStrictEqual(await lab.read('a', 'a/b', 'gone', 'a/b/c'), ['absent', 'found x', 'absent', 'absent']);
      deepStrictEqual(await lab.remove('a', 'gone', 'a/b'), ['absent', 'absent', 'removed']);
    },
    'names of every kind are entries; some are refused before anything runs': async () => {
      const lab = world.lab();
      const names = ['-dash', '--', '-f/-r', 'k=v:x', 'a b/"q"', '}}{{get "x"}}', 'é😀', '*', "it's"];
      for (const [index, name] of names.entries()) {
        strictEqual((await lab.write(name, `v${index}`)).kind, 'written', name);
      }
      deepStrictEqual(
        await lab.read(...names),
        names.map((_, index) => `found v${index}`),
      );
      deepStrictEqual(
        await lab.remove(...names),
        names.map(() => 'removed'),
      );
      const bad = ['/x', '..', 'a/../b', 'a//b', 'a/', '', 'a\nb', '.git/x', 'a\\b'];
      deepStrictEqual(
        await lab.read(...bad),
        bad.map(() => 'failed unsupported'),
      );
    },
    'an entry that is cut, empty or no message is no value, and stops no other': async () => {
      const lab = world.lab();
      lab.insert('good', 'good');
      const whole = readFileSync(lab.file('good'));
      for (const cut of [0, 1, 10, 60, 100, whole.length - 1])
        writeFileSync(lab.file(`cut${cut}`), whole.subarray(0, cut));
      writeFileSync(lab.file('text'), 'canary\n');
      lab.insert('blank', '\n');
      const bad = ['cut0', 'cut1', 'cut10', 'cut60', 'cut100', `cut${whole.length - 1}`, 'text', 'blank'];
      const answers = await lab.read(...bad, 'good');
      strictEqual(answers.pop(), 'found good');
      for (const [index, answer] of answers.entries()) match(answer, /^failed (malformed|failed)$/, bad[index]);
    },
    'an entry that was tampered with is malformed, and nothing of it is shown': async () => {
      const lab = world.lab();
      lab.insert('x', 'canary-value\ncanary: more\n');
      const bytes = readFileSync(lab.file('x'));
      bytes[bytes.length - 5] ^= 1;
      writeFileSync(lab.file('x'), bytes);
      const failure = await lab.failureOf('x');
      strictEqual(failure.kind, 'malformed');
      doesNotMatch(JSON.stringify(failure), /canary/);
      const { stdout, stderr, status } = await lab.tool(['get', 'DATABASE_PASSWORD'], {
        manifest: MANIFEST_OF('x'),
      });
      strictEqual(status, 1);
      doesNotMatch(stdout + stderr, /canary/);
    },
    'an entry whose file cannot be read is not missing': async () => {
      const lab = world.lab();
      lab.insert('good', 'good');
      mkdirSync(lab.file('folder'));
      symlinkSync('good.gpg', lab.file('link'));
      deepStrictEqual(await lab.read('link', 'good'), ['found good', 'found good']);
      symlinkSync('nowhere.gpg', lab.file('dangling'));
      deepStrictEqual(await lab.read('dangling', 'good'), ['failed failed', 'found good']);
      rmSync(lab.file('dangling'));
      symlinkSync('round.gpg', lab.file('round'));
      deepStrictEqual(await lab.read('round'), ['failed failed']);
    },
    'a store that is not initialised is a failure, and nothing is missing in it': async () => {
      const lab = world.lab(null);
      const failure = await lab.failureOf('x');
      deepStrictEqual([failure.kind, failure.detail], ['failed', 'the password store is not initialised']);
      strictEqual((await lab.write('x', 'v')).failure.detail, failure.detail);
      strictEqual((await (await lab.open()).list(CALL)).failure.detail, failure.detail);
    },
    'entries of a mount are read and written there': async () => {
      const lab = world.lab();
      const team = join(lab.folder, 'team');
      lab.gopass([
        'init',
        '--crypto',
        'gpgcli',
        '--storage',
        'fs',
        '--store',
        'team',
        '--path',
        team,
        'open@tool.test',
      ]);
      strictEqual((await lab.write('team/x', 'v')).kind, 'written');
      ok(readFileSync(join(team, 'x.gpg')).length > 0);
      deepStrictEqual(await lab.read('team/x', 'team/gone'), ['found v', 'absent']);
      const { entries: listed } = await (await lab.open()).list(CALL);
      deepStrictEqual(
        listed.map(({ at }) => at),
        [{ item: 'team/x' }],
      );
      rmSync(team, { recursive: true });
      deepStrictEqual(await lab.read('team/x', 'teams/x'), ['failed failed', 'absent']);
      strictEqual((await lab.write('team/x', 'v')).kind, 'failed');
      deepStrictEqual(await lab.remove('team/x'), ['failed failed']);
      strictEqual(lab.gopass(['ls', '--flat']), '');
    },
    'settings of gopass that change its output change no value': async () => {
      const lab = world.lab();
      lab.insert('x', 'value\nuser: y\n');
      for (const [key, value] of [
        ['core.nocolor', 'false'],
        ['show.safecontent', 'true'],
        ['show.autoclip', 'true'],
        ['core.notifications', 'true'],
        ['core.autosync', 'true'],
      ])
        lab.gopass(['config', key, value]);
      deepStrictEqual(await lab.read('x', 'gone'), ['found value', 'absent']);
      doesNotMatch((await lab.failureOf('x', { PASSWORD_STORE_DIR: '/nowhere' })).detail, /\x1b/);
    },
    'where there is no HOME, the home of the user is used, and nothing is put elsewhere': async () => {
      const lab = world.lab();
      lab.insert('x', 'v');
      const store = await lab.open({ HOME: null });
      deepStrictEqual((await store.read([ref('x')], CALL)).map(inShort), ['found v']);
      await lab.open({ HOME: null }, { home: null }).then(
        () => ok(false),
        (error) => match(error.message, /no home folder/),
      );
    },
    'paths of variables must be absolute': async () => {
      for (const name of ['GOPASS_HOMEDIR', 'GOPASS_CONFIG', 'PASSWORD_STORE_DIR']) {
        await world
          .lab(null)
          .open({ [name]: 'relative' })
          .then(
            () => ok(false, name),
            (error) => match(error.message, /is not an absolute path/),
          );
      }
    },
    'a program that is missing, or that lacks gpg, is reported': async () => {
      const lab = world.lab();
      strictEqual((await lab.failureOf('x', { PATH: '/nowhere' })).kind, 'missing-program');
      strictEqual((await lab.failureOf('x', { PATH: world.bin })).kind, 'missing-program');
    },
    'no argument and no message holds a value; one process reads a batch': async () => {
      const lab = world.lab();
      const { PATH, log } = lab.before({ gopass: 'echo "$@" >>$log' });
      const store = await lab.open({ PATH });
      const items = Array.from({ length: 20 }, (_, index) => ({
        at: ref(`n${index}`),
        value: SecretValue.fromText(`canary${index}\n`.repeat(index % 2) || 'canary'),
      }));
      await store.write(items, CALL);
      doesNotMatch(log(), /canary/);
      strictEqual(log().trim().split('\n').length, 21);
      const before = log().length;
      const answers = await store.read(
        items.map(({ at }) => at),
        CALL,
      );
      ok(answers.every(({ kind }) => kind === 'found'));
      strictEqual(log().slice(before).trim(), 'process -- /dev/stdin');
    },
    'a read-only tree is read, and a write is reported': async () => {
      const lab = world.lab();
      lab.insert('x', 'old');
      if (process.getuid() === 0) return;
      chmodSync(lab.root, 0o500);
      chmodSync(lab.file('x'), 0o400);
      deepStrictEqual(await lab.read('x', 'gone'), ['found old', 'absent']);
      strictEqual((await lab.write('x', 'new')).kind, 'failed');
      strictEqual((await lab.write('y', 'new')).kind, 'failed');
      chmodSync(lab.root, 0o700);
      deepStrictEqual(await lab.read('x'), ['found old']);
    },
    'the commands of the documentation work': async () => {
      const lab = world.lab();
      lab.insert('web/shop.example', 'login\nuser: me\n');
      const set = await lab.tool(['set', 'DATABASE_PASSWORD'], { input: 'correct-horse' });
      match(set.stderr + set.stdout, /saved to gopass/);
      strictEqual(lab.gopass(['show', '-o', 'tool/shop/default/DATABASE_PASSWORD']), 'correct-horse');
      const run = await lab.tool(['run', '--', 'sh', '-c', 'echo "$DATABASE_PASSWORD $SHOP_LOGIN"']);
      strictEqual(run.stdout, 'correct-horse login\n');
      const removed = await lab.tool(['delete', 'DATABASE_PASSWORD']);
      strictEqual(removed.status, 0, removed.stderr);
      strictEqual(lab.gopass(['ls', '--flat']), 'web/shop.example\n');
    },
  };
}

const MANIFEST_OF = (item) => `[project]
name = "shop"
revision = "1.0"
require_reason = false
[defaults]
providers = ["gopass"]
[profiles.default]
DATABASE_PASSWORD = { description = "Password", ref = { item = "${item}" } }
`;
