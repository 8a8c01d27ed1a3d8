/** The call that a program makes: its settings, and this process as it is then. */
import { dirname, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Call, CallOptions } from '../session/call.js';
import { processCall } from '../start/process-call.js';
import type { Settings } from './settings.js';

/** Later changes of variables and of the working folder do not reach it. `TOOL_FILE` is for the command line alone. */
export function callOf(settings: Settings): Call {
  const { TOOL_FILE: _, ...variables } = processCall.variables;
  const options = optionsOf(settings);
  const working = workingFolderFor(options);
  return {
    options,
    variables,
    entries: processCall.entries,
    get workingFolder() {
      return working();
    },
  };
}

function optionsOf(settings: Settings): CallOptions {
  const { manifest, defaultReason } = settings;
  return {
    file: pathOf(settings.path),
    ...(manifest !== null && { inline: { text: manifest.toml, baseFolder: pathOf(manifest.baseDir) } }),
    planFile: pathOf(settings.plan),
    expectHash: settings.expectedHash,
    profile: settings.profile,
    provider: settings.provider,
    scope: settings.scope,
    reason: settings.reason,
    ...(defaultReason !== null && { defaultReason }),
    caller: settings.caller,
  };
}

function pathOf(given: string | URL | null): string | null {
  return given instanceof URL ? fileURLToPath(given) : given;
}

/** Where the working folder was removed, that of the manifest serves, if it is known without it. */
function workingFolderFor({ file, inline, planFile }: CallOptions): () => string {
  try {
    const folder = processCall.workingFolder;
    return () => folder;
  } catch (error) {
    const known = inline?.baseFolder ?? file ?? planFile;
    if (known === null || known === undefined || !isAbsolute(known)) {
      return () => {
        throw error;
      };
    }
    return () => (inline === undefined ? dirname(known) : known);
  }
}
