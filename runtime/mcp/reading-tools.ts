/** The tools that tell what a manifest means. They leave no record: no secret is accessed. */
import { explanation, lintFindings } from '../analysis/agents/findings.js';
import { listSecrets } from '../analysis/agents/list-secrets.js';
import { planDifference, planInWords } from '../analysis/agents/plans.js';
import { proposedEdit } from '../analysis/agents/proposed-edit.js';
import type { Parameter, ReadingTool } from './tool.js';

export const PROFILE: Parameter = { description: 'Name of a profile of the manifest.' };
export const SCOPE: Parameter = { description: 'Name of a scope of the manifest: only its secrets.' };

const READS = { isReadOnly: true, isOpen: false } as const;

export const READING_TOOLS: Readonly<Record<string, ReadingTool>> = {
  list_secrets: {
    ...READS,
    description:
      'Lists the secrets that the project declares: name, description, whether each is required, where its value comes from, its type, and what happens when it is missing. No values.',
    parameters: { profile: PROFILE, scope: SCOPE },
    answer: listSecrets,
  },
  lint: {
    ...READS,
    description: 'Reports all errors and warnings of the secrets manifest, with places and corrections.',
    parameters: {},
    answer: lintFindings,
  },
  explain: {
    ...READS,
    description: 'Explains the code of an error or warning, with a wrong and a corrected example.',
    parameters: { code: { description: 'The code, such as E0203.', isNeeded: true } },
    answer: explanation,
  },
  plan: {
    ...READS,
    description:
      'Shows what the manifest means: the hash of its plan, and in words where each secret is read from, what takes its place, and which stores may be contacted. No values.',
    parameters: { profile: PROFILE, scope: SCOPE },
    answer: planInWords,
  },
  plan_diff: {
    ...READS,
    description:
      'Compares what the manifest of the working tree means with what it meant in a git revision: changes with their severity (danger, review, notice).',
    parameters: { base: { description: 'A git revision; HEAD when left out.' } },
    answer: planDifference,
  },
  propose_edit: {
    ...READS,
    description:
      'Judges a new text of the whole manifest before you write it: whether it compiles, its findings, and what would change in meaning. Writes nothing.',
    parameters: { text: { description: 'The whole text of the manifest as you would write it.', isNeeded: true } },
    answer: proposedEdit,
  },
};
