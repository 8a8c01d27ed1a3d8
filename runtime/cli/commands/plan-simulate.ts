/** `tool plan simulate`: what a call would come to if stores were down or entries missing (plan-product). */
import { onlyProfile } from '../../analysis/questions/asked-plan.js';
import { type Imagined, matrixOf, simulationOf } from '../../analysis/questions/simulations.js';
import { SIMULATED_MODES } from '#schemas/plan-simulation.js';
import { UsageError } from '../../failure.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { CACHED_ANSWER_OPTIONS, formatAsked, questionOf, TEXT_OR_JSON, writeAnswer } from '../plan-question.js';
import { textWidth } from '../text-width.js';

export const planSimulate: CommandModule = {
  spec: {
    name: 'plan simulate',
    synopsis: '[--down STORE]... [--missing NAME[@STORE]]... [--mode MODE] [--matrix] [OPTIONS]',
    options: [
      { name: 'down', value: 'STORE', summary: 'this store fails: an alias, an address or a name' },
      {
        name: 'missing',
        value: 'NAME[@STORE]',
        summary: 'this secret is in none of its stores, or not in this one',
      },
      {
        name: 'mode',
        value: 'MODE',
        choices: SIMULATED_MODES,
        summary: 'run (default): prompts are answered; check: they are not; report: nothing is made',
      },
      { name: 'matrix', summary: 'take each store down in turn, for the profile and for each scope' },
      ...CACHED_ANSWER_OPTIONS,
    ],
    positionals: { least: 0, most: 0 },
    isComparison: () => true,
    details: `Shows what becomes of each secret of one profile, without contacting a store. Every secret is in all of its stores, except
those of --missing; a store of --down fails whatever is asked of it, as a cache and as a source of credentials, too. Exits
with 1 if the call fails, and with 2 if there is no answer. With --matrix, takes each store down alone, and exits with 0.`,
    examples: [
      'tool plan simulate --down team',
      'tool plan simulate --profile production --missing API_KEY@team --mode check',
      'tool plan simulate --matrix --format json',
    ],
  },
  async run(args, context) {
    const format = formatAsked(args, TEXT_OR_JSON, 'plan simulate');
    const mode = modeIn(args);
    const down = args.texts('down');
    const missing = args.texts('missing').map(missingIn);
    if (args.has('matrix') && down.length > 0)
      throw new UsageError(
        '`--matrix` and `--down` cannot be used together',
        'with `--matrix`, each store is down in turn',
      );
    const question = await questionOf(args, context);
    const imagined: Imagined = { profile: onlyProfile(question, 'plan simulate'), mode, down, missing };
    if (args.has('matrix')) {
      const matrix = await matrixOf(question, imagined);
      await writeAnswer(format, matrix, async () => (await views()).planMatrixText(matrix, textWidth(STDOUT)));
      return SUCCESS;
    }
    const simulation = await simulationOf(question, imagined);
    const { simulationJson, planSimulationText } = await views();
    const text = async () => planSimulationText(simulation, textWidth(STDOUT));
    await writeAnswer(format, simulationJson(simulation), text);
    return simulation.outcome === 'fails' ? FAILURE : SUCCESS;
  },
};

const STDOUT = 1;
const views = () => import('../views/plan-simulate-text.js');

function modeIn(args: Arguments): Imagined['mode'] {
  const written = args.text('mode') ?? 'run';
  const mode = SIMULATED_MODES.find((one) => one === written);
  if (mode === undefined) throw notOneOf(written, SIMULATED_MODES, 'a mode of `tool plan simulate`', 'modes');
  return mode;
}

/** No name of a secret has an `@`. */
function missingIn(text: string): Imagined['missing'][number] {
  const [, secret = '', store] = /^([^@]*)(?:@(.*))?$/su.exec(text) ?? [];
  if (secret === '' || store === '')
    throw new UsageError(
      '`--missing` requires the name of a secret',
      'write `--missing NAME` or `--missing NAME@STORE`',
    );
  return { secret, store: store ?? null };
}
