/** Plan files that are refused: nothing of them is executed and nothing is contacted. */
import { defineCodes } from './define.js';

type PlanFile = { file: string };
const compileAgain = (p: PlanFile) => `compile it again\n\n    tool plan --output ${p.file}`;

export const planFiles = defineCodes({
  E1301: {
    title: 'not a plan file',
    kind: 'json',
    message: (p: PlanFile & { problem: string }) => `\`${p.file}\` ${p.problem}`,
    help: compileAgain,
  },
  E1302: {
    title: 'plan of another format',
    kind: 'json',
    message: (p: PlanFile & { format: string }) =>
      `\`${p.file}\` has plan format ${p.format}, which this version does not read`,
    help: compileAgain,
  },
  E1303: {
    title: 'plan was altered',
    kind: 'json',
    message: (p: PlanFile & { what: string }) => `the ${p.what} of \`${p.file}\` is not that of its content`,
    help: compileAgain,
  },
  E1304: {
    title: 'plan is stale',
    kind: 'json',
    message: (p: PlanFile & { source: string; isGone: boolean }) =>
      `\`${p.source}\` ${p.isGone ? 'is gone' : 'has changed'} since \`${p.file}\` was compiled`,
    help: compileAgain,
  },
  E1305: {
    title: 'plan cannot be trusted',
    kind: 'io',
    message: (p: PlanFile & { problem: string }) => `\`${p.file}\` ${p.problem}`,
  },
  E1306: {
    title: 'plan has another hash',
    kind: 'json',
    message: (p: { expected: string; found: string }) => `expected ${p.expected}, found ${p.found}`,
    help: () => 'look at what changed with `tool plan diff`, then expect the new hash',
  },
  E1307: {
    title: 'plan file cannot be written',
    kind: 'io',
    message: (p: PlanFile & { problem: string }) => `\`${p.file}\` ${p.problem}`,
    help: () => 'name a file in a folder that exists and that you may write to',
  },
});
