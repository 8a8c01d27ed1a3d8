/**
 * The bindings that `tool plan policy --for gcp` prints: enough for `run`, and nothing in them is needless. The double of Secret Manager
 * asks for the permission that each method needs by https://cloud.google.com/secret-manager/docs/access-control.
 */
import { strictEqual } from 'node:assert';
import { holdsExactly } from '../shared/policies.mjs';
import { areSmallest, assigned } from '../shared/roles.mjs';

/** What the predefined roles grant of Secret Manager: https://cloud.google.com/iam/docs/roles-permissions/secretmanager */
const ROLES = {
  'roles/secretmanager.admin': ['secretmanager.*'],
  'roles/secretmanager.secretAccessor': ['secretmanager.versions.access'],
  'roles/secretmanager.secretVersionAdder': ['secretmanager.versions.add'],
  'roles/secretmanager.secretVersionManager': [
    ...['add', 'destroy', 'disable', 'enable', 'get', 'list'].map((name) => `secretmanager.versions.${name}`),
  ],
  'roles/secretmanager.viewer': [
    ...['secretmanager.locations.get', 'secretmanager.locations.list'],
    ...['get', 'getIamPolicy', 'list'].map((name) => `secretmanager.secrets.${name}`),
    ...['secretmanager.versions.get', 'secretmanager.versions.list'],
  ],
};

const SECRETS = `READ_HERE = { description = "x" }
PINNED_HERE = { description = "x", ref = { item = "pinned", version = "1" } }
MADE_HERE = { description = "x", type = "password", generate = true }
URL_HERE = { description = "x", composed = "x://\${READ_HERE}" }`;

export function planPolicies({ secrets, tool, named }) {
  return {
    'the bindings of a plan are enough for run, and none of them is needless': async () => {
      secrets.put(named('READ_HERE'), 'v');
      secrets.put('pinned', 'v');
      const asked = await tool(SECRETS, ['plan', 'policy', '--for', 'gcp', '--format', 'json']);
      strictEqual(asked.status, 0, asked.stderr);
      let last;
      const runWith = async (statements) => {
        // As the note on standard error says: it is created first, without a version.
        secrets.secrets.set(named('MADE_HERE'), { versions: [], aliases: new Map() });
        const bindings = statements.map(({ statement }) => ({ at: statement.resource, role: statement.role }));
        last = assigned(ROLES, bindings);
        secrets.denies = (permission, name) => !last.allows(permission, `projects/my-project/secrets/${name}`);
        try {
          return await tool(SECRETS, ['run', '--', 'true']);
        } finally {
          secrets.denies = () => false;
        }
      };
      const answer = JSON.parse(asked.stdout);
      strictEqual((await runWith(answer.statements)).status, 0);
      areSmallest(ROLES, last);
      await holdsExactly({ answer, runWith });
    },
  };
}
