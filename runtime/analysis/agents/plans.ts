/** What the manifest compiles to, and what changed of it since a revision of git. */
import { Failure, UsageError } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { requireManifest } from '../../inputs/named-manifest.js';
import type { Operand } from '../../plan/plan-operand.js';
import { manifestSide, sideOf } from '../../plan/plan-side.js';
import { comparable, differenceOf, type NoComparison } from '../compare-plans.js';
import { compiledPlan } from '../compiled-plan.js';
import { outlineOf, requireSelected } from '../outline.js';
import { changeWithoutDefaults, planWithoutDefaults } from './hidden-defaults.js';
import { chosen, type Room, type Texts } from './room.js';

/** In lines, each of which is text of the manifest to some part. */
export async function planInWords(texts: Texts, room: Room): Promise<object> {
  const asked = chosen(texts, room.limits);
  const { plan, hash } = await compiledPlan(room.call);
  const selection = await requireSelected(plan, asked);
  const outline = await outlineOf(planWithoutDefaults(plan), selection);
  return { hash, ...asked, plan: room.words.plan(outline, hash).trimEnd().split('\n') };
}

/** What git takes for a revision, and nothing that it could take for an option or a path. */
const REVISION = /^[\p{L}\p{Nd}_][\p{L}\p{Nd}_./@{}^~+-]{0,199}$/u;

export async function planDifference({ base = 'HEAD' }: Texts, { call }: Room): Promise<object> {
  if (!REVISION.test(base)) throw new UsageError('`base` must be a revision of git', 'such as `HEAD` or `main`');
  const manifest = await requireManifest(call);
  const { variables, workingFolder } = call;
  const cacheFor = (folder: string) => cacheFolder(variables, folder);
  const revision: Operand = { kind: 'revision', revision: base, path: null };
  const circumstances = { variables, workingFolder, cacheFor, called: manifest };
  const old = await sideOf(revision, base, { kind: 'manifest', manifest }, circumstances);
  const next = await manifestSide(manifest, cacheFor(manifest.folder));
  const plans = comparable(
    { name: 'old', shown: base, side: old },
    { name: 'new', shown: manifest.name, side: next },
    workingFolder,
  );
  if (plans.kind === 'trouble') return refuse(plans);
  const { old: before, new: after, changes } = await differenceOf(plans);
  return { base, old: before, new: after, changes: changes.map(changeWithoutDefaults) };
}

function refuse({ sides }: NoComparison): never {
  for (const { shown, side } of sides) {
    if (side.diagnostics.length > 0) throw new Failure(side.diagnostics);
    throw new UsageError(`\`${shown}\` ${side.problem}`, side.fetch && 'a person can fetch it');
  }
  throw new UsageError('the plans cannot be compared');
}
