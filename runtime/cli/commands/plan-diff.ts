/** `tool plan diff`: what changed in meaning between two plans (plan-product). */
import { CHANGE_SEVERITIES, type Change, type ChangeSeverity } from '#schemas/plan-change.js';
import { differenceOf, namelessDifference, type TwoPlans } from '../../analysis/compare-plans.js';
import { everyManifest } from '../../analysis/every-manifest.js';
import { twoSides } from '../../analysis/named-sides.js';
import { narrowedTo, toDoIn } from '../../analysis/narrow-difference.js';
import { placedReview } from '../../analysis/place-changes.js';
import { Failure, UsageError } from '../../failure.js';
import type { CallContext } from '../../inputs/call-context.js';
import { given } from '../../inputs/given.js';
import type { Arguments } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { printTrouble } from '../print-trouble.js';
import { DIFFERENCE_VIEWS, type DifferenceView, type Reviewed } from '../show-differences.js';
import { annotationRoot } from '../workspace.js';

export const planDiff: CommandModule = {
  spec: {
    name: 'plan diff',
    synopsis: 'OLD [NEW] [--all] [--format text|json|markdown|github] [OPTIONS]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), json, markdown for a pull-request comment, or github for annotations',
        get choices() {
          return Object.keys(DIFFERENCE_VIEWS);
        },
      },
      { name: 'profile', short: 'P', value: 'NAME', summary: 'show only changes that affect this profile' },
      { name: 'all', summary: 'compare every manifest of the repository with the revision OLD' },
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
manifest that other commands use. With --all, OLD and NEW are revisions, and every \`manifest.toml\` of the repository
is compared with what it was; without NEW, those of the work tree. Contacts no store and does not change the work tree.
Exits with 2 if a side cannot be read or compiled.`,
    examples: [
      'tool plan diff main',
      'tool plan diff --all main --fail-on danger',
      'tool plan diff plan.json . --fail-on danger',
      'tool plan diff HEAD~1 HEAD --format markdown',
    ],
  },
  async run(args, context) {
    const view = viewOf(args.text('format') ?? 'text');
    const threshold = thresholdOf(args);
    const [old = '', next = null] = args.positionals;
    const profile = given(args.text('profile'));
    if (args.has('all') && profile !== null)
      throw new UsageError('`--all` and `--profile` cannot be used together: manifests have profiles of their own');
    const call = callOf(args, context);
    if (args.has('all') && call.options.file !== null)
      throw new UsageError(
        '`--all` and `--file` cannot be used together: every manifest of the repository is compared',
      );
    const sides = args.has('all') ? await everyManifest(old, next, call) : [await twoSides(old, next, call)];
    for (const side of sides) if (side.kind === 'trouble') await printTrouble(side, context);
    const plans = sides.filter((side) => side.kind === 'plans');
    const reviewed: Reviewed[] = [];
    for (const pair of plans) reviewed.push(await reviewedOf(pair, profile, context));
    const [only] = reviewed;
    if (args.has('all')) {
      const changed = reviewed.filter(({ difference }) => difference.changes.length > 0);
      if (plans.length > 0 || sides.length === 0) writeOut(await view.all(changed, plans.length, context));
    } else if (only !== undefined) writeOut(await view.one(only, context));
    if (plans.length < sides.length) return USAGE;
    return reviewed.some(({ difference }) => difference.changes.some(isAtLeast(threshold))) ? FAILURE : SUCCESS;
  },
};

async function reviewedOf(plans: TwoPlans, profile: string | null, context: CallContext): Promise<Reviewed> {
  const whole = await differenceOf(plans);
  const nameless = namelessDifference(whole);
  if (nameless !== null) throw new Failure([nameless], USAGE);
  const difference = profile === null ? whole : narrowedTo(profile, whole, plans);
  const root = (folder: string) => annotationRoot(folder, context);
  return { difference, review: toDoIn(profile, await placedReview(difference, plans, root)), plan: plans.new.plan };
}

function viewOf(format: string): DifferenceView {
  const view = Object.hasOwn(DIFFERENCE_VIEWS, format) ? DIFFERENCE_VIEWS[format] : undefined;
  if (view === undefined)
    throw notOneOf(format, Object.keys(DIFFERENCE_VIEWS), 'a format of `tool plan diff`', 'formats');
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
