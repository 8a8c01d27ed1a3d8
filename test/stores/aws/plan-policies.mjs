/** The policies that `tool plan policy --for aws` prints: enough for `run`, nothing in them is needless, and IAM takes them. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { holdsExactly } from '../shared/policies.mjs';
import { manifestOf } from '../shared/tool.mjs';
import { generatedPlans, policyOf } from './generated-plans.mjs';
import { guardedMoto, KEY } from './guard.mjs';
import { ACCOUNT, simulator } from './simulator.mjs';
import { KEYS, REGION } from './world.mjs';

const STORES = `params = "awsps://${REGION}?prefix=plans"
keyed = "awssm://${REGION}?prefix=keyed&kms_key_id=${KEY.alias}&tag.team=platform"
keyed-params = "awsps://${REGION}?prefix=keyed&kms_key_id=${KEY.alias}"
`;
const PLANS = 60;
const at = (store, more = '') => `{ description = "x", providers = ["${store}"]${more} }`;
const MADE = ', type = "password", generate = true';
const secretsWith = (arn) => `READ_HERE = { description = "x" }
OTHER_HERE = { description = "x", ref = { item = "plans/app", field = "user" } }
ARN_HERE = { description = "x", ref = { item = "${arn}" } }
MADE_HERE = { description = "x"${MADE} }
KEYED_HERE = ${at('keyed')}
KEYED_MADE_HERE = ${at('keyed', MADE)}
PARAM_HERE = ${at('params')}
PINNED_HERE = ${at('params', ', ref = { item = "/plans/pinned", version = "1" }')}
PARAM_MADE_HERE = ${at('params', MADE)}
KEYED_PARAM_HERE = ${at('keyed-params')}
KEYED_PARAM_MADE_HERE = ${at('keyed-params', MADE)}
URL_HERE = { description = "x", composed = "x://\${READ_HERE}" }`;

export async function planPolicies({ address, ask, tool }) {
  const iam = await simulator();
  if (iam === null) return {};
  const guard = await guardedMoto({ address, ask }, iam);
  const create = (Name, SecretString) => ask('secretsmanager', 'CreateSecret', { Name, SecretString });
  const put = (Name) => ask('ssm', 'PutParameter', { Name, Value: 'v', Type: 'String', Overwrite: true });
  const manifestWith = (stores, secrets) =>
    manifestOf(`awssm://${REGION}?prefix=plans`, secrets).replace('[defaults]', `${stores}\n[defaults]`);
  const policyFor = async (manifest) => {
    const { status, stdout, stderr } = await tool(manifest, ['plan', 'policy', '--for', 'aws', '--format', 'json']);
    strictEqual(status, 0, stderr);
    return JSON.parse(stdout);
  };
  /** `run` with a policy of these statements, where nothing has been generated yet. */
  const runner = (manifest) => async (statements) => {
    for (const name of ['plans/tool/shop/default/MADE_HERE', 'keyed/tool/shop/default/KEYED_MADE_HERE'])
      await ask('secretsmanager', 'DeleteSecret', { SecretId: name, ForceDeleteWithoutRecovery: true }).catch(() => {});
    for (const Name of ['/plans/tool/shop/default/PARAM_MADE_HERE', '/keyed/tool/shop/default/KEYED_PARAM_MADE_HERE'])
      await ask('ssm', 'DeleteParameter', { Name }).catch(() => {});
    guard.policy = { Version: '2012-10-17', Statement: statements.map(({ statement }) => statement) };
    guard.seen.length = 0;
    return tool(manifest, ['run', '--', 'true'], { environment: { ...KEYS, AWS_ENDPOINT_URL: guard.address } });
  };
  const isBatch = ({ statement }) => statement.Action.includes('secretsmanager:BatchGetSecretValue');

  return {
    'a policy of the plan is enough for run, and nothing in it is needless': async () => {
      await create('plans/tool/shop/default/READ_HERE', 'v');
      await create('plans/app', '{"user":"u"}');
      const { ARN } = await create('plans/by-arn', 'v');
      await create('keyed/tool/shop/default/KEYED_HERE', 'v');
      for (const name of [
        '/plans/tool/shop/default/PARAM_HERE',
        '/plans/pinned',
        '/keyed/tool/shop/default/KEYED_PARAM_HERE',
      ])
        await put(name);
      const manifest = manifestWith(STORES, secretsWith(ARN));
      const answer = await policyFor(manifest);
      const runWith = runner(manifest);
      deepStrictEqual(
        answer.policy.Statement,
        answer.statements.map(({ statement }) => statement),
      );
      // A batch saves requests. Without the right to it, secrets are requested one by one.
      const rest = answer.statements.filter((one) => !isBatch(one));
      strictEqual(rest.length, answer.statements.length - 1);
      strictEqual((await runWith(answer.statements)).status, 0);
      const calls = guard.seen.filter((one) => one === 'GetSecretValue').length;
      strictEqual((await runWith(rest)).status, 0);
      ok(guard.seen.filter((one) => one === 'GetSecretValue').length > calls);
      await holdsExactly({ answer: { ...answer, statements: rest }, runWith });
    },

    'policies of generated plans are valid, and every action fits its resources and conditions': async () => {
      let judged = 0;
      for (const plan of generatedPlans(PLANS)) {
        const { statements, policy } = policyOf(plan);
        for (const { statement } of statements)
          for (const request of requestsFor(statement)) {
            ok(await iam.isAllowed(policy, request), JSON.stringify([statement, request]));
            judged++;
          }
      }
      console.log(`${PLANS} plans, ${judged} requests`);
      ok(judged > PLANS);
    },
  };
}

/** A request for each action and resource: what the plan left open is filled in. */
function requestsFor({ Action, Resource, Condition = {} }) {
  const context = Object.fromEntries(
    Object.entries(Condition).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, text]) => {
        const filled = filledIn(text, operator.includes('Like'));
        return [key, operator.startsWith('ForAnyValue') ? [filled] : filled];
      }),
    ),
  );
  const open = (resource) => (resource === '*' ? '*' : filledIn(resource, true));
  return Action.flatMap((action) => Resource.map((resource) => ({ action, resource: open(resource), context })));
}

function filledIn(text, isPattern) {
  const filled = isPattern
    ? text
        .replace(/-\?{6}$/u, '-a1B2c3')
        .replace(/^(arn:[^:]*:[^:]*:)\*:/u, `$1${REGION}:`)
        .replace(/^(arn:[^:]*:[^:]*:[^:]*:)\*:/u, `$1${ACCOUNT}:`)
        .replace(/:key\/\*$/u, ':key/11111111-2222-4333-8444-555555555555')
        .replace(/(?<=[.])\*(?=[.])/u, REGION)
    : text;
  return filled.replace(/\$\{([*?$])\}/gu, '$1');
}
