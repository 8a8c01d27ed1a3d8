/** When two spellings mean one store, for differences. */
import { expect, test } from '@jest/globals';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { specKey } from '#compiler/analyses/diff/spec-key.js';
import { planOf, stored } from '../../../helpers/plan.js';

test.each([
  ['dotenv:.env.{profile}', 'dotenv://./.env.{profile}'],
  ['file:{project}', 'file:./{project}/'],
  ['dotenv:.env.%7Bprofile%7D', 'dotenv:./.env.%7bprofile%7d'],
  ['vault://KV.example.com:443/secret/', 'vault://kv.example.com/secret'],
  ['vault://team@kv.example.com', 'vault://team%2F@kv.example.com/secret?tls=1&kv=v2&auth=token'],
  ['vault://kv.example.com:80?tls=0', 'vault://kv.example.com?tls=false'],
  ['vault://kv.example.com?auth=approle&auth_mount=/a/', 'vault://kv.example.com?auth_mount=a&auth=approle'],
  ['infisical://EU.infisical.com:443/P?path=team/', 'infisical://eu.infisical.com/P?path=/team'],
  ['setec://Secrets.example.ts.net:443?prefix=/a/', 'setec://secrets.example.ts.net?prefix=a'],
  ['akv://team', 'akv://Team.vault.azure.net?auth=env'],
  ['akv://team?suffix=vault.azure.cn', 'akv://team.vault.azure.cn'],
  ['aac://team?tag=a=1&tag=b=2', 'aac://team.azconfig.io?tag=b=2&tag=a=1'],
  ['awssm://?prefix=team', 'awssm://?prefix=team/'],
  ['scaleway://?path=team', 'scaleway://?path=/team/'],
  ['k8s+secret://app@prod?context=', 'k8s+secret://app@prod'],
])('%s and %s are one', (left, right) => expect(specKey(left)).toBe(specKey(right)));

test.each([
  ['dotenv:.env.{profile}', 'dotenv:.env.production'],
  ['dotenv:.env.{profile}', 'dotenv:.env.{project}'],
  ['dotenv:.env.{profile}', 'dotenv:.env.%7Bprofile%7D'],
  ['dotenv:{profile}/%7Bprofile%7D', 'dotenv:%7Bprofile%7D/{profile}'],
  ['vault://kv.example.com', 'openbao://kv.example.com'],
  ['vault://kv.example.com', 'vault://kv.example.com:8200'],
  ['vault://kv.example.com:443?tls=false', 'vault://kv.example.com?tls=false'],
  ['vault://kv.example.com', 'vault://kv.example.com?kv=1'],
  ['vault://kv.example.com', 'vault://kv.example.com?auth=approle'],
  ['vault://a@kv.example.com', 'vault://b@kv.example.com'],
  ['setec://kv.example.com?prefix=a', 'setec://kv.example.com?prefix=b'],
  ['infisical://kv.example.com/P', 'infisical://kv.example.com/P?tls=false'],
  ['akv://team', 'akv://team?auth=cli'],
  ['akv://team', 'akv://team?suffix=vault.azure.cn'],
  ['awssm://a@eu-west-1', 'awssm://b@eu-west-1'],
  ['awssm://eu-west-1?prefix=a', 'awssm://eu-west-1?prefix=b'],
  ['k8s+secret://app@prod', 'k8s+secret://app@test'],
  ['onepassword+token://a@Vault', 'onepassword+token://b@Vault'],
  ['dashlane://logins', 'dashlane://notes'],
])('%s and %s are two', (left, right) => expect(specKey(left)).not.toBe(specKey(right)));

test('another spelling of an option that is not shown is a change', () => {
  const asking = (store: string) => planOf({ secrets: { A: stored({ route: [store] }) } });
  const shown = 'acme://team?token=***';
  expect(diffPlans(asking('acme://team?token=a1'), asking('acme://team?token=a%31'))).toEqual([
    { kind: 'store-respelled', severity: 'notice', secret: 'A', from: shown, to: shown, profiles: 'all' },
  ]);
});
