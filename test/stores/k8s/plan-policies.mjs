/** The roles that `tool plan policy --for k8s` prints: enough for `run`, and nothing in them is needless. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { parse } from 'yaml';
import { holdsExactly } from '../shared/policies.mjs';
import { manifestOf } from '../shared/tool.mjs';
import { base64, MERGE } from './world.mjs';

export function planPolicies({ ask, fresh, kubeconfig, path, put, tokenWith, tool }) {
  return {
    'a role of the plan is enough for run, and nothing in it is needless': async () => {
      const [app, map, read] = ['app', 'map', 'read'].map(fresh);
      const key = (name) => `tool--shop--default--${name}_HERE`;
      const manifest = manifestOf(
        `k8s+secret://${app}@default`,
        `APP_HERE = { description = "x" }
GENERATED_HERE = { description = "x", type = "password", generate = true }
MAP_HERE = { description = "x", providers = ["k8s+configmap://${map}@default"] }
READ_HERE = { description = "x", providers = ["k8s+secret://${read}@default"] }
URL_HERE = { description = "x", composed = "x://\${READ_HERE}" }`,
      );
      await put(app, { data: { [key('APP')]: base64('x') } });
      await put(map, { data: { [key('MAP')]: 'x' } }, 'configmaps');
      await put(read, { data: { [key('READ')]: base64('x') } });
      const asked = (...more) => tool(manifest, ['plan', 'policy', '--for', 'k8s', ...more]);
      const answer = JSON.parse(`${(await asked('--format', 'json')).stdout}`);
      const rulesOf = (statements) => parse(statements.map(({ statement }) => statement).join(''));
      const role = parse(`${(await asked()).stdout}`);
      deepStrictEqual(role.rules, rulesOf(answer.statements));
      // The API server accepts the document as it is printed.
      const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles';
      strictEqual((await ask('POST', roles, role)).status, 201);
      await holdsExactly({
        answer,
        runWith: async (statements) => {
          await ask('PATCH', path(app), { data: { [key('GENERATED')]: null } }, MERGE);
          const config = kubeconfig({ token: await tokenWith(rulesOf(statements)) });
          const { status, stderr } = await tool(manifest, ['run', '--', 'true'], { kubeconfig: config });
          return { status, stderr: `${stderr}` };
        },
      });
    },
  };
}
