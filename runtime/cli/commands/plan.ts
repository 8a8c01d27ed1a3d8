/** `tool plan`: what the manifest compiles to. Contacts no store and reads no user configuration (plan-product). */
import { resolve } from 'node:path';
import { canonicalJson, prettyJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { OutlineSelection } from '#schemas/plan-outline.js';
import type { ShownDifference } from '#schemas/plan-review.js';
import { compiledPlan } from '../../analysis/compiled-plan.js';
import type { TwoPlans } from '../../analysis/compare-plans.js';
import { entriesOf, outlineOf, requireSelected } from '../../analysis/outline.js';
import { fail, UsageError } from '../../failure.js';
import type { CallContext } from '../../inputs/call-context.js';
import { given } from '../../inputs/given.js';
import { requireManifest } from '../../inputs/named-manifest.js';
import type { CompiledPlan } from '../../plan/plan-cache.js';
import type { Arguments } from '../arguments.js';
import { callOf } from '../call-of.js';
import { requireCallerName } from '../caller-options.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { pathOption } from '../path-option.js';
import { lineWidth, textWidth } from '../text-width.js';
import { useColour } from '../views/colour.js';
import { painter } from '../views/paint.js';
import { annotationRoot } from '../workspace.js';

export const plan: CommandModule = {
  spec: {
    name: 'plan',
    synopsis: '[NAME…] [--verbose] [--format text|json | --hash | --output FILE | --check FILE] [OPTIONS]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), or json: the form that is hashed; with --verbose: what each store calls its entries',
        get choices() {
          return FORMATS;
        },
      },
      { name: 'hash', summary: 'print the hash of the plan' },
      { name: 'output', short: 'o', value: 'FILE', summary: 'write a plan file for `--plan`' },
      { name: 'check', value: 'FILE', summary: 'compare a plan file with the plan of the manifest' },
      {
        name: 'verbose',
        short: 'v',
        summary: 'show everything: descriptions, addresses, templates, what happens when a secret is missing',
      },
      { name: 'profile', short: 'P', value: 'NAME', summary: 'show only this profile (text)' },
      { name: 'scope', short: 'S', value: 'NAME', summary: 'show only this scope (text)' },
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    isComparison: (args) => args.has('check'),
    details: `Shows one row per secret: where its value comes from, what is used if it is missing, and whether it is required.
Rows below it show what differs in other profiles. Then follow the groups, the scopes with what each one shows, also
receives and hides, and the stores that may be contacted. With NAME, shows only these secrets and what they are made
of. Contacts no store, and reads only the manifest and its parents. With --check, prints what changed; exits with 1 if
the plan file is out of date, or with 2 if it cannot be compared.`,
    examples: [
      'tool plan',
      'tool plan --profile production',
      'tool plan DATABASE_URL --verbose',
      'tool plan --output plan.json',
      'tool plan --check plan.json',
    ],
  },
  async run(args, context) {
    const product = productOf(args);
    const committed = pathOption(args, 'check', 'the plan file');
    if (committed !== null) return checkPlanFile(committed, args, context);
    await requireCallerName(args);
    const compiled = await compiledPlan(callOf(args, context));
    const selection = await requireSelected(compiled.plan, selectionOf(args));
    await product(compiled, selection, context);
    if (product === showGlance || product === showEverything) await warnOfCaches(compiled, args, context);
    return SUCCESS;
  },
};

const STDOUT = 1;
const FORMATS = ['text', 'json'];

type Product = (compiled: CompiledPlan, selection: OutlineSelection, context: CallContext) => Promise<void> | void;

/** The options, parsed before anything is compiled. */
function productOf(args: Arguments): Product {
  const asked = ['format', 'hash', 'output', 'check'].filter((name) => args.has(name));
  if (asked.length > 1) throw new UsageError(`\`--${asked[0]}\` and \`--${asked[1]}\` cannot be used together`);
  if (args.text('format') === 'json' && args.has('verbose')) return showEntries;
  const other = asked.find((name) => name !== 'format' || args.text('format') !== 'text');
  if (other !== undefined && args.positionals.length > 0)
    throw new UsageError(`\`--${other}\` covers the whole plan`, 'leave out the names of secrets');
  const output = pathOption(args, 'output', 'the plan file');
  if (output !== null)
    return (compiled, _, { workingFolder }) => writePlanTo(resolve(workingFolder, output), output, compiled);
  if (args.has('hash')) return ({ hash }) => writeOut(`${hash}\n`);
  const format = args.text('format') ?? 'text';
  if (format === 'text') return args.has('verbose') ? showEverything : showGlance;
  if (format === 'json') return ({ plan: compiled }) => writeOut(canonicalJson(compiled));
  throw notOneOf(format, FORMATS, 'a format of `tool plan`', 'formats');
}

