/** What opens a session in another process: the settings, with the variables of this one where they say nothing. */
import { join, resolve } from 'node:path';
import { given } from '../inputs/given.js';
import { requireManifest } from '../inputs/named-manifest.js';
import type { ApplicationParams } from '../serve/protocol.js';
import { callOf } from './call.js';
import type { Settings } from './settings.js';

export async function applicationOf(settings: Settings): Promise<ApplicationParams> {
  const call = callOf(settings);
  const { options, variables } = call;
  const or = (own: string | null, variable: string) => given(own) ?? given(variables[variable]);
  return {
    manifest: await manifestOf(call),
    provider: or(options.provider, 'TOOL_PROVIDER'),
    profile: or(options.profile, 'TOOL_PROFILE'),
    scope: given(options.scope ?? variables['TOOL_SCOPE']),
    reason: or(options.reason, 'TOOL_REASON'),
  };
}

async function manifestOf(call: ReturnType<typeof callOf>): Promise<ApplicationParams['manifest']> {
  const { inline } = call.options;
  if (inline !== undefined)
    return { kind: 'inline', toml: inline.text, base_dir: resolve(inline.baseFolder ?? call.workingFolder) };
  const { folder, name } = await requireManifest(call);
  return { kind: 'path', path: resolve(join(folder, name)) };
}
