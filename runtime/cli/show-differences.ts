/** Differences of plans in every format: of one manifest, or of all manifests of a repository in one report. */
import { prettyJson } from '#schemas/canonical.js';
import { byName } from '#schemas/named.js';
import { CHANGE_SEVERITIES } from '#schemas/plan-change.js';
import type { Plan } from '#schemas/plan.js';
import type { PlacedReview, ShownDifference } from '#schemas/plan-review.js';
import type { CallContext } from '../inputs/call-context.js';
import { writeErr } from './output.js';
import { lineWidth } from './text-width.js';
import { useColour } from './views/colour.js';

export interface Reviewed {
  readonly difference: ShownDifference;
  readonly review: PlacedReview;
  /** What the new side compiles to. */
  readonly plan: Plan;
}

export interface DifferenceView {
  readonly one: (reviewed: Reviewed, context: CallContext) => Promise<string>;
  /** Those that changed, and how many there are. */
  readonly all: (changed: readonly Reviewed[], count: number, context: CallContext) => Promise<string>;
}

const STDOUT = 1;

async function text({ difference, review }: Reviewed, { variables }: CallContext): Promise<string> {
  const { planDiffText } = await import('./views/plan-diff-text.js');
  return planDiffText(difference, review, { colour: useColour(STDOUT, variables), width: lineWidth(STDOUT) });
}

async function markdown({ difference, review, plan }: Reviewed): Promise<string> {
  const { planDiffMarkdown, MOST_CHARACTERS } = await import('./views/plan-diff-markdown.js');
  const comment = planDiffMarkdown(difference, review);
  if (difference.changes.length === 0) return comment;
  const [{ graphOf }, { changedPicture }] = await Promise.all([
    import('../analysis/questions/graphs.js'),
    import('./views/graph/changed.js'),
  ]);
  const profiles = Object.keys(plan.profiles).sort(byName);
  const graph = await graphOf({ plan, hash: difference.new, profiles, scope: null, caches: 'cold' });
  return comment + changedPicture(graph, difference.changes, MOST_CHARACTERS - comment.length);
}

async function github(reviewed: Reviewed): Promise<string> {
  await sayNote(reviewed);
  return (await import('./views/plan-diff-github.js')).planDiffGithub(reviewed.review.changes);
}

async function members(reviewed: Reviewed) {
  await sayNote(reviewed);
  const { difference, review } = reviewed;
  const changes = review.changes.map(({ change, at }) => ({ ...change, at }));
  return { old: difference.old, new: difference.new, changes };
}

/** In addition to a format that programs read. */
async function sayNote({ difference }: Reviewed): Promise<void> {
  writeErr((await import('./views/plan-diff-text.js')).absentText(difference.about));
}

async function each<T>(reviewed: readonly Reviewed[], show: (one: Reviewed) => Promise<T>): Promise<readonly T[]> {
  const shown: T[] = [];
  for (const one of reviewed) shown.push(await show(one));
  return shown;
}

export const DIFFERENCE_VIEWS: Readonly<Record<string, DifferenceView>> = {
  text: {
    one: text,
    all: async (changed, count, context) => {
      const texts = await each(changed, (one) => text(one, context));
      return `${[...texts, countLine(changed.length, count)].join('\n')}\n`;
    },
  },
  json: {
    one: async (reviewed) => prettyJson(await members(reviewed)),
    all: async (changed) => {
      const manifests = await each(changed, async (one) => ({
        manifest: one.difference.about.manifest,
        ...(await members(one)),
      }));
      return prettyJson({ manifests });
    },
  },
  markdown: {
    one: markdown,
    all: async (changed, count) => {
      const { joinedComments } = await import('./views/plan-diff-markdown.js');
      return joinedComments(await each(gravestFirst(changed), markdown), countLine(changed.length, count));
    },
  },
  github: { one: github, all: async (changed) => (await each(changed, github)).join('') },
};

function countLine(changed: number, count: number): string {
  return `${changed} of ${count === 1 ? '1 manifest' : `${count} manifests`} changed`;
}

/** A comment has room for the first ones. */
function gravestFirst(changed: readonly Reviewed[]): readonly Reviewed[] {
  const rank = ({ difference }: Reviewed) =>
    Math.min(...difference.changes.map(({ severity }) => CHANGE_SEVERITIES.indexOf(severity)));
  return [...changed].sort((left, right) => rank(left) - rank(right));
}
