/** The real editors, each with settings of a user who keeps backups, swap files and histories elsewhere. */
import { match, strictEqual } from 'node:assert';
import { NEW, OLD } from './world.mjs';

const VIMRC = `set backup backupdir=~/.vim/backup directory=~/.vim/swap undofile undodir=~/.vim/undo
set viminfo='100,<1000,s100,h patchmode=.orig
`;
const INIT_EL = `(setq backup-directory-alist '(("." . "~/.emacs.d/backups")) version-control t
      auto-save-file-name-transforms '((".*" "~/.emacs.d/saves/" t)))
`;

/** How a value is changed in each: what shows that it is ready, and what is typed. */
const EDITORS = {
  vim: {
    files: { '.vimrc': VIMRC, '.vim/backup/x': '', '.vim/swap/x': '', '.vim/undo/x': '' },
    steps: [
      ...ready(),
      keys(`:%s/${OLD}/${NEW}/\r`),
      { expect: NEW },
      keys('yy'),
      keys(':w\r'),
      { expect: 'written' },
      keys(':q\r'),
    ],
  },
  nvim: {
    files: {
      '.config/nvim/init.vim': 'set backup backupdir=~/.b undofile undodir=~/.u directory=~/.s\n',
      '.b/x': '',
      '.u/x': '',
      '.s/x': '',
    },
    steps: [...ready(), keys(`:%s/${OLD}/${NEW}/\r`), { expect: NEW }, keys('yy'), keys(':wq\r')],
  },
  nano: {
    files: { '.nanorc': 'set backup\nset backupdir "~/.nano"\nset historylog\nset positionlog\n', '.nano/x': '' },
    // Find and replace, once for each of three questions, then save and leave.
    steps: [
      ...ready(),
      keys('\x1c'),
      { expect: 'to replace' },
      keys('before\r'),
      { expect: 'Replace with' },
      keys('after\r'),
      { expect: 'this instance' },
      keys('a'),
      { expect: 'Replaced 1' },
      keys('\x0f'),
      { expect: 'Name to Write' },
      keys('\r'),
      { expect: 'Wrote' },
      keys('\x18'),
    ],
  },
  ed: { files: {}, steps: [{ expect: '\\d+\\n' }, keys(`,s/${OLD}/${NEW}/\nw\n`), { expect: '\\d+\\n' }, keys('q\n')] },
  'emacs -nw': {
    files: { '.emacs.d/init.el': INIT_EL, '.emacs.d/backups/x': '', '.emacs.d/saves/x': '' },
    steps: [
      ...ready(),
      keys('\x1bxreplace-string\r'),
      { expect: 'eplace string' },
      keys(`${OLD}\r`),
      { expect: 'with' },
      keys(`${NEW}\r`),
      { expect: 'Replaced 1' },
      keys('\x18\x13'),
      { expect: 'Wrote' },
      keys('\x18\x03'),
    ],
  },
};

function ready() {
  return [{ expect: OLD }];
}

function keys(text) {
  return { keys: text };
}

export const PROGRAMS = Object.keys(EDITORS).map((editor) => editor.split(' ')[0]);

export function editors(makeWorld, has) {
  const installed = Object.entries(EDITORS).filter(([editor]) => has(editor.split(' ')[0]));
  return Object.fromEntries(
    installed.flatMap(([editor, { files, steps }]) => [
      [`${editor} changes a value, and keeps nothing`, () => changes(makeWorld(), editor, files, steps)],
      [`${editor} is ended with the tool, and keeps nothing`, () => isEnded(makeWorld(), editor, files, steps)],
      [`${editor} is ended when the tool is killed`, () => isKilled(makeWorld(), editor, files, steps)],
      [`${editor} loses its terminal, and keeps nothing`, () => losesTerminal(makeWorld(), editor, files, steps)],
    ]),
  );
}

function prepared(world, files) {
  for (const [path, text] of Object.entries(files)) world.write(path, text);
  return world;
}

function changes(world, editor, files, steps) {
  const { shown, status } = prepared(world, files).type([...steps, { expect: "'TOKEN' saved to" }], editor);
  strictEqual(status, 0, shown);
  match(world.env(), new RegExp(`TOKEN=${NEW}`, 'u'));
  match(world.env(), /canary-of-lines\n-----END/u);
  world.expectNothingLeft();
}

/** Typed, not yet saved. */
const begun = (steps) => steps.slice(0, 2);

function isEnded(world, editor, files, steps) {
  const { status } = prepared(world, files).type([...begun(steps), { signal: 'SIGTERM' }], editor);
  strictEqual(status, -15);
  match(world.env(), new RegExp(OLD, 'u'));
  world.expectNothingLeft();
}

function isKilled(world, editor, files, steps) {
  const end = [{ signal: 'SIGKILL' }, { sh: untilGone(world) }];
  const { status } = prepared(world, files).type([...begun(steps), ...end], editor);
  strictEqual(status, -9);
  world.expectNothingLeft();
}

function losesTerminal(world, editor, files, steps) {
  prepared(world, files).type([...begun(steps), { close: true }, { sh: untilGone(world) }], editor);
  match(world.env(), new RegExp(OLD, 'u'));
  world.expectNothingLeft();
}

/** Waits until no private folder is left, and no process that has one of its files or names as an argument. */
export function untilGone({ runtime }) {
  // The pattern does not fit this command itself.
  const isThere = `ls ${runtime} | grep -q tool-session || grep -alqs '${runtime}/[t]ool-session' /proc/[0-9]*/cmdline`;
  return `for i in $(seq 300); do ( ${isThere} ) || exit 0; sleep 0.1; done; exit 1`;
}
