/** Docker's configuration file of this user, and how it is changed: as a whole or not at all. */
import { lstatSync, unlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nodeFiles } from '../../files/node-files.js';
import type { CallContext } from '../../inputs/call-context.js';
import { homeFolder } from '../../inputs/folders.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { editing, refuseChange } from '../refuse-change.js';
import type { Created, DockerEdit } from './edit-docker-config.js';

export interface DockerConfigFile {
  readonly path: string;
  readonly shown: string;
}

/** Absolute; null if there is no home folder. */
export function dockerConfigPath({ variables, workingFolder }: CallContext): string | null {
  const named = variables['DOCKER_CONFIG'];
  if (named !== undefined && named !== '') return join(resolve(workingFolder, named), 'config.json');
  const home = homeFolder(variables);
  return home && join(home, '.docker', 'config.json');
}

/** Null if there is no file. Docker would replace a link by a file, so it is not clear which of them is meant. */
export async function readDockerConfig({ path, shown }: DockerConfigFile): Promise<string | null> {
  const isLink = await editing(shown, () => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true);
  if (isLink) refuseChange(shown, 'it is a symbolic link');
  const bytes = await editing(shown, () => nodeFiles().read(path));
  return bytes === null ? null : (decodeUtf8(bytes) ?? refuseChange(shown, 'it is not UTF-8 text'));
}

/** Gives what it created; `edit` is called again if another process was faster. */
export async function changeDockerConfig(
  { path, shown }: DockerConfigFile,
  edit: (text: string | null) => Extract<DockerEdit, { kind: 'edited' }>,
): Promise<Created> {
  const before = await readDockerConfig({ path, shown });
  const first = edit(before);
  if (first.text === null) {
    if (before !== null) await editing(shown, () => unlinkSync(path));
    return null;
  }
  let created = first.created;
  await editing(shown, () =>
    nodeFiles().update(path, (bytes) => {
      const text = bytes === null ? null : (decodeUtf8(bytes) ?? refuseChange(shown, 'it is not UTF-8 text'));
      const edited = edit(text);
      created = edited.created;
      return edited.text === text || edited.text === null ? null : Buffer.from(edited.text);
    }),
  );
  return created;
}
