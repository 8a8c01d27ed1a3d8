/** The cases of pass.sh, with the keys that it made: `open`, `locked` by a passphrase, and `other`, whose secret part is elsewhere. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { SecretValue } from '#runtime/values/secret-value.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from '../runtime/providers/open-store.js';
import { keys } from './pass-key-cases.js';
import { ENVIRONMENT, Lab, PATH, pinentry, WORK } from './pass-lab.js';
import { writers, writeThere } from './pass-writer-cases.js';

type Cases = Readonly<Record<string, () => Promise<void>>>;

const entries: Cases = {
  'what pass inserted is read, without the newline that ends it': async () => {
    const lab = new Lab('open');
    const contents = [
      'one\n',
      'one',
      'one\n\n',
      '',
      '\n',
      'a\nb: c\n\nd\n',
      'a\r\nb\r\n',
      '\ufeffé😀\n',
      ' x \n',
      'a\0b\n',
    ];
    for (const [index, content] of contents.entries()) lab.insert(`e${index}`, content);
    const found = contents.map((content) => Buffer.from(content.replace(/\n$/, '')).toString('latin1'));
    deepStrictEqual(
      await lab.read(...contents.map((_, index) => `e${index}`)),
      found.map((content) => `found ${content}`),
    );
  },
  'what is written is shown by pass, with a newline': async () => {
    const lab = new Lab('open');
    for (const value of ['x', '', 'x\n', 'a\nb\r\n', 'a\0b', ' é😀 ', 'x'.repeat(1_000_000)]) {
      deepStrictEqual(await lab.write('a/b', value), { kind: 'written' });
      strictEqual(lab.pass(['show', 'a/b']).toString('latin1'), Buffer.from(`${value}\n`).toString('latin1'));
      deepStrictEqual(await lab.read('a/b'), [`found ${Buffer.from(value).toString('latin1')}`]);
    }
  },
  'bytes that are not text are refused, and reading them fails': async () => {
    const lab = new Lab('open');
    lab.insert('bytes', Buffer.from([0xff, 0]));
    deepStrictEqual(await lab.read('bytes'), ['failed not-text']);
    match(JSON.stringify(await lab.write('new', Buffer.from([0xff]))), /"kind":"failed".*"kind":"not-text"/);
    strictEqual(existsSync(lab.file('new')), false);
  },
  'a folder is neither a value nor an entry to remove': async () => {
    const lab = new Lab('open');
    lab.insert('folder/entry', 'x\n');
    deepStrictEqual(await lab.read('folder', 'folder/entry', 'gone'), ['absent', 'found x', 'absent']);
    deepStrictEqual(await lab.remove('folder', 'folder/entry', 'folder/entry'), ['absent', 'removed', 'absent']);
  },
  'a folder and an entry may have one name': async () => {
    const lab = new Lab('open');
    lab.insert('both/entry', 'inner\n');
    lab.insert('both', 'outer\n');
    deepStrictEqual(await lab.remove('both'), ['removed']);
    deepStrictEqual(await lab.read('both', 'both/entry'), ['absent', 'found inner']);
  },
  'a store that is not initialised has no missing entries': async () => {
    const lab = new Lab();
    rmSync(lab.root, { recursive: true });
    for (const _ of ['no folder', 'an empty folder']) {
      deepStrictEqual(await lab.read('x'), ['failed failed']);
      match((await lab.saysOf('x')).help ?? '', /pass init/);
      match(JSON.stringify(await lab.write('x', 'y')), /not initialised/);
      deepStrictEqual(await lab.remove('x'), ['failed failed']);
      match((await says(await lab.open()).refusesWrite(native('x'))) ?? '', /not initialised/);
      mkdirSync(lab.root, { recursive: true });
    }
  },
  'names that lead elsewhere are refused, also before a person is asked': async () => {
    const lab = new Lab('open');
    for (const name of ['/x', '../x', 'a/../x', 'a//x', 'x/', '', '.', 'a\0b']) {
      deepStrictEqual(await lab.read(name), ['failed unsupported'], name);
      match((await says(await lab.open()).refusesWrite(native(name))) ?? '', /not a valid entry/);
    }
  },
  'names that look like options or have odd characters are names': async () => {
    const lab = new Lab('open');
    for (const name of ['-x', '--help', '-f/-rf', 'a b', '$(id)', "it's", 'é', 'x*', 'new\nline']) {
      deepStrictEqual(await lab.write(name, `of ${name}`), { kind: 'written' }, name);
      strictEqual(existsSync(lab.file(name)), true);
      deepStrictEqual(await lab.read(name), [`found of ${Buffer.from(name).toString('latin1')}`]);
      deepStrictEqual(await lab.remove(name), ['removed']);
      strictEqual(existsSync(lab.file(name)), false);
    }
  },
  'a link inside the store is followed, one that leads out of it is not': async () => {
    const lab = new Lab('open');
    lab.insert('real/entry', 'x\n');
    symlinkSync('real/entry.gpg', lab.file('link'));
    symlinkSync('real', `${lab.root}/folder`);
    symlinkSync('nowhere.gpg', lab.file('dangling'));
    writeFileSync(`${lab.folder}/outside.gpg`, readFileSync(lab.file('real/entry')));
    symlinkSync(`${lab.folder}/outside.gpg`, lab.file('out'));
    deepStrictEqual(await lab.read('link', 'folder/entry', 'dangling', 'out'), [
      'found x',
      'found x',
      'absent',
      'failed denied',
    ]);
  },
  'what is there stays where only a missing entry is to be written': async () => {
    const lab = new Lab('open');
    lab.insert('there', 'old\n');
    const store = await lab.open();
    const entry = (name: string) =>
      ({ at: native(name), value: SecretValue.fromText('new'), onlyIfAbsent: true }) as const;
    const answers = await store.write?.([entry('there'), entry('gone'), entry('gone')], CALL);
    deepStrictEqual(
      answers?.map(({ kind }) => kind),
      ['present', 'written', 'present'],
    );
    deepStrictEqual(await lab.read('there', 'gone'), ['found old', 'found new']);
  },
  'entries are listed by name, those of this project and profile by key': async () => {
    const lab = new Lab('open');
    for (const name of ['web/site', 'tool/demo/default/KEY', 'tool/demo/other/KEY', 'top'])
      lab.insert(name, 'canary\n');
    lab.pass(['git', 'init', '--quiet']);
    const listed = await (await lab.open()).list?.(CALL);
    const named = listed?.kind === 'listed' ? listed.entries.map(({ name, at }) => `${name} ${at?.item}`) : [];
    deepStrictEqual(named, [
      'KEY undefined',
      'tool/demo/other/KEY tool/demo/other/KEY',
      'top top',
      'web/site web/site',
    ]);
    match(JSON.stringify(await (await new Lab().open()).list?.(CALL)), /not initialised/);
  },
  'the folder is that of the variable, else the one in the home folder': async () => {
    const lab = new Lab('open');
    lab.insert('tool/demo/default/KEY', 'x\n');
    const of = async (environment: Readonly<Record<string, string>>, home: string) =>
      (await openStore('pass', { ...portsIn('/', { ...ENVIRONMENT, ...environment }), home })).read(
        [convention('KEY')],
        CALL,
      );
    deepStrictEqual((await of({ PASSWORD_STORE_DIR: lab.root }, '/nowhere')).map(inShort), ['found x']);
    execFileSync('mv', [lab.root, `${lab.folder}/.password-store`]);
    deepStrictEqual((await of({ PASSWORD_STORE_DIR: '' }, lab.folder)).map(inShort), ['found x']);
  },
};

const programs: Cases = {
  'options for gpg have pass show the entry, with the same answers': async () => {
    const lab = new Lab('open');
    lab.initialise('private', 'locked');
    for (const name of ['x', 'folder/y', 'private/z']) lab.insert(name, 'a\nb\n');
    pinentry(null);
    const { PATH: path, log } = lab.before({ pass: 'echo "$*" >>$log' });
    const names = ['x', 'folder', 'gone', 'private/z'].map(native);
    for (const given of [{ PASSWORD_STORE_GPG_OPTS: '--no-greeting' }, { PASSWORD_STORE_ENABLE_EXTENSIONS: 'true' }]) {
      const answers = await (await lab.open({ PATH: path, ...given })).read(names, CALL);
      deepStrictEqual(answers.map(inShort), ['found a\nb', 'absent', 'absent', 'failed locked']);
    }
    // The programs of one batch run side by side: either may be first.
    const shown = log().trimEnd().split('\n');
    for (const batch of [shown.slice(0, 2), shown.slice(2)])
      deepStrictEqual(batch.sort(), ['show -- private/z', 'show -- x']);
  },
  'a value is in no argument and no variable': async () => {
    const lab = new Lab('open');
    const look = 'cat /proc/$$/cmdline /proc/$$/environ >>$log';
    const { PATH: path, log } = lab.before({ gpg: look, pass: look });
    const store = await lab.open({ PATH: path });
    deepStrictEqual(await lab.write('x', 'canary', store), { kind: 'written' });
    deepStrictEqual((await store.read([native('x')], CALL)).map(inShort), ['found canary']);
    match(log(), /--compress-algo/);
    doesNotMatch(log(), /canary/);
  },
  'gpg may ask on a terminal only where there is one': async () => {
    const lab = new Lab('open');
    lab.insert('x', 'y\n');
    const { PATH: path, log } = lab.before({ gpg: 'echo "tty=$GPG_TTY" >>$log' });
    const environment = { PATH: path, GPG_TTY: '/dev/pts/7' };
    await (await lab.open(environment)).read([native('x')], CALL);
    await (await lab.open(environment, { terminal: '/dev/pts/8' })).read([native('x')], CALL);
    strictEqual(log(), 'tty=\ntty=/dev/pts/8\n');
  },
  'a missing program is reported with what to install': async () => {
    const lab = new Lab('open');
    lab.insert('x', 'y\n');
    const none = await lab.open({ PATH: `${lab.folder}/none` });
    deepStrictEqual(await lab.saysOf('x', none), {
      kind: 'missing-program',
      detail: '`gpg` was not found in `PATH`',
      help: 'install GnuPG (package `gnupg`)',
    });
    match(JSON.stringify(await lab.write('x', 'z', none)), /missing-program.*install GnuPG/);
    deepStrictEqual(await lab.read('x'), ['found y']);
  },
  'a write that fails, is killed or given up leaves the old value': async () => {
    const lab = new Lab('open');
    const stop = new AbortController();
    lab.insert('x', 'old\n');
    const cut = (line: string) => `case "$*" in *"-e "*) printf cut; ${line};; esac`;
    for (const line of ['echo "canary: no space left" >&2; exit 2', 'kill -KILL $$', 'echo now >>$log; sleep 1000']) {
      const { PATH: path, log } = lab.before({ gpg: cut(line) });
      const waits = setInterval(() => log().endsWith('now\n') && stop.abort(), 10);
      const answer = await lab.write('x', 'canary', await lab.open({ PATH: path }), { signal: stop.signal });
      clearInterval(waits);
      strictEqual(answer?.kind, 'failed', line);
      doesNotMatch(JSON.stringify(answer), /canary/);
      deepStrictEqual(await lab.read('x'), ['found old']);
    }
  },
  'a key that gpg does not trust is no reason to hang': async () => {
    const lab = new Lab('open');
    writeFileSync(`${lab.root}/.gpg-id`, 'stranger@tool.test\n');
    const answer = await lab.write('x', 'canary');
    match(JSON.stringify(answer), /failed.*stranger@tool.test/);
    strictEqual(existsSync(lab.file('x')), false);
  },
  'a tree that cannot be written to says so before a person is asked': async () => {
    const lab = new Lab('open');
    lab.insert('x', 'old\n');
    execFileSync('chmod', ['-R', 'a+rX,a-w', lab.folder]);
    chmodSync(WORK, 0o711);
    const user = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const [program = '', ...words] = [...user, process.execPath, ...process.argv.slice(1, 2), 'read-only', lab.folder];
    const said = () => spawnSync(program, words).output.join('');
    const readable = said();
    chmodSync(`${lab.root}/.gpg-id`, 0);
    const withoutKeys = said();
    chmodSync(lab.root, 0o311);
    const unreadable = said();
    execFileSync('chmod', ['-R', 'u+rwX', lab.folder]);
    strictEqual(readable, 'denied denied\n`x`: permission denied\nlisted\n');
    strictEqual(withoutKeys, 'denied denied\n`x`: permission denied\nlisted\n');
    strictEqual(unreadable, 'denied denied\n`x`: permission denied\ndenied\n');
  },
};

const speed: Cases = {
  'a hundred entries take at most half of the time of `pass show` for each': async () => {
    const lab = new Lab('open');
    const names = Array.from({ length: 100 }, (_, index) => `e${index}`);
    lab.insert('e0', 'x\n');
    for (const name of names.slice(1)) writeFileSync(lab.file(name), readFileSync(lab.file('e0')));
    const at = names.map(native);
    const [ours, theirs] = [[], []] as [number[], number[]];
    for (let round = 0; round < 3; round++) {
      const store = await lab.open();
      ours.push(
        await timed(async () =>
          strictEqual((await store.read(at, CALL)).filter(({ kind }) => kind === 'found').length, 100),
        ),
      );
      theirs.push(
        await timed(async () => {
          for (const name of names) lab.pass(['show', name]);
        }),
      );
    }
    const ratio = Math.min(...ours) / Math.min(...theirs);
    console.log(`100 entries: ${ratio.toFixed(2)} of the time of 100 × \`pass show\` (target 0.5)`);
    ok(ratio <= 1, `${ratio}`);
  },
  'equal requests are one, and at most eight programs run at once': async () => {
    const lab = new Lab('open');
    lab.insert('x', 'x\n');
    const names = Array.from({ length: 40 }, (_, index) => `e${index}`);
    for (const name of names) writeFileSync(lab.file(name), readFileSync(lab.file('x')));
    const { PATH: path, log } = lab.before({
      gpg: 'echo start >>$log; trap "" TERM; /usr/bin/gpg "$@"; status=$?; echo end >>$log; exit $status',
    });
    const store = await lab.open({ PATH: path });
    const answers = await store.read([...names, ...names].map(native), CALL);
    strictEqual(
      answers.every((answer) => inShort(answer) === 'found x'),
      true,
    );
    const lines = log().trim().split('\n');
    strictEqual(lines.filter((line) => line === 'start').length, 40);
    let [now, most] = [0, 0];
    for (const line of lines) {
      now += line === 'start' ? 1 : -1;
      most = Math.max(most, now);
    }
    ok(most > 1 && most <= 8, `${most} at once`);
    console.log(`40 entries: 40 programs, at most ${most} at once`);
  },
};

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** As a user who may read the store in this folder and not write to it. */
async function readOnly(folder: string): Promise<void> {
  const store = await openStore('pass://?store_dir=./store', portsIn(folder, { PATH }));
  const written = await store.write?.(
    [
      { at: native('x'), value: SecretValue.fromText('new') },
      { at: native('new'), value: SecretValue.fromText('new') },
    ],
    CALL,
  );
  console.log(written?.map((answer) => (answer.kind === 'failed' ? answer.failure.kind : answer.kind)).join(' '));
  console.log(await says(store).refusesWrite(native('x')));
  const listed = await store.list?.(CALL);
  console.log(listed?.kind === 'failed' ? listed.failure.kind : listed?.kind);
}

async function all(): Promise<void> {
  for (const [name, holds] of Object.entries({ ...entries, ...keys, ...programs, ...writers, ...speed })) {
    try {
      await holds();
      console.log(`ok ${name}`);
    } catch (error) {
      console.log(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const [, , what, folder = '', name = '', value = ''] = process.argv;
if (what === 'read-only') await readOnly(folder);
else if (what === 'write') await writeThere(folder, name, value);
else await all();
