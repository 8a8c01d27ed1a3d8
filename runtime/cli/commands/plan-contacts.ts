/** `tool plan contacts`: every entry that a plan may contact, and why (plan-product). */
import { contactsOf } from '../../analysis/questions/answers.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { ANSWER_OPTIONS, formatAsked, questionOf, TEXT_OR_JSON, writeAnswer } from '../plan-question.js';
import { textWidth } from '../text-width.js';

export const planContacts: CommandModule = {
  spec: {
    name: 'plan contacts',
    synopsis: '[--plan FILE] [--format text|json] [OPTIONS]',
    options: ANSWER_OPTIONS,
    positionals: { least: 0, most: 0 },
    details: `Shows every entry that \`run\`, \`check\`, \`get\` and \`export\` may read, write or delete, store by store, and why:
for a value, because a value is generated or entered, for a copy in a cache, or as a credential of another store. They contact
nothing else. What only a user's machine knows is shown in \`<\` and \`>\`; --assume stands in for it. Contacts no store, and
reads only the manifest and its parents.`,
    examples: [
      'tool plan contacts',
      'tool plan contacts --profile production --format json',
      'tool plan contacts --assume team=vault://vault.example.com/secret',
    ],
  },
  async run(args, context) {
    const format = formatAsked(args, TEXT_OR_JSON, 'plan contacts');
    const question = await questionOf(args, context);
    const answer = await contactsOf(question);
    await writeAnswer(format, answer, async () => {
      const { planContactsText } = await import('../views/plan-contacts-text.js');
      return planContactsText(answer, question.profiles, textWidth(STDOUT));
    });
    return SUCCESS;
  },
};
const STDOUT = 1;
