/** This program under the names by which Git and Docker start it. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identityOf } from '../files/resolve-target.js';
import type { Variables } from '../inputs/folders.js';
import { systemProgram } from '../programs/find-program.js';
import type { HelperProgram } from './git/helper-line.js';

const GIT_HELPER = 'git-credential-tool';
export const DOCKER_HELPER = 'docker-credential-tool';
/** How the executable is called where a front becomes it (`front/README.md`), which is what people start and keeps its name. */
const BEHIND_FRONT = /-full$/u;

/** By its name if it is in the PATH under this name, else by its path. */
export function gitHelperProgram(variables: Variables): HelperProgram {
  const found = systemProgram(GIT_HELPER, variables);
  const own = ownFile();
  if (found !== null && own !== null && identityOf(found) === identityOf(own))
    return { kind: 'in the path', name: 'tool' };
  return { kind: 'words', words: ownWords(own) };
}

export function isDockerHelperFound(variables: Variables): boolean {
  return systemProgram(DOCKER_HELPER, variables) !== null;
}

/** How this program is started, by absolute paths. */
export function ownProgram(): readonly string[] {
  return isExecutable() ? [executableFile()] : [process.execPath, realpathSync(process.argv[1] ?? '')];
}

/** The executable, or the helper of the package, beside the command that runs; null if there is none. */
function ownFile(): string | null {
  if (isExecutable()) return executableFile();
  const beside = join(dirname(realpathSync(process.argv[1] ?? '')), `${GIT_HELPER}.js`);
  return existsSync(beside) ? beside : null;
}

function executableFile(): string {
  const front = process.execPath.replace(BEHIND_FRONT, '');
  return existsSync(front) ? front : process.execPath;
}

function ownWords(own: string | null): readonly string[] {
  if (own === null) return [process.execPath, realpathSync(process.argv[1] ?? ''), 'git', 'credential'];
  return isExecutable() ? [own, 'git', 'credential'] : [own];
}

function isExecutable(): boolean {
  return process.versions['bun'] !== undefined && !/^bun(\.exe)?$/u.test(process.execPath.split(/[\\/]/u).at(-1) ?? '');
}
