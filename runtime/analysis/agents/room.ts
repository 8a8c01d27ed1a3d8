/** What the answers to agents are made from: a call, its limits, and the words of the command line. Nothing here can reach a value. */
import type { Plan } from '#schemas/plan.js';
import type { PlanOutline } from '#schemas/plan-outline.js';
import { UsageError } from '../../failure.js';
import { given } from '../../inputs/given.js';
import type { ManifestCall } from '../../inputs/named-manifest.js';
import type { Reported } from '../lint-manifest.js';
import { correctionsAreShown, shownFinding } from './shown-finding.js';

export interface Room {
  readonly call: ManifestCall;
  readonly limits: Limits;
  readonly words: Words;
}

/** What the server was started for: calls may name nothing else. */
export interface Limits {
  readonly profile: string | null;
  readonly scope: string | null;
}

/** How commands show the same to people and programs. */
export interface Words {
  /** As `lint --format json`. */
  readonly findings: (reported: Reported) => readonly object[];
  /** As `plan`. */
  readonly plan: (outline: PlanOutline, hash: string) => string;
}

/** Findings as agents get them. */
export function shownFindings({ diagnostics, locate, fixesOf }: Reported, { words }: Room): readonly object[] {
  return words.findings({
    diagnostics: diagnostics.map(shownFinding),
    locate,
    fixesOf: (found) => (correctionsAreShown(found) ? (fixesOf?.(found) ?? []) : []),
  });
}

/** The arguments of a call, judged: texts that are not blank. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** What a call names of the plan, or what the server is limited to. Stops if the call asks for something else. */
export function chosen(texts: Texts, limits: Limits): Limits {
  return { profile: within('profile', texts, limits), scope: within('scope', texts, limits) };
}

function within(what: keyof Limits, texts: Texts, limits: Limits): string | null {
  const [asked, limit] = [given(texts[what]), limits[what]];
  if (limit === null || asked === null || asked === limit) return asked ?? limit;
  throw new UsageError(`this server answers for the ${what} \`${limit}\` alone`, `leave out \`${what}\``);
}

/** The profile that is meant where neither the call nor the server names one. The user configuration is not read for that. */
export function usualProfile({ profiles }: Plan, { call }: Room): string {
  const [only, ...others] = Object.keys(profiles);
  const named = given(call.variables['TOOL_PROFILE']) ?? 'default';
  return only !== undefined && others.length === 0 ? only : named;
}
