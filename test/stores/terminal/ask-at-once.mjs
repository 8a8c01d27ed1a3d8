/** Asks several questions at the same moment and prints the answers in their order: ask-at-once.mjs QUESTIONS. */
import { askHidden, askToConfirm } from '../../../dist/runtime/terminal/node-terminal.js';

const around = { type: process.env.TERM, harmless: (text) => text, signal: new AbortController().signal, turns: null };
const answers = await Promise.all(
  JSON.parse(process.argv[2]).map(async (question) => {
    if (question.kind === 'confirmation') return askToConfirm(question, around);
    const answer = await askHidden(question, around);
    return answer.kind === 'answer' ? answer.value.revealText() : answer.kind;
  }),
);
console.log(`answers ${JSON.stringify(answers)}`);
