/** The commands that the user approved for this manifest. They are read for every call: an approval that was taken back is gone. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { access, type NotApproved } from '#schemas/diagnostics/E09-access.js';
import { byName, own } from '#schemas/named.js';
import type { AgentCommand } from '#schemas/user-config.js';
import type { Limits } from '../analysis/agents/room.js';
import { configFile } from '../inputs/folders.js';
import { type ManifestCall, requireManifest } from '../inputs/named-manifest.js';
import { obtainUserConfig } from '../user-config/user-config.js';

export interface Lookup {
  /** Null: none of this name. */
  readonly command: ChosenCommand | null;
  /** Null: it may run, once a person agrees where that is needed. */
  readonly refused: NotApproved | null;
  readonly approved: readonly string[];
}

/** With the profile that it means, and with the limits of the server where the approval leaves them open. */
export interface ChosenCommand extends AgentCommand {
  readonly name: string;
  readonly profile: string;
}

export async function approvedCommand(name: string, call: ManifestCall, limits: Limits): Promise<Lookup> {
  const { folder, name: file } = await requireManifest(call);
  const { user } = await obtainUserConfig(configFile(call.variables), null);
  const here = real(join(folder, file));
  const approved = Object.entries(user.agentCommands).filter(([, { manifest }]) => real(manifest) === here);
  const names = approved.map(([known]) => known).sort(byName);
  const found = names.includes(name) ? own(user.agentCommands, name) : undefined;
  if (found === undefined) return { command: null, refused: 'unknown', approved: names };
  const profile = found.profile ?? limits.profile ?? user.profile ?? 'default';
  const scope = found.scope ?? limits.scope;
  const isWithin = (limits.profile ?? profile) === profile && (limits.scope ?? scope) === scope;
  return { command: { ...found, name, profile, scope }, refused: isWithin ? null : 'limited', approved: names };
}

export function notApproved(command: string, why: NotApproved, approved: readonly string[]) {
  return access.E0912({ command, why, approved });
}

/** A link leads to the manifest that it names. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
