/** `tool plan cost`: what `run` costs before its command starts, and gates on it (plan-product). */
import type { ProfileCost } from '#schemas/plan-cost.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { costOf } from '../../analysis/questions/answers.js';
import { Failure, UsageError } from '../../failure.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';
import {
  CACHES_OPTIONS,
  formatAsked,
  formatOption,
  QUESTION_OPTIONS,
  questionOf,
  TEXT_OR_JSON,
  writeJson,
} from '../plan-question.js';
import { escapeForTerminal } from '../views/terminal-text.js';

export const planCost: CommandModule = {
  spec: {
    name: 'plan cost',
    synopsis: '[--max-calls N] [--max-unlocks N] [--cold | --warm] [--plan FILE] [--format text|json] [OPTIONS]',
    options: [
      formatOption(TEXT_OR_JSON),
      { name: 'max-calls', value: 'N', summary: 'exit with 1 if a profile may need more requests and processes' },
      { name: 'max-unlocks', value: 'N', summary: 'exit with 1 if a profile may need more unlocks' },
      ...CACHES_OPTIONS,
      ...QUESTION_OPTIONS,
    ],
    positionals: { least: 0, most: 0 },
    isComparison: () => true,
    details: `Shows what \`run\` costs before its command starts, for each profile and store: requests and processes (calls), files,
sign-ins, unlocks, and calls that wait for one another (round trips). At best, everything is found where it is asked for first;
at worst, every store of every chain is asked, what can be generated or entered is stored, caches are filled, and each store
signs in. Retries are not foreseen. With --max-calls and --max-unlocks, the worst case of every profile is compared. Contacts no
store. Exits with 2 if the answer cannot be had.`,
    examples: ['tool plan cost', 'tool plan cost --profile production --warm', 'tool plan cost --max-calls 20'],
  },
  async run(args, context) {
    const format = formatAsked(args, TEXT_OR_JSON, 'plan cost');
    const gates = GATES.map((gate) => ({ ...gate, most: limitIn(args, gate.option) }));
    const answer = await costOf(await questionOf(args, context));
    if (format === 'json') await writeJson(answer);
    else writeOut((await import('../views/plan-cost-text.js')).planCostText(answer));
    const asked = gates.filter(({ most }) => most !== null);
    const unknown = answer.profiles.filter(({ calls }) => calls === null);
    if (asked.length > 0 && unknown.length > 0) throw new Failure([unknownStore(unknown)], USAGE);
    let isExceeded = false;
    for (const { option, part, most } of asked) {
      for (const profile of answer.profiles) {
        const worst = profile[part]?.worst ?? 0;
        if (worst <= (most ?? 0)) continue;
        isExceeded = true;
        const what = worst === 1 ? part.slice(0, -1) : part;
        const words = `profile ${profile.profile} may need ${worst} ${what}, and \`--${option}\` allows ${most}`;
        writeErr(`${escapeForTerminal(words)}\n`);
      }
    }
    return isExceeded ? FAILURE : SUCCESS;
  },
};

const GATES = [
  { option: 'max-calls', part: 'calls' },
  { option: 'max-unlocks', part: 'unlocks' },
] as const;

function limitIn(args: Arguments, option: string): number | null {
  const text = args.text(option);
  if (text === null) return null;
  if (!/^\d{1,9}$/u.test(text.trim()))
    throw new UsageError(`\`${text}\` is not a number for \`--${option}\``, 'write a whole number');
  return Number(text);
}

/** A store that the plan does not know could cost anything. */
function unknownStore(profiles: readonly ProfileCost[]) {
  const names = profiles.flatMap(({ stores }) => stores.filter(({ unit }) => unit === 'unknown'));
  const [first] = names;
  const shown = first?.store === null || first === undefined ? 'the default store' : `\`${first.store}\``;
  return linking.E0804({
    message: `what ${shown} costs is not known, so that it cannot be compared with a limit`,
    help: `name a store that stands for it with \`--assume ${first?.store ?? ''}=SPEC\``,
  });
}
