/** Gets the two plans to compare, or prints all that is wrong with them on standard error, with exit code 2. */
import { posix } from 'node:path';

import { canonicalJson } from '#schemas/canonical.js';
import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import { named } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { DifferenceAbout, ShownDifference } from '#schemas/plan-review.js';
import { nearestPath } from '../inputs/nearest-path.js';
import { diffAnalysis, frontEnd } from '../plan/front-end.js';
import { taggedSha256 } from '../plan/sha256.js';
import { prefixOf, shownFile } from '../plan/shown-places.js';
import { type Origin, type PlanSide, type Side, type Trouble, type TroubleSide, trouble } from '../plan/side.js';
import type { CallContext } from '../session/call.js';
import { writeErr } from './output.js';
import { diagnosticsText } from './print-failure.js';
import { useColour } from './views/colour.js';
import { renderDiagnostics } from './views/diagnostics.js';

export interface NamedSide {
  /** Null if the call does not compare OLD with NEW: findings name the file themselves. */
  readonly name: 'old' | 'new' | null;
  /** As given. */
  readonly shown: string;
  readonly side: Side;
}

export interface TwoPlans {
  readonly old: PlanSide;
  readonly new: PlanSide;
  /** The project and the manifest that the comparison is about. */
  readonly about: DifferenceAbout;
}

/** Null after all that is wrong with both was printed, each part under the name of its plan, separated by a blank line. */
export async function plansOf(old: NamedSide, next: NamedSide, context: CallContext): Promise<TwoPlans | null> {
  const [before, after] = [planOf(old, next), planOf(next, old)];
  if (before.kind === 'plan' && after.kind === 'plan')
    return { old: before, new: after, about: aboutBoth(old, next, { before, after }, context) };
  const texts: string[] = [];
  if (before.kind === 'trouble') texts.push(await troubleText(old, before, context));
  if (after.kind === 'trouble') texts.push(await troubleText(next, after, context));
  writeErr(texts.join('\n'));
  return null;
}

/** A plan without a manifest counts as an empty project. If both have none, the path is mistyped. */
function planOf({ side }: NamedSide, { side: other }: NamedSide): PlanSide | TroubleSide {
  if (side.kind === 'plan' || side.kind === 'trouble') return side;
  if (other.kind !== 'plan') return trouble(`has no manifest at \`${side.path}\``);
  const plan: Plan = { ...other.plan, profiles: NOTHING, stores: NOTHING, secrets: NOTHING, scopes: NOTHING };
  return { kind: 'plan', plan, hash: taggedSha256(canonicalJson(plan)), origin: { kind: 'nowhere' } };
}

const NOTHING = named<never>([]);

function aboutBoth(
  old: NamedSide,
  next: NamedSide,
  { before, after }: { readonly before: PlanSide; readonly after: PlanSide },
  context: CallContext,
): DifferenceAbout {
  const [absent = null] = [old, next].flatMap(({ shown, side }) =>
    side.kind === 'no manifest' ? [{ side: shown, path: side.path }] : [],
  );
  return {
    project: { old: before.plan.project.name, new: after.plan.project.name },
    manifest: next.side.kind === 'plan' ? shownManifest(next, after, context) : shownManifest(old, before, context),
    absent,
  };
}

function shownManifest({ shown }: NamedSide, { origin }: PlanSide, { workingFolder }: CallContext): string {
  switch (origin.kind) {
    case 'nowhere':
      return shown;
    case 'manifest':
      return shownFile(prefixOf(origin.manifest.folder, workingFolder), origin.manifest.name);
    case 'revision':
      return posix.join(origin.folder, origin.files.at(-1)?.path ?? '');
  }
}

export async function differenceOf({ old, new: next, about }: TwoPlans): Promise<ShownDifference> {
  const { diffPlans } = await diffAnalysis();
  const changes = old.hash === next.hash ? [] : diffPlans(old.plan, next.plan);
  return { old: old.hash, new: next.hash, changes, about };
}

/** What to report if the hashes differ, but nothing that this version compares: one plan is of a later version, or was altered. */
export function namelessDifference({ old, new: next, changes }: ShownDifference): Diagnostic | null {
  return old !== next && changes.length === 0 ? planFiles.E1309({}) : null;
}

const STDERR = 2;

async function troubleText({ name, shown }: NamedSide, trouble: Trouble, context: CallContext): Promise<string> {
  const colour = useColour(STDERR, context.variables);
  const head = name === null ? '' : renderDiagnostics([headOf(name, shown, trouble)], { locate: () => null, colour });
  return `${head}${await reasonsText(trouble, colour, context)}`;
}

function headOf(side: 'old' | 'new', operand: string, { problem, quote, diagnostics, fetch }: Trouble): Diagnostic {
  const isExplained = diagnostics.length > 0;
  // A revision has the name of a file only by accident.
  const nearest = !isExplained && /\.\w+$/u.test(operand) ? nearestPath(operand) : null;
  return planFiles.E1308({ side, operand, problem, isExplained, fetch, nearest }, { quote });
}

async function reasonsText({ diagnostics, origin }: Trouble, colour: boolean, context: CallContext): Promise<string> {
  switch (origin.kind) {
    case 'nowhere':
      return renderDiagnostics(diagnostics, { locate: () => null, colour });
    case 'manifest':
      return diagnosticsText(diagnostics, origin.manifest, context, { colour });
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
