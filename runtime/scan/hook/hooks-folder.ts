/** Where git looks for the hooks of a repository, and who else manages what is there. */
import { basename, isAbsolute, join } from 'node:path';
import type { GitRepository } from '../../work-tree/git-repository.js';

export type HooksFolder =
  | { readonly kind: 'own'; readonly folder: string; readonly top: string }
  /** Not to be written to: the hooks of all repositories, or those of a program that writes them itself. `hook`: where to add a line. */
  | { readonly kind: 'managed'; readonly by: 'git' | 'husky'; readonly hook: string };

/** Null outside of a work tree. */
export function hooksFolderOf(repository: GitRepository): HooksFolder | null {
  const top = repository.asked(['rev-parse', '--show-toplevel']);
  const shared = repository.asked(['rev-parse', '--path-format=absolute', '--git-common-dir']);
  if (top === null || shared === null) return null;
  const set = configured(repository);
  if (set === null) return { kind: 'own', folder: join(shared, 'hooks'), top };
  const folder = isAbsolute(set.folder) ? set.folder : join(top, set.folder);
  const names = folder.replace(/\/$/u, '').split('/');
  const husky = names.lastIndexOf('.husky');
  if (husky !== -1 && husky >= names.length - 2)
    return { kind: 'managed', by: 'husky', hook: `${names.slice(0, husky + 1).join('/')}/pre-commit` };
  if (set.scope === 'global' || set.scope === 'system')
    return { kind: 'managed', by: 'git', hook: `${folder}/pre-commit` };
  return { kind: 'own', folder, top };
}

/** `core.hooksPath`, but for the setting with which we keep git from running hooks. */
function configured(repository: GitRepository): { readonly scope: string; readonly folder: string } | null {
  const words = ['config', '--null', '--show-scope', '--type=path', '--get-all', 'core.hooksPath'];
  const parts = (repository.asked(words) ?? '').split('\0');
  let last: { readonly scope: string; readonly folder: string } | null = null;
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope = '', folder = ''] = [parts[at], parts[at + 1]];
    if (scope !== 'command' && folder !== '') last = { scope, folder };
  }
  return last;
}

/** Whether a hook was written by the framework pre-commit, which has a configuration for such checks. */
export function isOfFramework(hook: string): boolean {
  return hook.includes('https://pre-commit.com') || basename(hook) === '.pre-commit-config.yaml';
}
