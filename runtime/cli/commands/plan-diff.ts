/** `tool plan diff`: what changed in meaning between two plans (plan-product). */
import { prettyJson } from '#schemas/canonical.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { aboutOf, CHANGE_SEVERITIES, type Change, type ChangeSeverity } from '#schemas/plan-change.js';
import type { DifferenceAbout, ShownDifference } from '#schemas/plan-review.js';
import { Failure } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { given } from '../../inputs/given.js';
import type { ManifestLocation } from '../../inputs/locate-manifest.js';
import { reviewAnalysis } from '../../plan/front-end.js';
import { type Operand, operandOf } from '../../plan/plan-operand.js';
import { sideOf } from '../../plan/plan-side.js';
import type { Circumstances } from '../../plan/side.js';
import type { CallContext } from '../../session/call.js';
import { findManifest } from '../../session/named-manifest.js';
import { MANIFEST_NAME } from '../../version.js';
import type { Arguments } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { differenceOf, namelessDifference, plansOf, type TwoPlans } from '../compare-plans.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeErr, writeOut } from '../output.js';
import { useColour } from '../views/colour.js';

export const planDiff: CommandModule = {
  spec: {
    name: 'plan diff',
    synopsis: 'OLD [NEW] [--format text|json|markdown|github] [OPTIONS]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), json, markdown for a pull-request comment, or github for annotations',
        get choices() {
          return Object.keys(views);
        },
      },
      { name: 'profile', short: 'P', value: 'NAME', summary: 'show only changes that affect this profile' },
      { name: 'exit-code', summary: 'exit with 1 if there are changes' },
      {
        name: 'fail-on',
        value: 'SEVERITY',
        choices: CHANGE_SEVERITIES,
        summary: 'exit with 1 if a change is at least notice, review or danger',
      },
    ],
    positionals: { least: 1, most: 2 },
    isComparison: () => true,
    details: `Compares the meaning of two plans: which secrets were added or removed, which are read from other stores,
and which are visible to more scopes. Comments, order and spelling do not count. OLD and NEW are plan files, manifests,
folders with a manifest, or git revisions: \`main\`, \`HEAD~1\`, \`main:services/api\`. A revision alone means the
manifest at the same path; a revision without one counts as an empty project. Without NEW, OLD is compared with the
manifest that other commands use. Contacts no store and does not change the work tree. Exits with 2 if a side cannot
be read or compiled.`,
    examples: [
      'tool plan diff main',
      'tool plan diff plan.json . --fail-on danger',
      'tool plan diff HEAD~1 HEAD --format markdown',
    ],
  },
  async run(args, context) {
    const view = viewOf(args.text('format') ?? 'text');
    const threshold = thresholdOf(args);
    const plans = await bothPlans(args, context);
    if (plans === null) return USAGE;
    const profile = given(args.text('profile'));
    const whole = await differenceOf(plans);
    const nameless = namelessDifference(whole);
    if (nameless !== null) throw new Failure([nameless], USAGE);
    const difference = narrowed(whole, profile, plans);
    writeOut(await view(difference, { plans, profile, context }));
    return difference.changes.some(isAtLeast(threshold)) ? FAILURE : SUCCESS;
  },
};

interface Compared {
  readonly plans: TwoPlans;
  readonly profile: string | null;
  readonly context: CallContext;
}
type View = (difference: ShownDifference, compared: Compared) => Promise<string>;

