/** `tool plan why`: which lines made a secret what it is (plan-product). */
import { whyOf } from '../../analysis/questions/why.js';
import { callOf } from '../call-of.js';
import { requireCallerName } from '../caller-options.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import {
  askingOf,
  formatAsked,
  formatOption,
  MANIFEST_QUESTION_OPTIONS,
  TEXT_OR_JSON,
  writeAnswer,
} from '../plan-question.js';
import { textWidth } from '../text-width.js';

export const planWhy: CommandModule = {
  spec: {
    name: 'plan why',
    synopsis: 'NAME [--format text|json] [OPTIONS]',
    options: [formatOption(TEXT_OR_JSON), ...MANIFEST_QUESTION_OPTIONS],
    positionals: { least: 1, most: 1 },
    details: `Shows, for each setting of the secret that is in force, the line that says so, and what would hold instead of it: in a
parent manifest, in the profile \`default\`, in the defaults of the profile or of the project. Shows also where \`set\` would
write. Profiles in which all of it is the same are shown once. Contacts no store, and reads only the manifest and its parents.`,
    examples: ['tool plan why DATABASE_URL', 'tool plan why DATABASE_URL --profile production --format json'],
  },
  async run(args, context) {
    const format = formatAsked(args, TEXT_OR_JSON, 'plan why');
    const asking = askingOf(args);
    const [name = ''] = args.positionals;
    await requireCallerName(args);
    const answer = await whyOf(callOf(args, context), name, asking);
    await writeAnswer(format, answer, async () =>
      (await import('../views/plan-why-text.js')).planWhyText(answer, textWidth(STDOUT)),
    );
    return SUCCESS;
  },
};
const STDOUT = 1;
