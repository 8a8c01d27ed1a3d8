/** `tool plan diff`: what changed in meaning between two plans (plan-product). */
import { prettyJson } from '#schemas/canonical.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import {
  aboutOf,
  CHANGE_SEVERITIES,
  type Change,
  type ChangeSeverity,
  type PlanDifference,
} from '#schemas/plan-change.js';
import { Failure, UsageError } from '../../failure.js';
import { cacheFolder } from '../../inputs/folders.js';
import { given } from '../../inputs/given.js';
import { operandOf } from '../../plan/plan-operand.js';
import { sideOf } from '../../plan/plan-side.js';
import type { Circumstances } from '../../plan/side.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { differenceOf, plansOf, type TwoPlans } from '../compare-plans.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { findManifest } from '../named-manifest.js';
import { writeOut } from '../output.js';
import { useColour } from '../views/colour.js';

export const planDiff: CommandModule = {
  spec: {
    name: 'plan diff',
    synopsis: 'OLD NEW [--format text|json|markdown] [OPTIONS]',
    options: [
      { name: 'format', value: 'FORMAT', summary: 'text (default), json, or markdown for a pull-request comment' },
      { name: 'profile', short: 'P', value: 'NAME', summary: 'only what reaches this profile' },
      { name: 'exit-code', summary: 'exit with 1 where there are changes' },
      {
        name: 'fail-on',
        value: 'SEVERITY',
        summary: 'exit with 1 where a change is at least notice, review or danger',
      },
    ],
    positionals: { least: 2, most: 2 },
    details: `Compares what two plans mean: which secrets came, went, or are looked for elsewhere. Comments, order and
spelling do not count. A side is a plan file, a manifest, a folder that holds one, or a git revision: \`main\`,
\`HEAD~1\`, \`main:services/api\`. A revision alone means the manifest at the same path. Contacts no store and leaves
the work tree alone. Exits with 2 when a side cannot be read or compiled.`,
    examples: [
      'tool plan diff main .',
      'tool plan diff plan.json . --fail-on danger',
      'tool plan diff HEAD~1 HEAD --format markdown',
    ],
  },
  async run(args) {
    const view = viewOf(args.text('format') ?? 'text');
    const threshold = thresholdOf(args);
    const plans = await bothPlans(args);
    if (plans === null) return USAGE;
    const difference = narrowed(await differenceOf(plans), given(args.text('profile')), plans);
    writeOut(await view(difference));
    return difference.changes.some(isAtLeast(threshold)) ? FAILURE : SUCCESS;
  },
};

type View = (difference: PlanDifference) => Promise<string> | string;

const views: Readonly<Record<string, View>> = {
  text: async ({ changes }) =>
    (await import('../views/plan-diff-text.js')).planDiffText(changes, useColour(1, process.env)),
  json: prettyJson,
  markdown: async ({ changes }) => (await import('../views/plan-diff-markdown.js')).planDiffMarkdown(changes),
};

function viewOf(format: string): View {
  const view = Object.hasOwn(views, format) ? views[format] : undefined;
  if (view === undefined)
    throw new UsageError(
      `\`${format}\` is not a format of \`tool plan diff\``,
      `write one of ${Object.keys(views).join(', ')}`,
    );
  return view;
}

/** The severity from which a change makes the command fail; null: none does. */
function thresholdOf(args: Arguments): ChangeSeverity | null {
  const asked = args.text('fail-on');
  if (asked === null || args.has('exit-code')) return args.has('exit-code') ? 'notice' : null;
  const severity = CHANGE_SEVERITIES.find((known) => known === asked);
  if (severity === undefined) throw new UsageError(`\`${asked}\` is not a severity`, 'write notice, review or danger');
  return severity;
}

function isAtLeast(threshold: ChangeSeverity | null): (change: Change) => boolean {
  if (threshold === null) return () => false;
  return ({ severity }) => CHANGE_SEVERITIES.indexOf(severity) <= CHANGE_SEVERITIES.indexOf(threshold);
}

async function bothPlans(args: Arguments): Promise<TwoPlans | null> {
  const [oldText = '', newText = ''] = args.positionals;
  const circumstances: Circumstances = {
    workingFolder: process.cwd(),
    cacheFolder: cacheFolder(process.env),
    called: findManifest(args),
  };
  const [old, next] = [
    operandOf(oldText, circumstances.workingFolder),
    operandOf(newText, circumstances.workingFolder),
  ];
  return plansOf(
    { name: 'old', shown: oldText, side: await sideOf(old, oldText, next, circumstances) },
    { name: 'new', shown: newText, side: await sideOf(next, newText, old, circumstances) },
  );
}

/** What belongs to no profile reaches each of them. A profile of one plan alone came or went whole. */
function narrowed(difference: PlanDifference, profile: string | null, { old, new: next }: TwoPlans): PlanDifference {
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
