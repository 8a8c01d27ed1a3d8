/**
 * Who may read a file before and after the tool has written it: access lists, attributes, groups, and other users that really
 * try. `node test/stores/access-lists.mjs COMMAND...`; ends with `N passed, N failed`. Needs root, setfacl, setfattr and setpriv.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);
/** Numbers that no account of a usual system has. */
const [OWNER, NAMED, MEMBER, STRANGER] = [54_001, 54_002, 54_003, 54_004];
const [OWN_GROUP, TEAM] = [54_101, 54_102];
const root = mkdtempSync(join(tmpdir(), 'tool-access-'));
chmodSync(root, 0o755);
let count = 0;

/** As a user: the words, in this folder. */
function as(user, group, folder, ...words) {
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1' };
  const privileges = ['--reuid', user, '--regid', group, '--clear-groups', '--no-new-privs'].map(String);
  return spawnSync('setpriv', [...privileges, '--', ...words], { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
}

const must = (program, ...words) => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  strictEqual(status, 0, `${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
};
const listOf = (path) => must('getfacl', '--omit-header', '--numeric', '--absolute-names', path).trim().split('\n');
const readers = (folder, path) =>
  Object.entries({
    OWNER: [OWNER, OWN_GROUP],
    NAMED: [NAMED, NAMED],
    MEMBER: [MEMBER, TEAM],
    STRANGER: [STRANGER, STRANGER],
  })
    .filter(([, [user, group]]) => as(user, group, folder, 'cat', path).status === 0)
    .map(([name]) => name);

/** A project of its own, whose file has this mode and belongs to owner and team. */
function project(mode, ...lists) {
  const folder = join(root, `project-${++count}`);
  mkdirSync(folder, { mode: 0o755 });
  writeFileSync(
    join(folder, 'manifest.toml'),
    '[project]\nname = "access"\nrevision = "1.0"\nrequire_reason = false\n[profiles.default]\nKEY = { description = "k", providers = ["dotenv:.env"] }\nENTRY = { description = "e", providers = ["file:./values"] }\n',
  );
  // The home belongs to one user and others write: without a log none of them has to be warned.
  mkdirSync(join(folder, '.config/tool'), { recursive: true });
  writeFileSync(join(folder, '.config/tool/config.toml'), '[audit]\nenabled = false\n');
  const file = join(folder, '.env');
  writeFileSync(file, 'KEY=old\n');
  chownSync(file, OWNER, TEAM);
  chmodSync(file, mode);
  chownSync(folder, OWNER, OWN_GROUP);
  for (const list of lists) must('setfacl', ...list, file);
  return { folder, file };
}

/** `set`, as root or as a user; what was left over fails the case. */
function set({ folder, file }, value, user = 0, group = 0) {
  const run = as(user, group, folder, ...tool, 'set', 'KEY', value);
  strictEqual(run.status, 0, run.stderr);
  match(readFileSync(file, 'utf8'), new RegExp(`^KEY=${value}$`, 'm'));
  deepStrictEqual(
    readdirSync(folder).filter((name) => name.includes('.tool-')),
    [],
  );
  return run.stderr;
}

/** Without a `cp` that copies attributes: what lies at its place fails. */
function setWithoutCopy({ folder }, value) {
  const hide = existsSync('/usr/bin/cp') ? '/usr/bin/cp' : '/bin/cp';
  const words = ['-m', 'sh', '-c', `mount --bind /bin/false ${hide} && exec "$@"`, 'sh', ...tool, 'set', 'KEY', value];
  const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', NO_COLOR: '1' };
  return spawnSync('unshare', words, { cwd: folder, env, encoding: 'utf8' });
}

const cases = {
  'an access list stays, and so do those who may read': () => {
    const at = project(0o640, ['-m', `u:${NAMED}:r`]);
    const before = [listOf(at.file), readers(at.folder, at.file)];
    strictEqual(set(at, 'new').includes('warning'), false);
    deepStrictEqual([listOf(at.file), readers(at.folder, at.file)], before);
    deepStrictEqual(before[1], ['OWNER', 'NAMED', 'MEMBER']);
  },
  'a group that the list keeps out is not let in by the mask': () => {
    const at = project(0o640, ['-m', `u:${NAMED}:r,g::---`]);
    strictEqual(statSync(at.file).mode & 0o070, 0o040);
    set(at, 'new');
    deepStrictEqual(readers(at.folder, at.file), ['OWNER', 'NAMED']);
  },
  'a user whom the list keeps out is not let in by the others': () => {
    const at = project(0o644, ['-m', `u:${NAMED}:---`]);
    set(at, 'new');
    deepStrictEqual(readers(at.folder, at.file), ['OWNER', 'MEMBER', 'STRANGER']);
  },
  'the same where the owner writes, and not root': () => {
    const at = project(0o644, ['-m', `u:${NAMED}:---`]);
    set(at, 'new', OWNER, TEAM);
    deepStrictEqual(readers(at.folder, at.file), ['OWNER', 'MEMBER', 'STRANGER']);
  },
  'who writes without being in the group keeps the file to the owner': () => {
    // Linux passes over a list whose mask is empty: whom it names is then one of the others.
    for (const lists of [[], [['-m', `u:${NAMED}:---,m::r`]]]) {
      const at = project(lists.length === 0 ? 0o604 : 0o644, ...lists);
      match(set(at, 'new', OWNER, OWN_GROUP), /warning\[W1106\]/);
      deepStrictEqual(readers(at.folder, at.file), ['OWNER']);
    }
  },
  'a default list of the folder gives nobody the file': () => {
    const at = project(0o640);
    must('setfacl', '-d', '-m', `u:${NAMED}:rw,o::r`, at.folder);
    set(at, 'new');
    deepStrictEqual(readers(at.folder, at.file), ['OWNER', 'MEMBER']);
  },
  'nor a new one': () => {
    const at = project(0o640);
    must('setfacl', '-d', '-m', `u:${NAMED}:rw,o::r`, at.folder);
    rmSync(at.file);
    set(at, 'new');
    deepStrictEqual(readers(at.folder, at.file), []);
  },
  'extended attributes stay': () => {
    const at = project(0o600);
    must('setfattr', '-n', 'user.origin', '-v', 'vault', at.file);
    set(at, 'new');
    match(must('getfattr', '-d', '--absolute-names', at.file), /user\.origin="vault"/);
  },
  'where nothing can be copied, the file is its owner’s alone, and that is said': () => {
    const at = project(0o644, ['-m', `u:${NAMED}:---`]);
    const { status, stderr } = setWithoutCopy(at, 'new');
    strictEqual(status, 0, stderr);
    match(stderr, /warning\[W1106\]/);
    deepStrictEqual(readers(at.folder, at.file), ['OWNER']);
  },
  'where there was nothing to lose, nothing is said': () => {
    const at = project(0o600);
    const { status, stderr } = setWithoutCopy(at, 'new');
    deepStrictEqual([status, stderr.includes('warning')], [0, false]);
  },
  'an entry of the file store becomes its owner’s alone': () => {
    const at = project(0o600);
    const entry = join(at.folder, 'values/access/default/ENTRY');
    must('setfacl', '-d', '-m', `u:${NAMED}:rwx,o::rx`, at.folder);
    const write = (value) => strictEqual(as(OWNER, OWN_GROUP, at.folder, ...tool, 'set', 'ENTRY', value).status, 0);
    write('one');
    deepStrictEqual(readers(at.folder, entry), ['OWNER']);
    for (const folder of ['values', 'values/access', 'values/access/default'])
      must('setfacl', '-m', `u:${NAMED}:rwx,o::rx`, join(at.folder, folder));
    must('setfacl', '-m', `u:${NAMED}:r,o::r`, entry);
    deepStrictEqual(readers(at.folder, entry), ['OWNER', 'NAMED', 'MEMBER', 'STRANGER']);
    write('two');
    deepStrictEqual(readers(at.folder, entry), ['OWNER']);
  },
  'a plan file keeps its list': () => {
    const at = project(0o600);
    const plan = join(at.folder, 'plan.json');
    const write = () => strictEqual(as(0, 0, at.folder, ...tool, 'plan', '--output', plan).status, 0);
    write();
    must('setfacl', '-m', `u:${NAMED}:---`, plan);
    const before = [listOf(plan), readers(at.folder, plan)];
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('"tool": "', '"tool": "9'));
    write();
    deepStrictEqual([listOf(plan), readers(at.folder, plan)], before);
    deepStrictEqual(before[1], ['OWNER', 'MEMBER', 'STRANGER']);
  },
  'a link put in the way of the new file changes no other file': () => {
    // Who may write in the folder swaps every new file of ours for a link, while root writes.
    const at = project(0o666);
    const victim = join(root, 'victim');
    writeFileSync(victim, 'untouched', { mode: 0o600 });
    const swapping = spawnSync('sh', ['-c', SWAP, 'sh', victim, ...tool, 'set', 'KEY', 'new'], {
      cwd: at.folder,
      env: { PATH: process.env.PATH, HOME: at.folder, LANG: 'C.UTF-8' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    deepStrictEqual(
      [statSync(victim).mode & 0o777, statSync(victim).uid, readFileSync(victim, 'utf8')],
      [0o600, 0, 'untouched'],
      swapping.stderr,
    );
  },
};

const SWAP =
  'victim=$1; shift; (while :; do for f in .env.tool-*; do [ -f "$f" ] && [ ! -L "$f" ] && ln -sf "$victim" "$f"; done; done) & swapper=$!; for i in 1 2 3 4 5; do rm -f .env; echo KEY=old > .env; "$@" 2>/dev/null; done; kill $swapper';

function isPossible() {
  if (process.getuid?.() !== 0) return 'it needs root';
  const probe = join(root, 'probe');
  writeFileSync(probe, '');
  if (spawnSync('setfacl', ['-m', `u:${NAMED}:r`, probe]).status !== 0)
    return `no access lists in ${root}, or no setfacl`;
  if (spawnSync('setfattr', ['-n', 'user.probe', '-v', '1', probe]).status !== 0)
    return `no attributes in ${root}, or no setfattr`;
  return null;
}

try {
  const obstacle = isPossible();
  if (obstacle === null) process.exitCode = runCases(cases);
  else console.log(`left out: ${obstacle}\n0 passed, 0 failed`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
