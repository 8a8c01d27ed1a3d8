/**
 * What works here, for one call: from the folder to the stores of its plan. Nothing is written but a cache, no one is asked, and without
 * `contact` no store is contacted and no program of a vendor started. What is examined later is left out where it depends on what fails.
 */
import type { DoctorFinding } from '#schemas/doctor-report.js';
import { chooseAll } from '../inputs/choice.js';
import { baseFolderOf, type NamedPlan, namedPlan } from '../inputs/named-plan.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import type { Call } from '../session/call.js';
import { ManifestFailure } from '../failure.js';
import { linkPlan, type OpenedPlan, openPlan } from '../session/open-plan.js';
import { finding, findingOf, findingsOf } from './finding.js';
import { auditLog, caches, callerReason, configuration, program } from './machine.js';
import { approval, brokenManifest, madePlan, profileOf } from './project.js';
import { storesOf } from './stores.js';

export interface Examined {
  readonly findings: readonly DoctorFinding[];
  /** Whether stores can be contacted: there is a plan, and nothing forbids it. */
  readonly isContactable: boolean;
}

export async function examine(call: Call): Promise<Examined> {
  const user = await configuration(call.variables);
  const found: DoctorFinding[] = [program()];
  const project = await examineProject(call, found, user.isSound);
  found.push(...user.findings);
  if (project.opened !== null && project.named !== null) {
    found.push(...approval(project.opened, project.named, call));
    found.push(...(await callerReason(project.opened.plan.project.requireReason, call)));
  }
  found.push(...caches(call.variables, project.named === null ? null : baseFolderOf(project.named)));
  found.push(...auditLog(user.audit, call.variables));
  if (project.linked !== null && project.named !== null)
    found.push(...storesOf(project.linked, baseFolderOf(project.named), call));
  const isForbidden = found.some(
    ({ topic, status }) => status === 'error' && (topic === 'approval' || topic === 'reason'),
  );
  return { findings: found, isContactable: project.linked !== null && !isForbidden };
}

interface Project {
  readonly named: NamedPlan | null;
  readonly opened: OpenedPlan | null;
  readonly linked: LinkedPlan | null;
}

async function examineProject(call: Call, found: DoctorFinding[], isConfigured: boolean): Promise<Project> {
  const nothing = { named: null, opened: null, linked: null };
  try {
    if (call.workingFolder === '') return nothing;
  } catch {
    found.push(finding('folder', 'error', 'the working folder was removed', { help: 'change to another folder' }));
    return nothing;
  }
  let named: NamedPlan;
  try {
    named = await namedPlan(call);
  } catch (error) {
    const isNamed = call.options.file !== null || call.options.planFile !== null;
    found.push(...findingsOf('manifest', error, isNamed ? {} : { help: null, command: ['tool', 'init'] }));
    return nothing;
  }
  return { ...nothing, ...(await examinePlan(call, named, found, isConfigured)), named };
}

async function examinePlan(
  call: Call,
  named: NamedPlan,
  found: DoctorFinding[],
  isConfigured: boolean,
): Promise<Pick<Project, 'opened' | 'linked'>> {
  let opened: OpenedPlan;
  try {
    opened = await openPlan(call, named, null);
  } catch (error) {
    // A user configuration that cannot be read is reported by itself.
    if (error instanceof ManifestFailure) found.push(brokenManifest(error, call));
    else if (isConfigured) found.push(...findingsOf('plan', error));
    return { opened: null, linked: null };
  }
  found.push(...madePlan(opened, named, call));
  found.push(...opened.warnings.map((warning) => findingOf('configuration', warning)));
  try {
    const linked = linkPlan(opened, chooseAll({ ...call.options, variables: call.variables }));
    found.push(profileOf(linked));
    return { opened, linked };
  } catch (error) {
    found.push(...findingsOf('profile', error));
    return { opened, linked: null };
  }
}
