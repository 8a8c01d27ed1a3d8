/**
 * Which secrets answer for which registry: Docker tells a helper nothing but the registry, so this is kept in a file beside the user
 * configuration, apart for each configuration file of Docker. It holds no password.
 */
import { dirname, join } from 'node:path';
import { isRecord } from '#schemas/is-record.js';
import { own } from '#schemas/named.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { fail } from '../../failure.js';
import { nodeFiles } from '../../files/node-files.js';
import { configFile, type Variables } from '../../inputs/folders.js';
import { jsonIn } from '../../values/json.js';
import type { HelperOptions } from '../helper-options.js';
import { editing, refuseChange } from '../refuse-change.js';
import type { Created } from './edit-docker-config.js';

const SHOWN_CREDENTIALS = 'docker-credentials.json (user configuration)';

/** What is known of one configuration file of Docker. */
export interface DockerFile {
  readonly created: Created;
  readonly registries: Readonly<Record<string, KeptOptions>>;
}
/** Those that were given. */
export type KeptOptions = Partial<Record<keyof HelperOptions, string>>;
const NOTHING: DockerFile = { created: null, registries: {} };

/** `path`: of Docker's configuration file. */
export async function dockerFile(variables: Variables, path: string): Promise<DockerFile> {
  const bytes = await editing(SHOWN_CREDENTIALS, () => nodeFiles().read(credentialsPath(variables)));
  return own(filesIn(bytes), path) ?? NOTHING;
}

/** A change of what is known of the file; nothing is kept of one that has no registries. */
export async function changeDockerFile(
  variables: Variables,
  path: string,
  change: (before: DockerFile) => DockerFile,
): Promise<void> {
  await editing(SHOWN_CREDENTIALS, () =>
    nodeFiles().update(credentialsPath(variables), (bytes) => {
      const { [path]: before = NOTHING, ...others } = filesIn(bytes);
      const after = change(before);
      const files = Object.keys(after.registries).length === 0 ? others : { ...others, [path]: after };
      return Buffer.from(`${JSON.stringify({ files }, null, 2)}\n`);
    }),
  );
}

function credentialsPath(variables: Variables): string {
  const config = configFile(variables) ?? fail(inheritance.E0312({}));
  return join(dirname(config), 'docker-credentials.json');
}

/** Only what `configure` writes is read. */
function filesIn(bytes: Uint8Array | null): Readonly<Record<string, DockerFile>> {
  if (bytes === null) return {};
  const value = jsonIn(bytes);
  const files = isRecord(value) ? value['files'] : null;
  if (!isRecord(files) || !Object.values(files).every(isDockerFile))
    return refuseChange(SHOWN_CREDENTIALS, 'it is not what `tool docker configure` writes');
  return files as Readonly<Record<string, DockerFile>>;
}

function isDockerFile(value: unknown): value is DockerFile {
  if (!isRecord(value) || !isRecord(value['registries'])) return false;
  return (
    Object.values(value['registries']).every(isOptions) &&
    [null, 'file', 'table'].some((one) => one === value['created'])
  );
}

const NONE: HelperOptions = {
  username: null,
  usernameSecret: null,
  tokenSecret: null,
  file: null,
  profile: null,
  provider: null,
};

export function keptOptions(options: HelperOptions): KeptOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

export function givenOptions(kept: KeptOptions): HelperOptions {
  return { ...NONE, ...kept };
}

function isOptions(value: unknown): boolean {
  return isRecord(value) && Object.entries(value).every(([name, one]) => name in NONE && typeof one === 'string');
}