const views: Readonly<Record<string, View>> = {
  text: async (difference, { context }) =>
    (await import('../views/plan-diff-text.js')).planDiffText(difference, useColour(1, context.variables)),
  json: async ({ old, new: next, changes, about }) => {
    await sayNote(about);
    return prettyJson({ old, new: next, changes });
  },
  markdown: async (difference, { plans: { old, new: next }, profile }) => {
    const [{ reviewPlans }, { planDiffMarkdown }] = await Promise.all([
      reviewAnalysis(),
      import('../views/plan-diff-markdown.js'),
    ]);
    const review = reviewPlans(old.plan, next.plan, difference.changes);
    const toDo = review.toDo.filter(
      ({ profiles }) => profile === null || profiles === 'all' || profiles.includes(profile),
    );
    return planDiffMarkdown(difference, { ...review, toDo });
  },
  github: async ({ changes, about }, { plans, context }) => {
    await sayNote(about);
    const [{ placedChanges }, { planDiffGithub }] = await Promise.all([
      import('../place-changes.js'),
      import('../views/plan-diff-github.js'),
    ]);
    return planDiffGithub(await placedChanges(changes, plans, context));
  },
};

/** In addition to a format that programs read. */
async function sayNote(about: DifferenceAbout): Promise<void> {
  writeErr((await import('../views/plan-diff-text.js')).absentText(about));
}

function viewOf(format: string): View {
  const view = Object.hasOwn(views, format) ? views[format] : undefined;
  if (view === undefined) throw notOneOf(format, Object.keys(views), 'a format of `tool plan diff`', 'formats');
  return view;
}

/** The severity from which a change makes the command fail; null if none does. */
function thresholdOf(args: Arguments): ChangeSeverity | null {
  const asked = args.text('fail-on');
  const severity = CHANGE_SEVERITIES.find((known) => known === asked) ?? null;
  if (asked !== null && severity === null) throw notOneOf(asked, CHANGE_SEVERITIES, 'a severity', 'severities');
  return args.has('exit-code') ? 'notice' : severity;
}

function isAtLeast(threshold: ChangeSeverity | null): (change: Change) => boolean {
  if (threshold === null) return () => false;
  return ({ severity }) => CHANGE_SEVERITIES.indexOf(severity) <= CHANGE_SEVERITIES.indexOf(threshold);
}

async function bothPlans(args: Arguments, context: CallContext): Promise<TwoPlans | null> {
  const [oldText = '', written] = args.positionals;
  const called = findManifest(callOf(args, context));
  const circumstances: Circumstances = {
    workingFolder: context.workingFolder,
    cacheFor: (manifestFolder) => cacheFolder(context.variables, manifestFolder),
    called,
  };
  const old = operandOf(oldText, circumstances.workingFolder);
  const newText = written ?? called?.name ?? '';
  const next = written === undefined ? atHand(called) : operandOf(newText, circumstances.workingFolder);
  return plansOf(
    { name: 'old', shown: oldText, side: await sideOf(old, oldText, next, circumstances) },
    { name: 'new', shown: newText, side: await sideOf(next, newText, old, circumstances) },
    context,
  );
}

function atHand(manifest: ManifestLocation | null): Operand {
  if (manifest !== null) return { kind: 'manifest', manifest };
  throw new Failure([inheritance.E0308({ name: MANIFEST_NAME, path: null, nearest: null })], USAGE);
}

/** A change that belongs to no profile reaches all of them. A profile that only one plan has was added or removed. */
function narrowed(difference: ShownDifference, profile: string | null, { old, new: next }: TwoPlans): ShownDifference {
  if (profile === null) return difference;
  const owners = [old, next].filter(({ plan }) => own(plan.profiles, profile) !== undefined);
  if (owners.length === 0)
    throw new Failure([linking.E0801({ profile, defined: allProfiles(old.plan, next.plan) })], USAGE);
  const isCommon = owners.length === 2;
  const reaches = (change: Change) => {
    if (change.profiles !== 'all') return change.profiles.includes(profile);
    return isCommon || !['secret', 'group', 'chain', 'exposure'].includes(aboutOf(change));
  };
  return { ...difference, changes: difference.changes.filter(reaches) };
}

function allProfiles(...plans: readonly Plan[]): readonly string[] {
  return [...new Set(plans.flatMap(({ profiles }) => Object.keys(profiles)))].sort(byName);
}
