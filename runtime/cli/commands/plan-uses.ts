/** `tool plan uses`: what hangs on a store, or on an entry of it (plan-product). */
import { usesOf } from '../../analysis/questions/answers.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { ANSWER_OPTIONS, formatAsked, questionOf, TEXT_OR_JSON, writeAnswer } from '../plan-question.js';
import { textWidth } from '../text-width.js';

export const planUses: CommandModule = {
  spec: {
    name: 'plan uses',
    synopsis: 'STORE [ITEM [FIELD]] [--plan FILE] [--format text|json] [OPTIONS]',
    options: ANSWER_OPTIONS,
    positionals: { least: 1, most: 3 },
    details: `Shows what to do when a store leaks, or an entry of it, or a field of the entry: the secrets to rotate, what is made of
them, the scopes that receive them, the copies to purge, and the credentials that are kept there, with every secret that
they open. STORE is an alias, a URI or a name; another spelling of its address is the same store. ITEM is that of
coordinates, or an address such as \`shop/default/API_KEY\`. Contacts no store, and reads only the manifest and its parents.`,
    examples: [
      'tool plan uses team',
      'tool plan uses vault://kv.example.com/secret shop/production/API_KEY',
      'tool plan uses keyring vault-token --format json',
    ],
  },
  async run(args, context) {
    const format = formatAsked(args, TEXT_OR_JSON, 'plan uses');
    const [store = '', item = null, field = null] = args.positionals;
    const question = await questionOf(args, context);
    const answer = await usesOf(question, { store, item, field });
    await writeAnswer(format, answer, async () => {
      const { planUsesText } = await import('../views/plan-uses-text.js');
      return planUsesText(answer, question.profiles, textWidth(STDOUT));
    });
    return SUCCESS;
  },
};
const STDOUT = 1;
