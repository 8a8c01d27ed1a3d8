/** The policies that `tool plan policy --for vault` prints: enough for `run`, and nothing in them is needless. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { planPolicy } from '../../../dist/compiler/analyses/policy/plan-policy.js';
import { planOf, routeOf, stored } from '../../../dist/test/helpers/plan.js';
import { holdsExactly } from '../shared/policies.mjs';
import { manifestOf } from '../shared/tool.mjs';

const SECRETS = `READ_HERE = { description = "x" }
FIELD_HERE = { description = "x", ref = { item = "shared/db", field = "user" } }
QUOTED_HERE = { description = "x", ref = { item = "say \\"x\\" \\\\ é", field = "user" } }
OTHER_HERE = { description = "x", ref = { item = "shared/db", field = "password" } }
MADE_HERE = { description = "x", type = "password", generate = true }
OLD_HERE = { description = "x", providers = ["old"] }
URL_HERE = { description = "x", composed = "x://\${READ_HERE}" }`;

const HOSTILE = [
  '"',
  '\\',
  "'",
  '`',
  ']',
  '}',
  '# x',
  '// x',
  '/* x',
  '-->',
  '</script>',
  '<<EOT',
  '${x}',
  '%{x}',
  '{{x}}',
  '*',
  'a+',
  '+',
  'é🐉',
  '\u202e',
];
const at = (store) => `{ description = "x", providers = ["${store}"] }`;
const textOf = (statements) => statements.map(({ statement }) => `${statement}\n`).join('');

export async function planPolicies({ ask, fresh, spec, tokenWith, tool }) {
  /** A new mount with versions, once it answers. */
  const versioned = async (name) => {
    const mount = fresh(name);
    await ask('POST', `/v1/sys/mounts/${mount}`, { type: 'kv', options: { version: '2' } });
    while ((await ask('GET', `/v1/${mount}/data/none`)).status === 400) await new Promise((go) => setTimeout(go, 20));
    return mount;
  };
  const policyFor = async (manifest) => {
    const { status, stdout, stderr } = await tool(manifest, ['plan', 'policy', '--for', 'vault', '--format', 'json']);
    strictEqual(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const runWith = (manifest, token) => tool(manifest, ['run', '--', 'true'], { environment: { VAULT_TOKEN: token } });
  return {
    'a policy of the plan is enough for run, and nothing in it is needless': async () => {
      const mount = await versioned('policies');
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
      await holdsExactly({
        answer: await policyFor(manifest),
        runWith: async (statements) => {
          await ask('DELETE', `/v1/${mount}/metadata/tool/shop/default/MADE_HERE`);
          return runWith(manifest, await tokenWith(textOf(statements)));
        },
      });
    },

    'a policy for a credential that is kept there: without its statement, the secrets of the store that it opens fail':
      async () => {
        const mount = await versioned('credentials');
        const [keys, inner] = [`"${spec(`/${mount}`)}"`, spec('/old?kv=1')];
        const manifest = manifestOf(spec(`/${mount}`), `OWN_HERE = ${at('team')}\nINNER_HERE = ${at('inner')}`).replace(
          '[providers]',
          `[providers]\nkeys = ${keys}\ninner = { uri = "${inner}", credentials = { token = { provider = "keys", ref = { item = "opens/inner", field = "token" } } } }`,
        );
        await ask('POST', `/v1/${mount}/data/tool/shop/default/OWN_HERE`, { data: { value: 'v' } });
        await ask('POST', '/v1/old/tool/shop/default/INNER_HERE', { value: 'v' });
        await holdsExactly({
          answer: await policyFor(manifest),
          runWith: async (statements) => {
            // One policy for both stores: the token that opens the inner one is of it, too.
            const token = await tokenWith(textOf(statements));
            await ask('POST', `/v1/${mount}/data/opens/inner`, { data: { token } });
            return runWith(manifest, token);
          },
        });
      },

    'a policy names paths of any text, and the server reads them as they are': async () => {
      const items = HOSTILE.flatMap((text) => [text, `a${text}b/c`, `x/${text}`]);
      const secrets = Object.fromEntries(
        items.map((item, index) => [`S${index}`, stored({ ref: { item, field: 'f' } })]),
      );
      const plan = planOf({ profiles: { default: routeOf('vault://kv.example.com') }, secrets });
      const question = { plan, hash: '', profiles: ['default'], scope: null, caches: 'cold' };
      const { policy } = planPolicy(question, { for: 'vault', profile: 'default', isReadOnly: true, store: null });
      const token = await tokenWith(policy.policy);
      const uncovered = new Set(policy.uncovered.flatMap((one) => one.secrets));
      const covered = items.filter((_, index) => !uncovered.has(`S${index}`));
      ok(covered.length > items.length / 2, `${covered.length} of ${items.length}`);
      const paths = covered.map((item) => `secret/data/${item}`);
      const { body } = await ask('POST', '/v1/sys/capabilities', { token, paths: [...paths, 'secret/data/other'] });
      deepStrictEqual(
        [...paths, 'secret/data/other'].filter((path) => !body.data[path]?.includes('read')),
        ['secret/data/other'],
      );
    },

    'a policy for a cache: without any of its statements, no copy is kept and used': async () => {
      const mount = await versioned('copies');
      const entry = '/v1/old/tool/shop/default/KEPT_HERE';
      const manifest = manifestOf(spec('/old?kv=1'), `KEPT_HERE = ${at('kept')}`).replace(
        '[providers]',
        `[providers]\nkept = { fallback = ["team"], cache = { provider = "${spec(`/${mount}`)}", max_age = "1h" } }`,
      );
      const { statements } = await policyFor(manifest);
      const ofCopies = statements.filter(({ access }) => access.includes('write'));
      strictEqual(ofCopies.length, 2);
      const isKept = async (some) => {
        const token = await tokenWith(textOf(some));
        await ask('DELETE', `/v1/${mount}/metadata/tool/shop/default/KEPT_HERE`);
        await ask('POST', entry, { value: 'v' });
        strictEqual((await runWith(manifest, token)).status, 0);
        await ask('DELETE', entry);
        return (await runWith(manifest, token)).status === 0;
      };
      strictEqual(await isKept(statements), true);
      for (const left of ofCopies)
        strictEqual(await isKept(statements.filter((one) => one !== left)), false, left.statement);
      const rest = statements.filter((one) => !ofCopies.includes(one));
      strictEqual((await runWith(manifest, await tokenWith(textOf(rest)))).status, 1);
    },
  };
}
