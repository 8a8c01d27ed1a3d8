/** From a plan written by hand to what executing it over fake stores gives. */
import { execute } from '#runtime/execute/execute.js';
import { type Mode, REPORT, RESOLVE } from '#runtime/execute/mode.js';
import type { ExecuteResult, ResolvedSecret } from '#runtime/execute/resolution.js';
import { link } from '#runtime/link/link.js';
import type { Choice, LinkedPlan } from '#runtime/link/linked-plan.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import { type FakeStore, type FakeWorld, fakeWorld, type WorldParts } from './fake-store.js';
import { choice, user } from './plan.js';

/** The store that secrets without a route are read from. */
export const DEFAULT_URI = 'dotenv://.env';

export interface CaseParts extends WorldParts {
  readonly mode?: Mode;
  readonly choice?: Partial<Choice>;
}

export interface Outcome extends FakeWorld {
  readonly linked: LinkedPlan;
  readonly result: ExecuteResult;
}

export function linkedPlan(plan: Plan, wants: Partial<Choice> = {}): LinkedPlan {
  const result = link(plan, choice(wants), user({ provider: DEFAULT_URI }));
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.diagnostics));
  return result.plan;
}

export async function executed(
  plan: Plan,
  stores: Readonly<Record<string, FakeStore>>,
  parts: CaseParts = {},
): Promise<Outcome> {
  const linked = linkedPlan(plan, parts.choice);
  const world = fakeWorld(stores, parts);
  return { ...world, linked, result: await execute(linked, parts.mode ?? RESOLVE, world.portsFor(linked)) };
}

/** The same without values. */
export function reported(
  plan: Plan,
  stores: Readonly<Record<string, FakeStore>>,
  parts: CaseParts = {},
): Promise<Outcome> {
  return executed(plan, stores, { ...parts, mode: REPORT });
}

/** Values by name; a path stands for the file it names, `status` in brackets for what has no value. */
export function valuesOf({ result, files }: Outcome): Readonly<Record<string, string>> {
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
  return Object.fromEntries(result.resolution.secrets.map((secret) => [secret.secret, textOf(secret, files)]));
}

function textOf(secret: ResolvedSecret, files: ReadonlyMap<string, Uint8Array>): string {
  if (secret.status !== 'found') return `(${secret.status})`;
  const { delivered } = secret;
  if (delivered.kind === 'withheld') return '(withheld)';
  if (delivered.kind === 'path') return `file of ${Buffer.from(files.get(delivered.path) ?? []).toString()}`;
  return Buffer.from(delivered.value.reveal()).toString('utf8');
}

/** Of a failure; of a result, the failures of stores that it reports. */
export function errorsOf({ result }: Outcome): readonly Diagnostic[] {
  return result.kind === 'failed' ? result.diagnostics : result.resolution.failures;
}

export function errorCodes(outcome: Outcome): readonly string[] {
  return errorsOf(outcome).map(({ code }) => code);
}

export function warningCodes({ result }: Outcome): readonly string[] {
  return result.warnings.map(({ code }) => code);
}
