/** `tool plan`: what the manifest compiles to. Contacts no store and reads no user configuration (plan-product). */
import { resolve } from 'node:path';
import { canonicalJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { OutlineSelection } from '#schemas/plan-outline.js';
import type { ShownDifference } from '#schemas/plan-review.js';
import { Failure, fail, UsageError } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { given } from '../../inputs/given.js';
import { outlineAnalysis } from '../../plan/front-end.js';
import type { CompiledPlan } from '../../plan/plan-cache.js';
import type { CallContext } from '../../session/call.js';
import { findManifest } from '../../session/named-manifest.js';
import { MANIFEST_NAME } from '../../version.js';
import type { Arguments } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { pathOption } from '../path-option.js';
import { textWidth } from '../text-width.js';
import { useColour } from '../views/colour.js';
import { painter } from '../views/paint.js';
import { withSession } from '../with-session.js';

export const plan: CommandModule = {
  spec: {
    name: 'plan',
    synopsis: '[NAME…] [--verbose] [--format text|json | --hash | --output FILE | --check FILE] [OPTIONS]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), or json: the form that is hashed',
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
    const compiled = await withSession(args, context, (session) => session.compiled());
    const selection = await selectionOf(args, compiled.plan);
    await product(compiled, selection, context);
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
  const other = asked.find((name) => name !== 'format' || args.text('format') !== 'text');
  if (other !== undefined && args.positionals.length > 0)
    throw new UsageError(`\`--${other}\` covers the whole plan`, 'leave out the names of secrets');
  const output = pathOption(args, 'output', 'the plan file');
  if (output !== null) return (compiled) => writePlanTo(output, compiled);
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
  const [{ outlinePlan }, { planGlance }] = await Promise.all([outlineAnalysis(), import('../views/plan-glance.js')]);
  const layout = { width: textWidth(STDOUT), paint: painter(useColour(STDOUT, variables)) };
  writeOut(planGlance(outlinePlan(compiled, selection), hash, layout));
}

async function showEverything({ plan: compiled, hash }: CompiledPlan, selection: OutlineSelection): Promise<void> {
  const [{ outlinePlan }, { planText }] = await Promise.all([outlineAnalysis(), import('../views/plan-text.js')]);
  writeOut(planText(outlinePlan(compiled, selection), hash, textWidth(STDOUT)));
}

async function writePlanTo(file: string, compiled: CompiledPlan): Promise<void> {
  const { writePlanFile } = await import('../../plan/write-plan-file.js');
  const problem = writePlanFile(file, compiled);
  if (problem !== null) fail(problem);
}

/** The committed plan comes first, then what the manifest compiles to. Plans of equal meaning are equal. */
async function checkPlanFile(file: string, args: Arguments, context: CallContext): Promise<number> {
  const manifest = findManifest(callOf(args, context));
  if (manifest === null)
    throw new Failure([inheritance.E0308({ name: MANIFEST_NAME, path: null, nearest: null })], USAGE);
  const [{ planFileSide, manifestSide }, { differenceOf, namelessDifference, plansOf }] = await Promise.all([
    import('../../plan/plan-side.js'),
    import('../compare-plans.js'),
  ]);
  const committed = planFileSide(resolve(context.workingFolder, file), file);
  const compiled = await manifestSide(manifest, cacheFolder(context.variables, manifest.folder));
  const plans = await plansOf(
    { name: null, shown: file, side: committed },
    { name: null, shown: manifest.name, side: compiled },
    context,
  );
  if (plans === null) return USAGE;
  const difference = await differenceOf(plans);
  if (difference.old === difference.new) return SUCCESS;
  const nameless = namelessDifference(difference);
  await (nameless === null ? showDifference(difference, context) : reportNameless(nameless, context));
  return FAILURE;
}

async function showDifference(difference: ShownDifference, { variables }: CallContext): Promise<void> {
  const { planDiffText } = await import('../views/plan-diff-text.js');
  writeOut(planDiffText(difference, useColour(STDOUT, variables)));
}

/** Reported, not thrown: that the plans differ is a result. */
async function reportNameless(nameless: Diagnostic, context: CallContext): Promise<void> {
  const { printDiagnostics } = await import('../print-failure.js');
  await printDiagnostics([nameless], null, context);
}

/** Refuses names that the plan does not have. Only flags narrow the plan: what a reviewer sees must not depend on variables. */
async function selectionOf(args: Arguments, plan: Plan): Promise<OutlineSelection> {
  const { profiles, scopes } = plan;
  const profile = given(args.text('profile'));
  const scope = given(args.text('scope'));
  if (profile !== null && own(profiles, profile) === undefined)
    fail(linking.E0801({ profile, defined: Object.keys(profiles).sort(byName) }));
  if (scope !== null && own(scopes, scope) === undefined)
    fail(linking.E0802({ scope, defined: Object.keys(scopes).sort(byName) }));
  const { positionals: secrets } = args;
  if (secrets.length === 0) return { profile, scope };
  const declared = (await outlineAnalysis()).secretNames(plan, { profile, scope });
  const known = new Set(declared);
  const unknown = [...new Set(secrets)].filter((secret) => !known.has(secret));
  if (unknown.length > 0)
    throw new Failure(unknown.map((secret) => linking.E0812({ secret, profile, scope, declared })));
  return { profile, scope, secrets };
}
