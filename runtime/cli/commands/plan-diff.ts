/** `tool plan diff`: what changed in meaning between two plans (plan-product). */
import { prettyJson } from '#schemas/canonical.js';
import { CHANGE_SEVERITIES, type Change, type ChangeSeverity } from '#schemas/plan-change.js';
import type { DifferenceAbout, PlacedReview, ShownDifference } from '#schemas/plan-review.js';
import { differenceOf, namelessDifference } from '../../analysis/compare-plans.js';
import { twoSides } from '../../analysis/named-sides.js';
import { narrowedTo, toDoIn } from '../../analysis/narrow-difference.js';
import { placedReview } from '../../analysis/place-changes.js';
import { Failure } from '../../failure.js';
import type { CallContext } from '../../inputs/call-context.js';
import { given } from '../../inputs/given.js';
import type { Arguments } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeErr, writeOut } from '../output.js';
import { printTrouble } from '../print-trouble.js';
import { lineWidth } from '../text-width.js';
import { useColour } from '../views/colour.js';
import { annotationRoot } from '../workspace.js';

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
    const [old = '', next = null] = args.positionals;
    const plans = await twoSides(old, next, callOf(args, context));
    if (plans.kind === 'trouble') {
      await printTrouble(plans, context);
      return USAGE;
    }
    const profile = given(args.text('profile'));
    const whole = await differenceOf(plans);
    const nameless = namelessDifference(whole);
    if (nameless !== null) throw new Failure([nameless], USAGE);
    const difference = profile === null ? whole : narrowedTo(profile, whole, plans);
    const root = (folder: string) => annotationRoot(folder, context);
    const review = toDoIn(profile, await placedReview(difference, plans, root));
    writeOut(await view(difference, { review, context }));
    return difference.changes.some(isAtLeast(threshold)) ? FAILURE : SUCCESS;
  },
};

interface Compared {
  readonly review: PlacedReview;
  readonly context: CallContext;
}
type View = (difference: ShownDifference, compared: Compared) => Promise<string>;

const views: Readonly<Record<string, View>> = {
  text: async (difference, { review, context }) => {
    const { planDiffText } = await import('../views/plan-diff-text.js');
    return planDiffText(difference, review, { colour: useColour(STDOUT, context.variables), width: lineWidth(STDOUT) });
  },
  json: async ({ old, new: next, about }, { review }) => {
    await sayNote(about);
    return prettyJson({ old, new: next, changes: review.changes.map(({ change, at }) => ({ ...change, at })) });
  },
  markdown: async (difference, { review }) =>
    (await import('../views/plan-diff-markdown.js')).planDiffMarkdown(difference, review),
  github: async ({ about }, { review }) => {
    await sayNote(about);
    return (await import('../views/plan-diff-github.js')).planDiffGithub(review.changes);
  },
};

const STDOUT = 1;

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
