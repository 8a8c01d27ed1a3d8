/** Git's configuration files, and how they are changed: as Git does it, under its lock, so that neither loses the other's change. */
import { spawnSync } from 'node:child_process';
import { existsSync, unlinkSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import { fail } from '../../failure.js';
import { problemOf } from '../../files/file-fault.js';
import { readRegularFile } from '../../files/read-file.js';
import { replaceFile } from '../../files/replace.js';
import { resolveTarget } from '../../files/resolve-target.js';
import { codeOf } from '../../files/system-reason.js';
import type { CallContext } from '../../inputs/call-context.js';
import { homeFolder, type Variables } from '../../inputs/folders.js';
import { refuseChange } from '../refuse-change.js';
import { GitTrouble, gitProgram } from '../../programs/git-program.js';

/** That of the repository that Git finds from here; its worktrees share it. */
export function repositoryConfig({ variables, workingFolder }: CallContext): string {
  const folder = askGit(['rev-parse', '--git-common-dir'], variables, workingFolder);
  return join(resolve(workingFolder, folder), 'config');
}

/** That of the user, where `git config --global` writes. */
export function globalConfig({ variables, workingFolder }: CallContext): string {
  const named = variables['GIT_CONFIG_GLOBAL'];
  if (named !== undefined && named !== '') return resolve(workingFolder, named);
  const home = homeFolder(variables) ?? noRepository('there is no home folder');
  const usual = join(home, '.gitconfig');
  const base = variables['XDG_CONFIG_HOME'];
  const other = join(base !== undefined && isAbsolute(base) ? base : join(home, '.config'), 'git', 'config');
  return !existsSync(usual) && existsSync(other) ? other : usual;
}

function askGit(words: readonly string[], variables: Variables, folder: string): string {
  try {
    const { path, options, environment } = gitProgram(variables);
    const { status, stdout, stderr } = spawnSync(path, [...options, ...words], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return status === 0 ? stdout.replace(/\n$/u, '') : noRepository('Git finds no repository here', stderr.trim());
  } catch (error) {
    if (error instanceof GitTrouble) return noRepository('git cannot be run');
    throw error;
  }
}

function noRepository(why: string, quote: string | null = null): never {
  return fail(credentialHelpers.E1406({ why }, { quote }));
}

/** The file's text, one character per byte; null if there is none. `shown`: the path as people see it. */
export function readConfigText(path: string, shown: string): string | null {
  try {
    return readRegularFile(path)?.toString('latin1') ?? null;
  } catch (error) {
    return notChanged(shown, error);
  }
}

/** Replaces `before`, what was read, by `after`; null for no file. Stops if Git or another process is changing it, or has. */
export function writeConfigText(path: string, shown: string, before: string | null, after: string | null): void {
  if (before === after) return;
  try {
    const target = resolveTarget(path);
    const confirm = () => {
      if (readConfigText(target, shown) !== before) refuseChange(shown, 'another process has changed it meanwhile');
    };
    if (after === null) {
      confirm();
      unlinkSync(target);
      return;
    }
    const how = { temporary: `${target}.lock`, mode: NEW_FILE, most: 0o777, mostUnknown: 0o700, confirm };
    replaceFile(target, Buffer.from(after, 'latin1'), how);
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      refuseChange(shown, 'Git is changing it; if it is not, remove the file that ends in `.lock` beside it');
    notChanged(shown, error);
  }
}

/** As Git creates them. */
const NEW_FILE = 0o666;

function notChanged(shown: string, error: unknown): never {
  const why = problemOf(error);
  if (why === null) throw error;
  return refuseChange(shown, why);
}
