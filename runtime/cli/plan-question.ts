/** Questions asked of a plan on the command line: their common options, and what these say. */
import type { Assumption, CacheState } from '#schemas/plan-question.js';
import { type AskedPlan, type Asking, askedPlan } from '../analysis/questions/asked-plan.js';
import { UsageError } from '../failure.js';
import type { CallContext } from '../inputs/call-context.js';
import { given } from '../inputs/given.js';
import type { Arguments, OptionSpec } from './arguments.js';
import { callOf } from './call-of.js';
import { requireCallerName } from './caller-options.js';
import { notOneOf } from './one-of.js';
import { writeOut } from './output.js';

const PLAN_FILE: OptionSpec = {
  name: 'plan',
  value: 'FILE',
  summary: 'ask about this plan file; it must be up to date',
};
const ASSUME: OptionSpec = {
  name: 'assume',
  value: 'NAME=SPEC',
  summary: "store to assume for a name that only a user's machine knows; `=SPEC`: for the default store",
};

/** Of every question. Only flags narrow a plan: what a reviewer sees must not depend on variables. */
export const QUESTION_OPTIONS: readonly OptionSpec[] = [
  PLAN_FILE,
  { name: 'profile', short: 'P', value: 'NAME', summary: 'answer for this profile only' },
  { name: 'scope', short: 'S', value: 'NAME', summary: 'answer for this scope only' },
  ASSUME,
];

/** Of a question that needs the manifest, for a plan file does not say where its settings were written. */
export const MANIFEST_QUESTION_OPTIONS = QUESTION_OPTIONS.filter((option) => option !== PLAN_FILE);

/** The option `--format` of a question; the first format is the default. */
export function formatOption(formats: readonly string[]): OptionSpec {
  const [first = '', ...others] = formats;
  return {
    name: 'format',
    value: 'FORMAT',
    choices: formats,
    summary: `${[`${first} (default)`, ...others].join(', ').replace(/, (?=[^,]*$)/u, ' or ')}`,
  };
}

export const TEXT_OR_JSON = ['text', 'json'] as const;

/** Of every question that is answered in text or JSON. */
export const ANSWER_OPTIONS: readonly OptionSpec[] = [formatOption(TEXT_OR_JSON), ...QUESTION_OPTIONS];

/** Of those whose answer depends on what caches hold. */
export const CACHED_ANSWER_OPTIONS: readonly OptionSpec[] = [
  { name: 'cold', summary: 'caches are empty (default)' },
  { name: 'warm', summary: 'caches hold a fresh copy of every value' },
  ...ANSWER_OPTIONS,
];

/** The format asked for; the first if none is. `command`: `plan cost`. */
export function formatAsked<Format extends string>(
  args: Arguments,
  formats: readonly Format[],
  command: string,
): Format | undefined {
  const written = args.text('format');
  if (written === null) return formats[0];
  const format = formats.find((one) => one === written);
  if (format === undefined) throw notOneOf(written, formats, `a format of \`tool ${command}\``, 'formats');
  return format;
}

/** JSON piece by piece: the answer about a large plan is larger than the plan. `text`: made only if it is asked for. */
export async function writeAnswer(
  format: (typeof TEXT_OR_JSON)[number] | undefined,
  answer: object,
  text: () => Promise<string>,
): Promise<void> {
  if (format !== 'json') writeOut(await text());
  else for (const piece of (await import('./views/json-text.js')).jsonPieces(answer)) writeOut(piece);
}

/** The plan that the command line asks about, narrowed as it says. */
export async function questionOf(args: Arguments, context: CallContext): Promise<AskedPlan> {
  const asking = askingOf(args);
  await requireCallerName(args);
  return askedPlan(callOf(args, context), asking);
}

/** What of the plan is asked about. */
export function askingOf(args: Arguments): Asking {
  return {
    profile: given(args.text('profile')),
    scope: given(args.text('scope')),
    assumptions: args.texts('assume').map(assumptionIn),
    caches: cachesIn(args),
  };
}

function assumptionIn(text: string): Assumption {
  const [, name, spec = ''] = /^([^=]*)=(.*)$/su.exec(text) ?? [];
  if (name === undefined || spec.trim() === '')
    throw new UsageError(
      `\`--assume\` requires a name and a store`,
      'write `--assume NAME=SPEC`, such as `--assume team=vault://vault.example.com/secret`, or `--assume =SPEC` for the default store',
    );
  return { name: given(name), spec: spec.trim() };
}

function cachesIn(args: Arguments): CacheState {
  if (args.has('cold') && args.has('warm')) throw new UsageError('`--cold` and `--warm` cannot be used together');
  return args.has('warm') ? 'warm' : 'cold';
}
