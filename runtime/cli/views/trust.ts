/** What a manifest makes a machine do, and whether that is approved. Every text of a manifest is shown whole. */
import type { Power } from '#schemas/powers/power.js';
import { powerText } from '#schemas/powers/power-words.js';
import { type Approval, TRUST_FORMAT, type TrustReport } from '#schemas/trust-report.js';
import type { Trust } from '../../trust/trust-of.js';
import { jsonText } from './json-text.js';
import { printedLines } from './terminal-text.js';

export interface ShownTrust extends Trust {
  readonly project: string;
  /** By the user configuration. */
  readonly isRequired: boolean;
}

/** All of it; after an earlier approval, with what is new and what is gone. */
export function trustText(trust: ShownTrust): string {
  const { project, manifest, powers, added, removed, isKnown, isApproved, isRequired } = trust;
  const mark = (power: Power) => (isKnown && added.some((one) => one.power === power) ? '+ ' : '  ');
  return printedLines([
    `${project} (${manifest})`,
    '',
    ...(powers.length === 0 ? ['  uses nothing but its own folder and the variables of this process'] : []),
    ...powers.map(({ power, secrets }) => `${mark(power)}${powerText(power, secrets)}`),
    ...removed.map((power) => `- ${powerText(power, [])}`),
    '',
    ...(isApproved ? ['Approved already.'] : []),
    ...(isRequired
      ? []
      : ['Approvals are not required: there is no `require = true` in [trust] of the user configuration.']),
  ]);
}

/** What an approval would add and remove. */
export function trustDifference({ project, manifest, added, removed, isKnown }: ShownTrust): string {
  return printedLines([
    `${project} (${manifest}) is not approved${isKnown ? ' as it is now' : ''}`,
    ...added.map(({ power, secrets }) => `+ ${powerText(power, secrets)}`),
    ...removed.map((power) => `- ${powerText(power, [])}`),
  ]);
}

export function trustJson({ manifest, isRequired, isApproved, hash, powers, added, removed }: ShownTrust): string {
  const report: TrustReport = {
    format: TRUST_FORMAT,
    manifest,
    required: isRequired,
    approved: isApproved,
    hash,
    powers: powers.map(({ power }) => power),
    added: added.map(({ power }) => power),
    removed,
  };
  return jsonText(report);
}

export function approvalsText(approvals: readonly Approval[]): string {
  if (approvals.length === 0) return 'You have approved no manifest.\n';
  return printedLines(
    approvals.map(({ manifest, powers: { length } }) => `${manifest} (${length} ${length === 1 ? 'power' : 'powers'})`),
  );
}

export function approvalsJson(approvals: readonly Approval[]): string {
  return jsonText({ format: TRUST_FORMAT, approvals });
}
