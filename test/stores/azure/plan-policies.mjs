/**
 * The role assignments that `tool plan policy --for azure` prints: enough for `run`, and none of them is needless. What each operation needs
 * is in learn.microsoft.com/azure/key-vault/general/abac-actions-attributes and …/azure-app-configuration/rest-api-authorization-azure-ad.
 */
import { strictEqual } from 'node:assert';
import { holdsExactly } from '../shared/policies.mjs';
import { areSmallest, assigned } from '../shared/roles.mjs';

const SECRET = 'Microsoft.KeyVault/vaults/secrets';
const STORE = 'Microsoft.AppConfiguration/configurationStores';

/** Data actions of built-in roles: https://learn.microsoft.com/azure/role-based-access-control/built-in-roles/security and …/integration */
const ROLES = {
  'Key Vault Administrator': ['Microsoft.KeyVault/vaults/*'],
  'Key Vault Secrets Officer': [`${SECRET}/*`],
  'Key Vault Secrets User': [`${SECRET}/getSecret/action`, `${SECRET}/readMetadata/action`],
  'Key Vault Reader': ['Microsoft.KeyVault/vaults/*/read', `${SECRET}/readMetadata/action`],
  'App Configuration Data Owner': ['read', 'write', 'delete', 'action'].map((verb) => `${STORE}/*/${verb}`),
  'App Configuration Data Reader': [`${STORE}/*/read`],
};

/** An assignment is for its resource and all below. Case makes no difference. */
const isBelow = (at, resource) => `${resource}/`.toLowerCase().startsWith(`${at}/`.toLowerCase());
const GROUP = '/subscriptions/<SUBSCRIPTION>/resourceGroups/<RESOURCE_GROUP>/providers';
const VAULT_ACTIONS = { get: `${SECRET}/getSecret/action`, set: `${SECRET}/setSecret/action` };
const STORE_ACTIONS = { GET: 'read', PUT: 'write', DELETE: 'delete' };

/** With secrets in a vault and in a store, whose doubles are asked by turns. */
export function planPolicies({ title, tool, secrets, before, deny }) {
  return {
    [`${title}: the assignments of a plan are enough for run, and none of them is needless`]: async () => {
      const asked = await tool(secrets, ['plan', 'policy', '--for', 'azure', '--format', 'json']);
      strictEqual(asked.status, 0, asked.stderr);
      let last;
      const runWith = async (statements) => {
        before();
        last = assigned(
          ROLES,
          statements.map(({ statement }) => ({ at: statement.scope, role: statement.role })),
          isBelow,
        );
        deny((permission, resource) => !last.allows(permission, `${GROUP}/${resource}`));
        try {
          return await tool(secrets, ['run', '--', 'true']);
        } finally {
          deny(() => false);
        }
      };
      const answer = JSON.parse(asked.stdout);
      strictEqual((await runWith(answer.statements)).status, 0);
      areSmallest(ROLES, last);
      await holdsExactly({ answer, runWith });
    },
  };
}

/** `denies` of the double of a vault, by permissions. */
export function vaultDenial(denies) {
  return (operation, name) =>
    denies(VAULT_ACTIONS[operation], `Microsoft.KeyVault/vaults/demo-vault/secrets/${name}`) ? 'ForbiddenByRbac' : null;
}

/** The same of a store of App Configuration. */
export function storeDenial(denies) {
  return (method) => denies(`${STORE}/keyValues/${STORE_ACTIONS[method]}`, `${STORE}/demo-store`);
}
