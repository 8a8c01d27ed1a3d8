/** The access lists of this machine, which runs Windows. */
import { lstatSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { AccessLists } from '../others.js';
import { windowsProgram } from '../windows-folder.js';
import { isInherited, type Others, othersIn } from './access-list.js';
import { Icacls, type RunSystemProgram } from './icacls.js';
import { KeptAnswers } from './kept-answers.js';

const PATIENCE_MS = 10_000;

export function windowsLists(run: RunSystemProgram = runOfSystem, profile = userInfo().homedir): AccessLists {
  // By the account, not by variables: whoever can write here can change everything that this user starts.
  const folder = join(profile, 'AppData', 'Local', 'tool');
  const kept = new KeptAnswers(join(folder, 'access-lists.json'));
  const icacls = new Icacls(run, () => {
    mkdirSync(folder, { recursive: true });
    return folder;
  });
  const ask = (path: string): Others | 'unknown' => {
    const list = icacls.list(path);
    const user = list && icacls.user;
    return (user && othersIn(list, user)) || 'unknown';
  };
  const others = (path: string) => kept.answer(path, () => ask(path));
  const close = (path: string, isFolder: boolean) => {
    const found = ask(path);
    return found === 'nothing' || (found !== 'unknown' && icacls.close(path, isFolder) && ask(path) === 'nothing');
  };
  return {
    others,
    isClosed: (path) => {
      const found = others(path);
      return found === 'nothing' || (found === 'unknown' && isWithin(path, profile));
    },
    close,
    keep: (from, to) => {
      const list = icacls.list(from);
      if (list === null || isInherited(list) || icacls.give(to, list)) return false;
      close(to, lstatSync(to).isDirectory());
      return true;
    },
  };
}

function isWithin(path: string, folder: string): boolean {
  return path.toLowerCase().startsWith(`${folder.toLowerCase()}\\`);
}

function runOfSystem(name: string, words: readonly string[]): ReturnType<RunSystemProgram> {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const options = {
    encoding: 'latin1',
    windowsHide: true,
    timeout: PATIENCE_MS,
  } as const;
  const { status, stdout, error } = spawnSync(windowsProgram(name), [...words], options);
  return error === undefined ? { status, stdout } : null;
}
