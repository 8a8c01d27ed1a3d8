/** What the doctor finds on this machine, whatever the project: program, configuration, caches, audit log, and who calls. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DoctorFinding } from '#schemas/doctor-report.js';
import type { RequireReason } from '#schemas/plan.js';
import type { AuditSettings } from '#schemas/user-config.js';
import { actingIn } from '../access/caller.js';
import { requireReason } from '../access/reason-policy.js';
import { logPath } from '../audit/log-path.js';
import { Failure } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { configFile, homeFolder, type Variables } from '../inputs/folders.js';
import type { Call } from '../session/call.js';
import { calledAccess } from '../session/policy.js';
import { obtainUserConfig } from '../user-config/user-config.js';
import { TOOL_VERSION } from '../version.js';
import { finding, findingsOf } from './finding.js';

export function program(): DoctorFinding {
  const runtime = process.versions['bun'] === undefined ? `Node ${process.versions.node}` : 'the executable';
  return finding('tool', 'ok', `tool ${TOOL_VERSION}, ${runtime}, ${process.platform} ${process.arch}`);
}

interface Configuration {
  readonly isSound: boolean;
  /** Null: it cannot be read, or there is no place for it. */
  readonly audit: AuditSettings | null;
  readonly findings: readonly DoctorFinding[];
}

export async function configuration(variables: Variables): Promise<Configuration> {
  const path = configFile(variables);
  if (path === null)
    return {
      isSound: true,
      audit: null,
      findings: [finding('configuration', 'warning', 'you have no home folder', { help: 'set HOME' })],
    };
  try {
    const { user } = await obtainUserConfig(path, null);
    const found = existsSync(path) ? finding('configuration', 'ok', 'the user configuration is sound') : null;
    const none = finding('configuration', 'note', 'no user configuration file exists', {
      command: ['tool', 'config', 'global', 'init'],
    });
    return { isSound: true, audit: user.audit, findings: [found ?? none] };
  } catch (error) {
    return { isSound: false, audit: null, findings: findingsOf('configuration', error) };
  }
}

export function caches(variables: Variables, manifestFolder: string | null): readonly DoctorFinding[] {
  if (manifestFolder === null) return [];
  const folder = cacheFolder(variables, manifestFolder);
  if (folder !== null && isWritable(folder.path)) return [finding('cache', 'ok', 'plans are cached')];
  const why =
    folder !== null
      ? 'its folder cannot be written'
      : homeFolder(variables) === null
        ? 'you have no home folder'
        : 'the folder for it is in a checkout, or others can reach it';
  const help = 'commands work, and compile the manifest each time';
  return [finding('cache', 'warning', `plans are not cached: ${why}`, { help })];
}

export function auditLog(audit: AuditSettings | null, variables: Variables): readonly DoctorFinding[] {
  if (audit === null) return [];
  if (!audit.enabled) return [finding('audit', 'note', 'accesses are not recorded: you turned the audit log off')];
  const place = logPath(audit.path, variables);
  if (place.kind === 'absolute' && isWritable(place.path)) return [finding('audit', 'ok', 'accesses are recorded')];
  const why = place.kind === 'absolute' ? 'its file cannot be written' : 'it has no absolute path';
  const help = 'correct `path` in `[audit]` of the user configuration, or the permissions of its folder';
  return [finding('audit', 'warning', `accesses are not recorded: ${why}`, { help })];
}

/** An agent, and whether it must state a reason that is missing. */
export async function callerReason(policy: RequireReason, call: Call): Promise<readonly DoctorFinding[]> {
  const { product, isDeclared } = actingIn(call.variables);
  const who = product?.id ?? (isDeclared ? 'an agent' : null);
  try {
    await requireReason(policy, calledAccess(call));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const help = 'state one with `--reason TEXT` or TOOL_REASON';
    return [
      finding('reason', 'error', `a reason is required${who === null ? '' : `, because ${who} calls`}`, { help }),
    ];
  }
  return who === null ? [] : [finding('reason', 'note', `${who} calls`)];
}

/** Whether the file, or the nearest folder above it, can be written. */
function isWritable(path: string): boolean {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
