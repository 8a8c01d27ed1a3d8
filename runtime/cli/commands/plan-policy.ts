/** `tool plan policy`: the smallest permissions that `run` needs, as a document of a vendor (plan-product). */
import { POLICY_TARGETS, type PolicyTarget } from '#schemas/plan-policy.js';
import { onlyProfile } from '../../analysis/questions/asked-plan.js';
import { policyOf } from '../../analysis/questions/policies.js';
import { UsageError } from '../../failure.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { ANSWER_OPTIONS, formatAsked, questionOf, TEXT_OR_JSON, writeAnswer } from '../plan-question.js';
import { say } from '../say.js';
import { wholeNumberIn } from '../whole-number.js';

export const planPolicy: CommandModule = {
  spec: {
    name: 'plan policy',
    synopsis: '--for vault|aws|gcp|azure|k8s [--read-only] [--store NAME] [--part N] [OPTIONS]',
    options: [
      {
        name: 'for',
        value: 'TARGET',
        choices: POLICY_TARGETS,
        summary: 'whose document: vault, aws, gcp, azure or k8s',
      },
      { name: 'read-only', summary: 'leave out writing values that are generated or entered' },
      { name: 'store', value: 'NAME', summary: 'the document is for the server of this store' },
      { name: 'part', value: 'N', summary: 'only document N of those that the permissions need' },
      ...ANSWER_OPTIONS,
    ],
    positionals: { least: 0, most: 0 },
    details: `Prints the permissions that \`run\` needs in one profile, and no others: a policy of Vault and OpenBao, an IAM policy of
AWS, bindings of Google Cloud, role assignments of Azure, or a role of Kubernetes. What the plan does not know is a wildcard
or stands in \`<\` and \`>\`; that, and stores that the document does not cover, are listed on standard error. A managed policy of AWS has a limit of 6,144 characters:
what needs more is printed in parts. Exits with 1 if it covers none. Contacts no store, and reads only the manifest and its parents.`,
    examples: [
      'tool plan policy --for vault',
      'tool plan policy --for aws --profile production > policy.json',
      'tool plan policy --for k8s --read-only --store team',
    ],
  },
  async run(args, context) {
    const format = formatAsked(args, TEXT_OR_JSON, 'plan policy');
    const target = targetIn(args);
    const part = wholeNumberIn(args, 'part', 1);
    const question = await questionOf(args, context);
    const profile = onlyProfile(question, 'plan policy');
    const wanted = { for: target, profile, isReadOnly: args.has('read-only'), store: args.text('store'), part };
    const [answer, { documentText, uncoveredLines }] = await Promise.all([
      policyOf(question, wanted),
      import('../views/plan-policy-text.js'),
    ]);
    if (answer.kind === 'none covered') {
      say(`no store of profile \`${profile}\` is covered by a document for ${answer.title}`);
      for (const line of uncoveredLines(answer.uncovered)) say(line);
      return FAILURE;
    }
    const { policy, notes } = answer;
    await writeAnswer(format, policy, async () => documentText(policy));
    for (const line of [...notes, ...uncoveredLines(policy.uncovered)]) say(line);
    return SUCCESS;
  },
};

function targetIn(args: Arguments): PolicyTarget {
  const written = args.text('for');
  if (written === null)
    throw new UsageError('`tool plan policy` requires `--for`', `write one of ${POLICY_TARGETS.join(', ')} after it`);
  const target = POLICY_TARGETS.find((one) => one === written);
  if (target === undefined) throw notOneOf(written, POLICY_TARGETS, 'a target of `tool plan policy`', 'targets');
  return target;
}
