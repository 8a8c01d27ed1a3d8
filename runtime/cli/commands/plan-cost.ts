/** `tool plan cost`: what `run` costs before its command starts, and gates on it (plan-product). */
import type { ProfileCost } from '#schemas/plan-cost.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { costOf } from '../../analysis/questions/answers.js';
import { Failure } from '../../failure.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { writeErr } from '../output.js';
import { CACHED_ANSWER_OPTIONS, formatAsked, questionOf, TEXT_OR_JSON, writeAnswer } from '../plan-question.js';
import { escapeForTerminal } from '../views/terminal-text.js';
import { wholeNumberIn } from '../whole-number.js';

export const planCost: CommandModule = {
  spec: {
    name: 'plan cost',
    synopsis: '[--max-calls N] [--max-unlocks N] [--cold | --warm] [--plan FILE] [--format text|json] [OPTIONS]',
    options: [
      { name: 'max-calls', value: 'N', summary: 'exit with 1 if a profile may need more requests and processes' },
      { name: 'max-unlocks', value: 'N', summary: 'exit with 1 if a profile may need more unlocks' },
      ...CACHED_ANSWER_OPTIONS,
    ],
    positionals: { least: 0, most: 0 },
    isComparison: () => true,
    details: `Shows what \`run\` costs before its command starts, for each profile and store: requests and processes (calls), files,
sign-ins, unlocks, and calls that wait for one another (round trips). At best, everything is found where it is asked for first;
at worst, every store of every chain is asked, what can be generated or entered is stored, caches are filled, and each store
signs in. Retries are not foreseen. With --max-calls and --max-unlocks, the worst case of every profile is compared. Contacts no
store. Exits with 2 if there is no answer.`,
    examples: ['tool plan cost', 'tool plan cost --profile production --warm', 'tool plan cost --max-calls 20'],
  },
  async run(args, context) {
    const format = formatAsked(args, TEXT_OR_JSON, 'plan cost');
    const gates = GATES.map((gate) => ({ ...gate, most: wholeNumberIn(args, gate.option) }));
    const answer = await costOf(await questionOf(args, context));
    await writeAnswer(format, answer, async () => (await import('../views/plan-cost-text.js')).planCostText(answer));
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

/** A store that the plan does not know could cost anything. */
function unknownStore(profiles: readonly ProfileCost[]) {
  const names = profiles.flatMap(({ stores }) => stores.filter(({ unit }) => unit === 'unknown'));
  const [first] = names;
  const shown = first?.store === null || first === undefined ? 'the default store' : `\`${first.store}\``;
  return linking.E0804({
    message: `the cost of ${shown} is not known, so it cannot be compared with a limit`,
    help: `name a store that stands for it with \`--assume ${first?.store ?? ''}=SPEC\``,
  });
}
