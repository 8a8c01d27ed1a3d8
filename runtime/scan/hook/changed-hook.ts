/** Installs or removes the hook for the manifest of a call. Contacts no store. */
import { join, relative } from 'node:path';
import { realpathSync } from 'node:fs';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { ownProgram } from '../../credential-helpers/own-program.js';
import { fail } from '../../failure.js';
import { codeOf, reasonOf } from '../../files/system-reason.js';
import { type ManifestCall, requireManifest } from '../../inputs/named-manifest.js';
import { GitTrouble } from '../../programs/git-program.js';
import { type GitRepository, repositoryAt } from '../../work-tree/git-repository.js';
import { type Installed, installHook, type Uninstalled, uninstallHook } from './commit-hook.js';
import { type HooksFolder, hooksFolderOf } from './hooks-folder.js';

export type ChangedHook = Exclude<Installed, { readonly kind: 'refused' }> | Uninstalled;

export async function changedHook(isInstalled: boolean, call: ManifestCall): Promise<ChangedHook> {
  const { folder, name } = await requireManifest(call);
  const refuse = (at: string, reason: string) =>
    fail(delivery.E1232({ path: relative(call.workingFolder, at) || at, reason }));
  const hooks = hooksAt(folder, call);
  if (hooks.kind === 'managed') {
    const reason = hooks.by === 'husky' ? 'Husky writes the hooks' : 'it would run in all repositories of this user';
    return refuse(hooks.hook, reason);
  }
  const path = relative(hooks.top, join(realpathSync(folder), name));
  if (path.startsWith('..')) return refuse(hooks.folder, 'the manifest is outside of the repository');
  const change = isInstalled ? installHook : uninstallHook;
  const changed = changedAt(
    () => change(hooks.folder, path, ownProgram()),
    (reason) => refuse(hooks.folder, reason),
  );
  if (changed.kind !== 'refused') return changed;
  return refuse(changed.path, 'it keeps another hook');
}

function hooksAt(folder: string, { variables }: ManifestCall): HooksFolder {
  const none = 'cannot be found: the manifest is not in a git repository';
  try {
    const repository: GitRepository | null = repositoryAt(folder, variables);
    const hooks = repository === null ? null : hooksFolderOf(repository);
    return hooks ?? fail(delivery.E1231({ what: 'the hooks', reason: none }));
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    return fail(delivery.E1231({ what: 'the hooks', reason: `cannot be found: ${error.detail ?? error.message}` }));
  }
}

function changedAt<T>(change: () => T, refuse: (reason: string) => never): T {
  try {
    return change();
  } catch (error) {
    return refuse(reasonOf(codeOf(error)));
  }
}
