/** The registry and the configuration file that the commands for Docker are about. */
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import { type DockerConfigFile, dockerConfigPath } from '../credential-helpers/docker/docker-config-file.js';
import type { DockerEdit } from '../credential-helpers/docker/edit-docker-config.js';
import { registryName } from '../credential-helpers/docker/registry.js';
import { dockerManifest } from '../credential-helpers/embedded-manifest.js';
import { refuseChange } from '../credential-helpers/refuse-change.js';
import { DOCKER } from '../credential-helpers/sendable.js';
import { fail, UsageError } from '../failure.js';
import type { CommandContext } from '../session/call.js';
import { shownPath } from './git-config-file.js';
import type { Server } from './keep-password.js';

/** As Docker spells it. The text is not repeated: it may have a password. */
export function givenRegistry(text: string): string {
  const registry = registryName(text);
  if (registry !== null) return registry;
  throw new UsageError('the registry is not the name of a host', 'write it as `HOST` or `HOST:PORT`, such as ghcr.io');
}

export function registryServer(registry: string): Server {
  return { shown: registry, made: dockerManifest(registry), protocol: DOCKER };
}

export function dockerConfigFile(context: CommandContext): DockerConfigFile {
  const path = dockerConfigPath(context) ?? fail(inheritance.E0312({}));
  return { path, shown: shownPath(path, context) };
}

/** The edit; stops if the file cannot be used or has a helper of another program. */
export function possibleDockerEdit(
  edit: DockerEdit,
  { shown }: DockerConfigFile,
  registry: string,
): Extract<DockerEdit, { kind: 'edited' }> {
  switch (edit.kind) {
    case 'edited':
      return edit;
    case 'foreign':
      return fail(credentialHelpers.E1401({ of: registry, file: shown, helper: edit.helper }));
    case 'unusable':
      return refuseChange(shown, edit.why);
  }
}