async function showGlance(
  { plan: compiled, hash }: CompiledPlan,
  selection: OutlineSelection,
  { variables }: CallContext,
): Promise<void> {
  const [outline, { planGlance }] = await Promise.all([
    outlineOf(compiled, selection),
    import('../views/plan-glance.js'),
  ]);
  const layout = { width: textWidth(STDOUT), paint: painter(useColour(STDOUT, variables)) };
  writeOut(planGlance(outline, hash, layout));
}

async function showEverything({ plan: compiled, hash }: CompiledPlan, selection: OutlineSelection): Promise<void> {
  const [outline, { planText }] = await Promise.all([outlineOf(compiled, selection), import('../views/plan-text.js')]);
  writeOut(planText(outline, hash, textWidth(STDOUT)));
}

/** Of copies in plain text that git would commit: the manifest says where they are. */
async function warnOfCaches({ plan: compiled }: CompiledPlan, args: Arguments, context: CallContext): Promise<void> {
  if (!Object.values(compiled.stores).some((store) => store.kind !== 'leaf')) return;
  const [{ committedCaches }, { showWarnings }, { folder }] = await Promise.all([
    import('../../analysis/files-of-stores.js'),
    import('../show-warnings.js'),
    requireManifest(callOf(args, context)),
  ]);
  await showWarnings(committedCaches(compiled, { folder, variables: context.variables }), context);
}

async function showEntries({ plan: compiled, hash }: CompiledPlan, selection: OutlineSelection): Promise<void> {
  writeOut(prettyJson(await entriesOf(compiled, hash, selection)));
}

async function writePlanTo(path: string, shown: string, compiled: CompiledPlan): Promise<void> {
  const { writePlanFile } = await import('../../plan/write-plan-file.js');
  const problem = writePlanFile(path, shown, compiled);
  if (problem !== null) fail(problem);
}

async function checkPlanFile(file: string, args: Arguments, context: CallContext): Promise<number> {
  const [{ planFileAndManifest }, { differenceOf, namelessDifference }] = await Promise.all([
    import('../../analysis/named-sides.js'),
    import('../../analysis/compare-plans.js'),
  ]);
  const plans = await planFileAndManifest(file, callOf(args, context));
  if (plans.kind === 'trouble') {
    await (await import('../print-trouble.js')).printTrouble(plans, context);
    return USAGE;
  }
  const difference = await differenceOf(plans);
  if (difference.old === difference.new) return SUCCESS;
  const nameless = namelessDifference(difference);
  await (nameless === null ? showDifference(difference, plans, context) : reportNameless(nameless, context));
  return FAILURE;
}

async function showDifference(difference: ShownDifference, plans: TwoPlans, context: CallContext): Promise<void> {
  const [{ planDiffText }, { placedReview }] = await Promise.all([
    import('../views/plan-diff-text.js'),
    import('../../analysis/place-changes.js'),
  ]);
  const layout = { colour: useColour(STDOUT, context.variables), width: lineWidth(STDOUT) };
  const root = (folder: string) => annotationRoot(folder, context);
  writeOut(planDiffText(difference, await placedReview(difference, plans, root), layout));
}

/** Reported, not thrown: that the plans differ is a result. */
async function reportNameless(nameless: Diagnostic, context: CallContext): Promise<void> {
  const { printDiagnostics } = await import('../print-failure.js');
  await printDiagnostics([nameless], null, context);
}

/** Only flags narrow the plan: what a reviewer sees must not depend on variables. */
function selectionOf(args: Arguments): OutlineSelection {
  const { positionals: secrets } = args;
  return {
    profile: given(args.text('profile')),
    scope: given(args.text('scope')),
    ...(secrets.length > 0 && { secrets }),
  };
}
