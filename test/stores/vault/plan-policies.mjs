/** The policies that `tool plan policy --for vault` prints: enough for `run`, and nothing in them is needless. */
import { strictEqual } from 'node:assert';
import { holdsExactly } from '../shared/policies.mjs';
import { manifestOf } from '../shared/tool.mjs';

const SECRETS = `READ_HERE = { description = "x" }
FIELD_HERE = { description = "x", ref = { item = "shared/db", field = "user" } }
QUOTED_HERE = { description = "x", ref = { item = "say \\"x\\" \\\\ é", field = "user" } }
OTHER_HERE = { description = "x", ref = { item = "shared/db", field = "password" } }
MADE_HERE = { description = "x", type = "password", generate = true }
OLD_HERE = { description = "x", providers = ["old"] }
URL_HERE = { description = "x", composed = "x://\${READ_HERE}" }`;

export async function planPolicies({ ask, fresh, spec, tokenWith, tool }) {
  return {
    'a policy of the plan is enough for run, and nothing in it is needless': async () => {
      const mount = fresh('policies');
      await ask('POST', `/v1/sys/mounts/${mount}`, { type: 'kv', options: { version: '2' } });
      while ((await ask('GET', `/v1/${mount}/data/none`)).status === 400) await new Promise((go) => setTimeout(go, 20));
      const manifest = manifestOf(spec(`/${mount}`), SECRETS).replace(
        '[providers]',
        `[providers]\nold = "${spec('/old?kv=1')}"`,
      );
      const entries = ['tool/shop/default/READ_HERE', 'shared/db', 'say "x" \\ é'];
      for (const entry of entries) {
        const path = entry.split('/').map(encodeURIComponent).join('/');
        const data = { value: 'v', user: 'u', password: 'p' };
        const { status } = await ask('POST', `/v1/${mount}/data/${path}`, { data });
        strictEqual(status, 200);
      }
      await ask('POST', '/v1/old/tool/shop/default/OLD_HERE', { value: 'v' });
      const answered = await tool(manifest, ['plan', 'policy', '--for', 'vault', '--format', 'json']);
      strictEqual(answered.status, 0, `${answered.stderr}`);
      await holdsExactly({
        answer: JSON.parse(`${answered.stdout}`),
        runWith: async (statements) => {
          await ask('DELETE', `/v1/${mount}/metadata/tool/shop/default/MADE_HERE`);
          const token = await tokenWith(statements.map(({ statement }) => `${statement}\n`).join(''));
          const { status, stderr } = await tool(manifest, ['run', '--', 'true'], {
            environment: { VAULT_TOKEN: token },
          });
          return { status, stderr: `${stderr}` };
        },
      });
    },
  };
}
