/** The smallest permissions that `run` needs in one profile, as a document of a vendor (plan-product). */
import { byName } from '#schemas/named.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { StoreRef } from '#schemas/plan.js';
import type { PlanPolicy, PolicyTarget, UncoveredStore } from '#schemas/plan-policy.js';
import { answerHead, type PlanQuestion } from '#schemas/plan-question.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { leafBehind } from '#schemas/stores/stores-behind.js';
import { shownStore, type StoreRow } from '../questions/store-rows.js';
import { awsTarget } from './aws.js';
import { azureTarget } from './azure.js';
import { gcpTarget } from './gcp.js';
import { k8sTarget } from './k8s.js';
import { type Need, needsOf, secretsIn } from './needs.js';
import { lengthOf, partsOf, type SizeLimit } from './parts.js';
import type { CoveredNeed, Drafted, Target } from './target.js';
import { vaultTarget } from './vault.js';

const TARGETS: Readonly<Record<PolicyTarget, Target>> = {
  vault: vaultTarget,
  aws: awsTarget,
  gcp: gcpTarget,
  azure: azureTarget,
  k8s: k8sTarget,
};

export interface AskedPolicy {
  readonly for: PolicyTarget;
  readonly profile: string;
  readonly isReadOnly: boolean;
  /** The store whose server the document is for; null: the only server there is. */
  readonly store: StoreRef | null;
  /** Which of the documents that the permissions need, from 1 on; left out: all in one. */
  readonly part?: number;
}

export type PolicyAnswer =
  /** `notes`: what the document leaves open. */
  | { readonly kind: 'policy'; readonly policy: PlanPolicy; readonly notes: readonly string[] }
  /** `stores`: one of each server. */
  | { readonly kind: 'several servers'; readonly title: string; readonly stores: readonly string[] }
  /** The document has fewer parts. */
  | { readonly kind: 'no such part'; readonly title: string; readonly parts: number }
  | { readonly kind: 'none covered'; readonly title: string; readonly uncovered: readonly UncoveredStore[] };

export function planPolicy(question: PlanQuestion, asked: AskedPolicy): PolicyAnswer {
  const target = TARGETS[asked.for];
  const needs = needsOf(question, asked.profile, asked.isReadOnly);
  const ours = needs.filter((need): need is CoveredNeed => isOf(target, need));
  const servers = serversOf(ours, target);
  if (asked.store === null && servers.size > 1)
    return { kind: 'several servers', title: target.title, stores: [...servers.values()].sort(byName) };
  const chosen = asked.store && serverBehind(question, asked.store, target);
  const covered = ours.filter(({ known }) => asked.store === null || target.serverOf(known.uri) === chosen);
  const isCovered = new Set<Need>(covered);
  const uncovered = uncoveredOf(needs.filter((need) => !isCovered.has(need)));
  if (covered.length === 0) return { kind: 'none covered', title: target.title, uncovered };
  const about = { project: question.plan.project.name, profile: asked.profile };
  const drafted = target.document(covered, about);
  const head = { ...answerHead(question), for: asked.for, profile: asked.profile, scope: question.scope };
  const { limit } = target;
  const parts = limit === undefined ? [drafted.statements] : partsOf(drafted.statements, limit);
  if (asked.part === undefined) {
    const { statements, policy, notes } = drafted;
    return {
      kind: 'policy',
      policy: { ...head, statements, policy, uncovered },
      notes: [...notes, ...tooLong(drafted, parts.length, limit)],
    };
  }
  const statements = parts[asked.part - 1];
  if (statements === undefined) return { kind: 'no such part', title: target.title, parts: parts.length };
  const part = { number: asked.part, of: parts.length };
  const policy = parts.length === 1 || limit === undefined ? drafted.policy : limit.documentOf(statements);
  return { kind: 'policy', policy: { ...head, part, statements, policy, uncovered }, notes: drafted.notes };
}

function tooLong({ policy }: Drafted, parts: number, limit: SizeLimit | undefined): readonly string[] {
  if (limit === undefined || parts === 1) return [];
  const [length, most] = [lengthOf(policy), limit.characters].map((count) => count.toLocaleString('en'));
  return [
    `the document has ${length} characters, and ${limit.of} may have ${most}: print ${parts} documents, from \`--part 1\` to \`--part ${parts}\``,
  ];
}

function isOf(target: Target, { known }: Need): boolean {
  return known !== null && target.serverOf(known.uri) !== null && target.canName?.(known) !== false;
}

/** The name of a store of each server. */
function serversOf(needs: readonly CoveredNeed[], target: Target): ReadonlyMap<string | null, string> {
  const servers = new Map<string | null, string>();
  for (const { known, row } of needs) {
    const server = target.serverOf(known.uri);
    if (!servers.has(server)) servers.set(server, shownStore(row).store ?? '');
  }
  return servers;
}

function serverBehind({ plan }: PlanQuestion, ref: StoreRef, target: Target): string | null {
  const leaf = leafBehind(ref, projectStores(plan.stores));
  const uri = leaf === null ? null : parseStoreUri(leaf.spec);
  return uri?.kind === 'uri' ? target.serverOf(uri) : null;
}

function uncoveredOf(needs: readonly Need[]): readonly UncoveredStore[] {
  const byRow = new Map<StoreRow, Need[]>();
  for (const need of needs) {
    const known = byRow.get(need.row);
    if (known === undefined) byRow.set(need.row, [need]);
    else known.push(need);
  }
  return [...byRow].map(([row, group]) => ({ store: shownStore(row).store, secrets: secretsIn(group) }));
}
