/** `tool check`: does everything resolve? (semantics 6.3) */
import type { Offered } from '../../execute/explaining/storable-secrets.js';
import { UsageError } from '../../failure.js';
import type { Checking, ReportOptions, ShowReport } from '../../session/operations/check.js';
import type { CommandContext } from '../../session/call.js';
import { isSatisfied, type Resolved } from '../../session/resolve.js';
import type { Session } from '../../session/session.js';
import { type Arguments, EXPECT_HASH, PLAN, PROFILE, PROVIDER, SCOPE, ONLY, EXCEPT } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { POLICY, valuePolicies } from '../value-policies.js';
import type { Paint } from '../views/paint.js';
import { withSession } from '../with-session.js';

export const check: CommandModule = {
  spec: {
    name: 'check',
    synopsis: '[NAME...] [--format text|json|explain] [OPTIONS]',
    options: [
      PROFILE,
      PROVIDER,
      SCOPE,
      ONLY,
      EXCEPT,
      { name: 'read-only', summary: 'generate, prompt for and store nothing' },
      { name: 'no-prompt', short: 'n', summary: 'never prompt for missing values' },
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), json or explain',
        get choices() {
          return FORMATS;
        },
      },
      { name: 'json', summary: 'print a value-free report as JSON: --format json' },
      { name: 'explain', summary: 'print where each secret comes from: --format explain' },
      POLICY,
      PLAN,
      EXPECT_HASH,
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY, as: ONLY.name },
    details: `Resolves every secret, or those that are named, and reports the result. Missing secrets that can be generated
are generated and stored. Other missing required secrets are prompted for on a terminal, and stored. With --read-only,
and with --format json or explain, nothing is generated or stored. If a store fails, or a stored value cannot be decoded,
the secrets concerned are reported as not known, and the others are still checked. Exits with 1 then, and if a required
secret is missing or a presence group is not satisfied. NAME is the same as --only NAME.

With --policy, values are judged by the rules about values in this file. A value that breaks one is an error, and exits
with 1, or a warning, as the rule says.`,
    examples: [
      'tool check',
      'tool check API_KEY',
      'tool check --read-only',
      'tool check --profile production --json',
      'tool check --scope worker --explain',
    ],
  },
  async run(args, context) {
    const format = formatOf(args);
    const call = callOf(args, context, await valuePolicies(args, context));
    const use = async (session: Session) => {
      switch (format) {
        case 'text':
          if (args.has('read-only')) return reportForPeople(session, context);
          return checkForPeople(session, context, !args.has('no-prompt'));
        case 'json':
          return reportWith(session, (await import('../views/check-json.js')).checkJson);
        case 'explain':
          return reportWith(session, await fittedExplanation(), FOR_PEOPLE);
      }
    };
    return withSession(args, context, use, call);
  },
};

const STDOUT = 1;
const FOR_PEOPLE: ReportOptions = { warnsOfUndeclared: true };
const FORMATS = ['text', 'json', 'explain'] as const;
type Format = (typeof FORMATS)[number];

/** The format may be given only once, with `--format` or with a flag of its own. */
function formatOf(args: Arguments): Format {
  const asked = ['format', 'json', 'explain'].filter((name) => args.has(name));
  const [first, second] = asked.map((name) => `\`--${name}\``);
  if (second !== undefined) throw new UsageError(`${first} and ${second} cannot be used together`);
  const text = args.text('format') ?? asked[0] ?? 'text';
  const format = FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw notOneOf(text, FORMATS, 'a format of `tool check`', 'formats');
}

type View = (...report: Parameters<ShowReport>) => string;

async function fittedExplanation(): Promise<View> {
  const [{ explainText }, { forPeople }, { lineWidth }] = await Promise.all([
    import('../views/explain.js'),
    import('../views/for-people.js'),
    import('../text-width.js'),
  ]);
  return (resolution, seen) => explainText(forPeople(resolution, seen), lineWidth(STDOUT));
}

/** If stores failed for all secrets, the error says it, and a program that reads the report gets none. */
async function reportWith(session: Session, view: View, how: ReportOptions = {}): Promise<number> {
  const resolution = await session.report((found, seen, breaches) => {
    const isKnown = found.failures.length === 0 || found.secrets.some(({ status }) => status !== 'error');
    if (isKnown) writeOut(view(found, seen, breaches));
  }, how);
  return isSatisfied(resolution) ? SUCCESS : FAILURE;
}

async function paintFor({ variables }: CommandContext): Promise<Paint> {
  const [{ useColour }, { painter }] = await Promise.all([import('../views/colour.js'), import('../views/paint.js')]);
  return painter(useColour(STDOUT, variables));
}

/** What `check` would find, without making or storing anything. */
async function reportForPeople(session: Session, context: CommandContext): Promise<number> {
  const [{ reportHeader, checkText }, { forPeople }, { lineWidth }, paint] = await Promise.all([
    import('../views/check-text.js'),
    import('../views/for-people.js'),
    import('../text-width.js'),
    paintFor(context),
  ]);
  const resolution = await session.report((found, seen) => {
    writeOut(reportHeader(found.profile) + checkText(forPeople(found, seen), lineWidth(STDOUT), paint));
  }, FOR_PEOPLE);
  return isSatisfied(resolution) ? SUCCESS : FAILURE;
}

/** The header is printed first, so that a later failure, which goes to stderr, has its context. */
async function checkForPeople(session: Session, context: CommandContext, mayPrompt: boolean): Promise<number> {
  const [{ checkHeader, checkText }, { forPeople }, { lineWidth }, paint] = await Promise.all([
    import('../views/check-text.js'),
    import('../views/for-people.js'),
    import('../text-width.js'),
    paintFor(context),
  ]);
  await session.check(async (checking) => {
    writeOut(checkHeader(checking.project, checking.profile));
    const first = await checking.resolve();
    const offer = mayPrompt ? await checking.offer(first) : null;
    const resolved = offer?.kind === 'offered' ? await completed(session, checking, first, offer.secrets) : first;
    const shown = forPeople(resolved.resolution, resolved.stores.seen);
    writeOut(checkText(shown, lineWidth(STDOUT), paint));
    await checking.warnOfDoubtful(resolved);
    await checking.requireSatisfied(resolved, offer?.kind === 'refused' ? offer.why : []);
  });
  return SUCCESS;
}

/** The resolution after the person at the terminal has stored what is missing. */
async function completed(
  session: Session,
  checking: Checking,
  { resolution, stores }: Resolved,
  secrets: readonly Offered[],
): Promise<Resolved> {
  const [{ offerMissing }, { forPeople }] = await Promise.all([
    import('../offer-missing.js'),
    import('../views/for-people.js'),
  ]);
  await offerMissing(session, forPeople(resolution, stores.seen), secrets);
  await checking.release(resolution);
  return checking.resolve();
}
