/** Changes the file of the user configuration in place, under a lock, so that concurrent changes are all kept. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { SHOWN_USER_CONFIG, type UserConfig } from '#schemas/user-config.js';
import { fail } from '../failure.js';
import { FileFault } from '../files/files.js';
import { nodeFiles } from '../files/node-files.js';
import { configFile, type Variables } from '../inputs/folders.js';
import { frontEnd, type TomlEdit, tomlEditor } from '../plan/front-end.js';
import { decodeUtf8, undecodableLine } from '../values/utf8.js';
import { obtainUserConfig } from './user-config.js';

export interface ConfigFile {
  /** Absolute. */
  readonly path: string;
  /** Null if there is no file. */
  readonly config: UserConfig | null;
  readonly warnings: readonly Diagnostic[];
}

/** Stops with the errors of the file. */
export async function readConfigFile(variables: Variables): Promise<ConfigFile> {
  const path = configPath(variables);
  const { user, source, warnings } = await obtainUserConfig(path, null);
  return { path, config: source.some(({ bytes }) => bytes !== null) ? user : null, warnings };
}

/**
 * Makes the edits that `editsFor` derives from the current configuration; it is called again if another process was faster.
 * A missing file is created, private to the user. Stops before anything is written if the file has errors, now or afterwards.
 */
export async function editConfigFile(
  variables: Variables,
  editsFor: (current: UserConfig) => readonly TomlEdit[],
): Promise<Omit<ConfigFile, 'config'>> {
  const { path, warnings } = await readConfigFile(variables);
  const [{ editToml }, { readUserConfig }] = await Promise.all([tomlEditor(), frontEnd()]);
  const change = (current: Uint8Array | null): Uint8Array | null => {
    const bytes = current ?? new Uint8Array();
    const text = decodeUtf8(bytes) ?? fail(syntax.E0102({ path: SHOWN_USER_CONFIG, line: undecodableLine(bytes) }));
    const { config, diagnostics } = readUserConfig(SHOWN_USER_CONFIG, text);
    const edited = editToml(text, editsFor(config ?? fail(...diagnostics)));
    if (edited.kind === 'refused') return fail(inheritance.E0311({ path: SHOWN_USER_CONFIG, why: edited.why }));
    const problem = readUserConfig(SHOWN_USER_CONFIG, edited.text).diagnostics.find(isError);
    if (problem !== undefined) return fail(inheritance.E0311({ path: SHOWN_USER_CONFIG, why: problem.message }));
    return edited.text === text ? null : Buffer.from(edited.text, 'utf8');
  };
  try {
    await nodeFiles().update(path, change);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    fail(delivery.E1208({ path: SHOWN_USER_CONFIG, reason: error.problem }));
  }
  return { path, warnings };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function configPath(variables: Variables): string {
  return configFile(variables) ?? fail(inheritance.E0312({}));
}
