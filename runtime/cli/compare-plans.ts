/** Two sides become two plans, or all that is wrong with them on standard error and exit 2. */
import { posix } from 'node:path';

import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import type { Plan } from '#schemas/plan.js';
import type { PlanDifference } from '#schemas/plan-change.js';
import { Failure } from '../failure.js';
import { diffAnalysis, frontEnd } from '../plan/front-end.js';
import type { Origin, Side, Trouble } from '../plan/side.js';
import { writeErr } from './output.js';
import { diagnosticsText } from './print-failure.js';
import { useColour } from './views/colour.js';
import { renderDiagnostics } from './views/diagnostics.js';

export interface NamedSide {
  /** Null where the call has no sides: what is wrong names the file itself. */
  readonly name: 'old' | 'new' | null;
  /** As it was given. */
  readonly shown: string;
  readonly side: Side;
}

export interface TwoPlans {
  readonly old: ComparedPlan;
  readonly new: ComparedPlan;
}
interface ComparedPlan {
  readonly plan: Plan;
  readonly hash: string;
}

/** Null after what is wrong with both sides was printed, each part behind the name of its side, a blank line between. */
export async function plansOf(old: NamedSide, next: NamedSide): Promise<TwoPlans | null> {
  if (old.side.kind === 'plan' && next.side.kind === 'plan') return { old: old.side, new: next.side };
  const texts: string[] = [];
  for (const side of [old, next]) if (side.side.kind === 'trouble') texts.push(await troubleText(side, side.side));
  writeErr(texts.join('\n'));
  return null;
}

/** Stops with `exitCode` where the hashes differ and nothing that this version compares does: a plan of a later version, or altered. */
export async function differenceOf({ old, new: next }: TwoPlans, exitCode: number): Promise<PlanDifference> {
  const { diffPlans } = await diffAnalysis();
  const changes = old.hash === next.hash ? [] : diffPlans(old.plan, next.plan);
  if (changes.length === 0 && old.hash !== next.hash) throw new Failure([planFiles.E1309({})], exitCode);
  return { old: old.hash, new: next.hash, changes };
}

const STDERR = 2;

async function troubleText({ name, shown }: NamedSide, trouble: Trouble): Promise<string> {
  const colour = useColour(STDERR, process.env);
  const head = name === null ? '' : renderDiagnostics([headOf(name, shown, trouble)], { locate: () => null, colour });
  return `${head}${await reasonsText(trouble, colour)}`;
}

function headOf(side: 'old' | 'new', operand: string, { problem, quote, diagnostics }: Trouble): Diagnostic {
  return planFiles.E1308({ side, operand, problem, isExplained: diagnostics.length > 0 }, { quote });
}

async function reasonsText({ diagnostics, origin }: Trouble, colour: boolean): Promise<string> {
  switch (origin.kind) {
    case 'nowhere':
      return renderDiagnostics(diagnostics, { locate: () => null, colour });
    case 'manifest':
      return diagnosticsText(diagnostics, origin.manifest, colour);
    case 'revision':
      return committedText(diagnostics, origin, colour);
  }
}

/** Places are shown as git names them: `main:services/api/manifest.toml`. */
async function committedText(
  diagnostics: readonly Diagnostic[],
  { revision, folder, files }: Extract<Origin, { kind: 'revision' }>,
  colour: boolean,
): Promise<string> {
  const shownFile = (path: string) => `${revision}:${posix.join(folder, path)}`;
  const seen = (place: Place) => ({ ...place, file: shownFile(place.file) });
  const { locator } = await frontEnd();
  const locate = await locator(files.map((file) => ({ ...file, path: shownFile(file.path) })));
  const shown = diagnostics.map((diagnostic) => ({
    ...diagnostic,
    at: diagnostic.at && seen(diagnostic.at),
    labels: diagnostic.labels.map((label) => ({ ...label, at: seen(label.at) })),
  }));
  return renderDiagnostics(shown, { locate, colour });
}
