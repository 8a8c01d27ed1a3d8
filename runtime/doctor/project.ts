/** The manifest and its plan, as the doctor sees them. */
import { join, relative } from 'node:path';
import type { DoctorFinding } from '#schemas/doctor-report.js';
import type { ManifestFailure } from '../failure.js';
import type { NamedPlan } from '../inputs/named-plan.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import type { Call } from '../session/call.js';
import type { OpenedPlan } from '../session/open-plan.js';
import { readApproval, realManifest } from '../trust/approval.js';
import { finding, onManifest } from './finding.js';

export function madePlan({ plan }: OpenedPlan, named: NamedPlan, { workingFolder }: Call): readonly DoctorFinding[] {
  const { manifest } = named;
  const counts = `${counted(Object.keys(plan.secrets).length, 'secret')} in ${counted(Object.keys(plan.profiles).length, 'profile')}`;
  const from = named.kind === 'file' ? `the plan file ${named.shown}` : 'the manifest';
  return [
    ...(manifest === null
      ? []
      : [
          finding(
            'manifest',
            'ok',
            relative(workingFolder, join(manifest.folder, manifest.name)).replaceAll('\\', '/'),
          ),
        ]),
    finding('plan', 'ok', `${from} of ${plan.project.name} is sound: ${counts}`),
  ];
}

/** The rest is what `lint` is for. */
export function brokenManifest({ diagnostics }: ManifestFailure, call: Call): DoctorFinding {
  const [first] = diagnostics;
  const more = diagnostics.length > 1 ? `, and ${counted(diagnostics.length - 1, 'more error')}` : '';
  return finding('plan', 'error', `${first?.message ?? 'the manifest does not compile'} (${first?.code})${more}`, {
    command: onManifest(call, 'lint'),
  });
}

export function profileOf({ profile, scope, reads, finish }: LinkedPlan): DoctorFinding {
  const secrets = new Set(
    [...reads, ...finish.filter((step) => step.kind !== 'check identity')].map(({ secret }) => secret),
  );
  const inScope = scope === null ? '' : `, scope ${scope}`;
  return finding('profile', 'ok', `${profile}${inScope}: ${counted(secrets.size, 'secret')}`);
}

/** Only where the user requires one. */
export function approval({ powers }: OpenedPlan, { manifest }: NamedPlan, call: Call): readonly DoctorFinding[] {
  if (powers === null || manifest === null) return [];
  const path = realManifest(manifest);
  const known = path === null ? null : readApproval(call.variables, path);
  if (known?.kind === 'approval' && known.approval.hash === powers)
    return [finding('approval', 'ok', 'you have approved what the manifest does')];
  return [
    finding('approval', 'error', 'you have not approved what the manifest does', {
      command: onManifest(call, 'trust'),
    }),
  ];
}

export function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
